#pragma once

#include <sys/wait.h>

#include <string>

#include "support/process.hpp"

namespace collsim {

/// Runs it, and gives its exit code as status, and what it wrote to either stream as output.
inline Ended collsim(const std::string& arguments, const std::string& program = COLLSIM_PROGRAM) {
  Ended ended = run({.words = {"sh", "-c", program + " " + arguments + " 2>&1"}});
  ended.status = WIFEXITED(ended.status) ? WEXITSTATUS(ended.status) : -1;
  return ended;
}

}  // namespace collsim
