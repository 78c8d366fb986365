#pragma once

#include <mpi.h>

#include <map>
#include <mutex>

namespace collsim {

/// What the drop-in keeps for a communicator of the program's: this rank's place in it and a private
/// communicator of the same ranks, so that an algorithm's messages never meet the program's wildcards.
class Companion {
 public:
  explicit Companion(MPI_Comm of);
  Companion(const Companion&) = delete;
  Companion& operator=(const Companion&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  bool inter() const { return inter_; }
  bool has(int rank) const { return 0 <= rank && rank < size_; }
  /// The private communicator, which returns errors. Collective when asked for the first time. Throws
  /// MpiError.
  MPI_Comm communicator();
  /// Frees the private communicator, collective like MPI_Comm_free.
  void free();

 private:
  MPI_Comm of_;
  MPI_Comm private_ = MPI_COMM_NULL;
  int rank_ = 0, size_ = 0;
  bool inter_ = false;
};

/// The companions of all communicators in use. An attribute, which MPI never copies to a duplicate, tells
/// when a communicator is freed.
class Companions {
 public:
  /// The destruction must come before MPI_Finalize.
  Companions();
  ~Companions();
  Companions(const Companions&) = delete;
  Companions& operator=(const Companions&) = delete;

  /// `comm` must be valid. Any thread may ask. Throws MpiError.
  Companion& of(MPI_Comm comm);

 private:
  static int forget(MPI_Comm comm, int keyval, void* attribute, void* companions);

  std::mutex mutex_;
  std::map<MPI_Fint, Companion> known_;
  int keyval_ = MPI_KEYVAL_INVALID;
};

/// Throws MpiError unless the code is MPI_SUCCESS.
void check_mpi(int code, const char* call);

}  // namespace collsim
