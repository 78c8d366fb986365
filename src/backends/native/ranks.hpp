#pragma once

#include <mpi.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace collsim {

/// Seconds on this rank's clock, which no adjustment of the date moves.
double seconds_now();

/// So many seconds after the last message a testbed's links are as if there had been none: acknowledgements are through, and the
/// buckets of the shapers are full. Elsewhere none: ranks that rest for milliseconds find their code in no cache, and a short call
/// takes ten times as long.
double links_rest();

/// Which this rank is, from 0 on, of those that take turns at its core; none where nobody has said that they do.
std::optional<int> turn_at_core();

/// Moves this rank's messages along.
void make_progress(MPI_Comm comm);

/// When ranks that are done should stop waiting for others, which may take some longer than the `seconds` of the last time.
constexpr double expected_end(double seconds) {
  return 1.1 * seconds + 1e-4;
}

/// Pauses that grow from 20 us to 5 ms, so that a rank with nothing to do leaves its core to others.
class Nap {
 public:
  void pause();

 private:
  long nanoseconds_ = 20'000;
};

/// Runs `work` on every rank of `control`. If it throws on some, throws Error with the first such rank and
/// its reason on all of them. A rank that fails while others wait for its messages for longer than `patience`
/// seconds ends the job: MPI has no way to call them back.
void together(MPI_Comm control, const std::function<void()>& work, double patience = 10);

/// The communicator of the first ranks of `comm`, which all call this; the other ranks need not.
MPI_Comm first_ranks(MPI_Comm comm, int processes);
/// The communicator of these ranks, in this order, which all call this; the other ranks need not.
MPI_Comm some_ranks(MPI_Comm comm, const std::vector<int>& ranks);

/// Sleeps until all ranks of `comm` are here.
void meet_asleep(MPI_Comm comm);

void send_text(const std::string& text, int destination, MPI_Comm comm);
/// Sleeps until a text of rank `source` is there.
std::string await_text(int source, MPI_Comm comm);

}  // namespace collsim
