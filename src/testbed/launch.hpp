#pragma once

#include <signal.h>

#include <functional>
#include <map>

#include "support/process.hpp"
#include "testbed/testbed.hpp"

namespace collsim {

/// The processors that this program may run on, and so what it launches. Throws Error where the operating system does not tell.
std::vector<int> usable_cores();

/// Open MPI's mpirun on the first host of a testbed that is up, which starts a rank of `program` on each host, over TCP,
/// with settings that make its times predictable (docs/internals/testbed.md). Throws Error without Open MPI.
Command mpirun_on(const Testbed& testbed, const std::vector<std::string>& program);

/// While this lives, a signal that asks a program to end asks again and does no more: a second Ctrl-C must not end what cleans up
/// after the first.
class EndsOnce {
 public:
  EndsOnce();
  ~EndsOnce();
  EndsOnce(const EndsOnce&) = delete;
  EndsOnce& operator=(const EndsOnce&) = delete;

 private:
  std::map<int, struct sigaction> before_;
};

/// A testbed for as long as this object lives; one that was up before stays.
class TestbedUp {
 public:
  TestbedUp(const Testbed& testbed, const std::function<bool()>& stop);
  ~TestbedUp();
  TestbedUp(const TestbedUp&) = delete;
  TestbedUp& operator=(const TestbedUp&) = delete;

 private:
  EndsOnce ends_once_;
  const Testbed& testbed_;
  bool own_;
};

}  // namespace collsim
