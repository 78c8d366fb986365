#pragma once

#include <mpi.h>
#include <sched.h>

#include <vector>

#include "backends/native/ranks.hpp"

namespace collsim {

/// A communicator of its own for what belongs to measuring, so that no message of an algorithm is mistaken.
class Control {
 public:
  explicit Control(MPI_Comm comm) {
    MPI_Comm_dup(comm, &handle);
    MPI_Comm_set_errhandler(handle, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_rank(handle, &rank);
    MPI_Comm_size(handle, &size);
  }
  ~Control() { MPI_Comm_free(&handle); }
  Control(const Control&) = delete;
  Control& operator=(const Control&) = delete;

  MPI_Comm handle = MPI_COMM_NULL;
  int rank = 0;
  int size = 1;
};

/// One rank's part of a repetition, in seconds after the common start.
struct Lap {
  double reached;  ///< when it was ready to start: late if positive
  double start, finish;
};

/// Aligned starts, as this rank sees them.
class Window {
 public:
  explicit Window(const Control& control);

  /// Rank 0 says whether there is a next repetition and when; the others learn it. False: no more.
  bool announce(bool more);

  /// Starts `work` at the announced moment, or so many seconds later.
  template <class Work>
  Lap run(const Work& work, double later) {
    Lap lap{};
    lap.reached = now() - start_;
    lap.start = lap.reached;
    // Where ranks outnumber cores, the others must get there as well; the last moments are for precision.
    for (; lap.start < later; lap.start = now() - start_)
      if (lap.start < later - 50e-6) sched_yield();
    work();
    lap.finish = now() - start_;
    return lap;
  }

  /// Rank 0: all laps of a repetition, or none if some rank was late; the next start is then further ahead.
  std::vector<Lap> collect(const Lap& lap);

 private:
  double now() const { return seconds_now() + offset_; }

  const Control& control_;
  double offset_;
  double lead_ = 100e-6;
  double start_ = 0;
};

}  // namespace collsim
