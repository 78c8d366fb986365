#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "algorithms/facts/node.hpp"
#include "dropin/decision.hpp"
#include "transports/mpi_handles.hpp"

namespace collsim {

/// What the drop-in keeps for a communicator of the program's: this rank's place in it, what was decided last, and
/// a private communicator of the same ranks, so that an algorithm's messages never meet the program's wildcards.
class Companion {
 public:
  explicit Companion(MPI_Comm of);
  Companion(const Companion&) = delete;
  Companion& operator=(const Companion&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  bool has(int rank) const { return 0 <= rank && rank < size_; }
  /// Why all calls of the communicator go to the library, as the report names it; null if they need not.
  const char* why_library() const { return why_library_; }
  /// The private communicator, which returns errors. Collective when asked for the first time. Throws
  /// MpiError.
  MPI_Comm communicator();
  /// Which of its ranks share a node, as those of the job do.
  std::shared_ptr<const Nodes> nodes(const Nodes& of_job);
  /// What this rank shares with others of its node; null where it is alone. Collective when asked for the first time.
  /// Throws Error on all ranks where they cannot share memory, MpiError.
  Node* node();
  /// Whether this rank holds what a call has left in its node's memory.
  bool holds_result() const { return node_ && node_->result; }
  /// What was decided for the last call of a collective, by Call::collective. MPI lets one thread at a time call collectives
  /// here.
  std::optional<Decided>& last(const char* collective) { return last_[collective]; }
  /// Frees the private communicator, collective like MPI_Comm_free.
  void free();

 private:
  MPI_Comm of_;
  MPI_Comm private_ = MPI_COMM_NULL;
  int rank_ = 0, size_ = 0;
  const char* why_library_ = nullptr;
  std::shared_ptr<const Nodes> nodes_;
  std::unique_ptr<Node> node_;
  std::map<const char*, std::optional<Decided>> last_;
};

/// The companions of all communicators in use. An attribute, which MPI never copies to a duplicate, tells
/// when a communicator is freed that a program can free.
class Companions {
 public:
  /// The destruction must come before MPI_Finalize.
  Companions();
  ~Companions();
  Companions(const Companions&) = delete;
  Companions& operator=(const Companions&) = delete;

  /// `comm` must be valid. Any thread may ask. Throws MpiError.
  Companion& companion_of(MPI_Comm comm);

 private:
  Companion& find_or_make(MPI_Comm comm, MPI_Fint key);
  static int forget(MPI_Comm comm, int keyval, void* attribute, void* companions);

  std::mutex mutex_;
  std::map<MPI_Fint, Companion> known_;
  std::atomic<std::uint64_t> forgotten_ = 0;  ///< how many
  int keyval_ = MPI_KEYVAL_INVALID;
};

}  // namespace collsim
