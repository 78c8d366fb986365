#pragma once

#include <mpi.h>

#include <cstdio>
#include <mutex>
#include <string>

#include "dropin/companions.hpp"
#include "dropin/report.hpp"
#include "rules/rules.hpp"

namespace collsim {

/// The drop-in on one rank, between MPI_Init and MPI_Finalize.
class Dropin {
 public:
  /// Reads the settings, those of rank 0's environment on all ranks. A wrong one ends the job: one line, exit
  /// code 2.
  static void open();
  /// Prints the report, if one was asked for.
  static void close();
  /// Null before and after.
  static Dropin* active();

  const Rules& rules() const { return rules_; }
  Companions& companions() { return companions_; }
  Report& report() { return report_; }
  /// A communicator of this rank alone that returns errors, for calls that do not communicate.
  MPI_Comm self() const { return self_; }
  /// call(self()), which may communicate: one thread at a time, or two would get each other's messages.
  template <class Call>
  int alone(Call call) const {
    const std::lock_guard lock(alone_);
    return call(self_);
  }

  /// Whether the MPI library would take a vector of this type, and combine it with this operator.
  bool accepts(MPI_Datatype type) const;
  bool accepts(MPI_Datatype type, MPI_Op op) const;

 private:
  Dropin(Rules rules, std::string report_to, std::FILE* report_stream);
  ~Dropin();
  void print_report() const;

  Rules rules_;
  std::string report_to_;     ///< empty: nowhere; "1": stderr; else a file
  std::FILE* report_stream_;  ///< on rank 0, open from the start: the program may change its directory
  mutable std::mutex alone_;
  Companions companions_;
  Report report_;
  MPI_Comm self_ = MPI_COMM_NULL;
};

}  // namespace collsim
