#pragma once

#include <mpi.h>
#include <sched.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "backends/native/pace.hpp"
#include "backends/native/preemptions.hpp"
#include "backends/native/ranks.hpp"
#include "backends/native/shared_clock.hpp"

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

/// What a rank measures with, as long as its job lasts.
struct Instruments {
  SharedClock clock = SharedClock();
  Preemptions preemptions;
  std::optional<Pace> pace = {};  ///< where somebody watches it
};

/// One rank's part of a repetition, in seconds after the common start.
struct Lap {
  double reached;  ///< when it was ready to start: late if positive
  double start, finish;
  double preempted;  ///< 1 where others had its core meanwhile, else 0: laps travel as doubles
};

/// Aligned starts, as this rank sees them.
class Window {
 public:
  /// Compares the clocks, for what `instruments` do not know yet.
  Window(const Control& control, Instruments& instruments);

  /// Rank 0 says whether there is a next repetition and when; the others learn it. False: no more.
  bool announce(bool more);

  /// Starts `work` at the announced moment, or so many seconds later. Who is done sends nothing and looks at nothing until all
  /// should be, as they were the last time: where ranks share cores, it would keep those that are not from theirs.
  template <class Work>
  Lap run(const Work& work, double later) {
    constexpr double exact = 50e-6;  // before the start: for precision
    Lap lap{};
    lap.reached = since_start() + (turn_ && later == 0 ? lined_up : 0);
    if (turn_ && later == 0) line_up();
    // Where ranks outnumber cores, the others must get there as well. Who leaves its core to them may get it back too late.
    while (since_start() < later - exact) sched_yield();
    const bool kept_waiting = lap.reached < later && since_start() > later;
    instruments_.preemptions.begin();
    do lap.start = since_start();
    while (lap.start < later);
    work();
    lap.finish = since_start();
    const bool left_core = instruments_.preemptions.left_core();
    while (since_start() < all_done_) make_progress(control_.handle);
    lap.preempted = left_core || kept_waiting || instruments_.preemptions.machine_was_robbed() ? 1 : 0;
    return lap;
  }

  /// Rank 0: all laps of a repetition, or none if some rank was late; the next start is then further ahead, else a little
  /// nearer.
  std::vector<Lap> collect(const Lap& lap);

 private:
  static constexpr double lined_up = 2e-3;  ///< before the start: when ranks that take turns begin to line up

  double since_start() const { return instruments_.clock.now() - start_; }
  /// The first rank of a core holds it, and the others wake up one after the other, so that they get it in their order. Else it is
  /// chance which of them comes last, and a tree over an uplink may take a sixth longer because its longest branch does.
  void line_up() const;

  const Control& control_;
  Instruments& instruments_;
  std::optional<int> turn_ = turn_at_core();
  double shortest_lead_ = std::max(links_rest(), 50e-6);
  double lead_ = shortest_lead_;
  double start_ = 0;
  double all_done_ = 0;  ///< seconds after the start, expected
};

}  // namespace collsim
