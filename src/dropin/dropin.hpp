#pragma once

#include <mpi.h>

#include <atomic>
#include <mutex>

#include "dropin/companions.hpp"
#include "dropin/report.hpp"
#include "dropin/settings.hpp"

namespace collsim {

/// The drop-in on one rank, between MPI_Init and MPI_Finalize, or the sessions that are in their place.
class Dropin {
 public:
  /// Reads the settings, if it is not open. A wrong one ends the job: one line, exit code 2. Collective over job().
  static void open();
  /// Whether it is, be there something to do or not.
  static bool opened();
  /// Prints the report, if one was asked for.
  static void close();
  /// The drop-in between open() and close(); null where there is neither a rule nor a report to write.
  static Dropin* active();

  const Rules& rules() const { return settings_.rules; }
  Companions& companions() { return companions_; }
  Report& report() { return report_; }
  bool reports() const { return report_.wanted(); }
  /// A communicator of this rank alone that returns errors, for calls that do not communicate.
  MPI_Comm self() const { return self_; }
  /// call(self()), which may communicate: one thread at a time, or two would get each other's messages.
  template <class Call>
  int alone(Call call) const {
    const std::lock_guard lock(alone_);
    return call(self_);
  }
  /// Where algorithms serve a communicator's calls. Collective as Companion::communicator(), except for this rank
  /// alone: algorithms then have nobody to talk to.
  MPI_Comm place_of(Companion& companion) const {
    return companion.size() == 1 ? self_ : companion.communicator();
  }
  /// Which of a communicator's ranks share a node; null where no rule asks.
  std::shared_ptr<const Nodes> nodes_of(Companion& companion) const {
    return nodes_ ? companion.nodes(*nodes_) : nullptr;
  }

  /// Notes that an algorithm has been chosen for a call.
  void note_served() const { served_ = true; }

  /// Whether the MPI library would take a vector of this type, and combine it with this operator.
  bool accepts(MPI_Datatype type) const;
  bool accepts(MPI_Datatype type, MPI_Op op) const;
  /// Whether both are known to be accepted as long as the program runs.
  bool keeps(MPI_Datatype type, MPI_Op op) const;

 private:
  explicit Dropin(DropinSettings settings);
  ~Dropin();
  void prepare_world();
  void print_report() const;

  DropinSettings settings_;
  mutable std::mutex alone_;
  mutable std::atomic<bool> served_ = false;
  Companions companions_;
  Report report_;
  std::shared_ptr<const Nodes> nodes_;  ///< of the job
  MPI_Comm self_ = MPI_COMM_NULL;
};

}  // namespace collsim
