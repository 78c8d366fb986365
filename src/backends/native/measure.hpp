#pragma once

#include <mpi.h>

#include <functional>
#include <optional>

#include "backends/native/window.hpp"
#include "points/point.hpp"

namespace collsim {

/// Measures a point on the ranks of `comm`, which number point.processes and all call this. Rank 0 returns
/// the answer, or nothing if stop() became true on it; the others' answers mean nothing. Throws Error on all
/// ranks if the algorithm fails on one; `comm` may then hold stray messages.
///
/// Starts are aligned by a window (SKaMPI; Hunold and Carpen-Amarie, IEEE Cluster 2015): rank 0 announces a
/// moment on its clock, far enough ahead, and every rank waits for it. A repetition that some rank reached
/// too late does not count, nor one in which some rank was preempted, unless there are hardly others: then that is how this job
/// runs, and the answer says in how many. Where the point has arrivals, each rank waits so much longer. Two executions warm up; the
/// first of them is verified and its messages are counted. Then repetitions follow until the 95 % confidence interval of their
/// median is narrower than 5 % of it, or there are 100, or two seconds have passed and there are five. Several `launches`
/// share these seconds, and the five, among them.
///
/// Where `instruments` watch the pace and ranks 0 and 1 share a node, all is repeated until it was steady. What was not has failed.
std::optional<Outcome> measure(const Point& point, MPI_Comm comm, Instruments& instruments, int launches,
                               const std::function<bool()>& stop);

}  // namespace collsim
