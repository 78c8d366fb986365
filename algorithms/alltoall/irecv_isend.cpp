#include <algorithm>
#include <functional>
#include <vector>

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/outgoing.hpp"

namespace collsim {
namespace {

/// Alltoall that posts all receives and sends and lets the network sort them out; with throttle, so many of
/// each at a time.
///
/// Source:  as in MPICH (Thakur, Rabenseifner and Gropp 2005) and Open MPI, there as linear.
/// Assumes: nothing; any p, any block sizes; empty blocks are sent.
/// Cost:    n/p kappa + (p-1)(alpha + n/p beta) where a rank sends one message at a time, n/p being the
///          largest block of each round; in place n kappa.
///          Twice the rounds bound it where blocks differ.
template <class Call>
void run(Comm& comm, const Call& call, const Options& options) {
  const int p = comm.size();
  const int rank = comm.rank();
  const Outgoing<Call> blocks(comm, call);
  const std::int64_t throttle = options.integer("throttle");
  const int window = throttle == 0 ? p : static_cast<int>(std::min<std::int64_t>(throttle, p));
  for (int first = 1; first < p; first += window) {
    const int end = std::min(first + window, p);
    std::vector<Comm::Request> requests;
    for (int step = first; step < end; ++step) {
      const int source = (rank - step + p) % p;
      requests.push_back(comm.irecv(blocks.from(source), blocks.count_from(source), call.type, source));
    }
    for (int step = first; step < end; ++step) {
      const int destination = (rank + step) % p;
      requests.push_back(
          comm.isend(blocks.to(destination), blocks.count_to(destination), call.type, destination));
    }
    for (Comm::Request& request : requests) comm.wait(request);
  }
}

bool equal_blocks(const Shape& shape, const Options&) {
  return std::adjacent_find(shape.counts.begin(), shape.counts.end(), std::not_equal_to<>()) ==
         shape.counts.end();
}

/// Where blocks differ, messages leave the lockstep: one may wait for all others of its sender, then for all
/// others of its receiver, so that every round counts twice.
Cost cost(const Shape& shape, const Options& options) {
  const auto destination = [](int rank, int step, int p) { return (rank + step) % p; };
  const Cost rounds = outgoing_rounds(shape, destination).cost();
  if (equal_blocks(shape, options)) return rounds;
  Cost bound;
  for (const Stage& stage : rounds) {
    bound.push_back(stage);
    if (stage.messages == 0) continue;
    bound.back().messages -= stage.messages / 2;
    bound.push_back(stage);
    bound.back().messages = stage.messages / 2;
    bound.back().volume = 0;
  }
  return bound;
}

const Description about{
    .name = "irecv_isend",
    .source = "MPICH, Open MPI",
    .assumes = "nothing",
    .formula = "n/p*kappa + (p - 1)*(alpha + n/p*beta)",
    .options = {{"throttle", "0", "at most so many receives and sends of a rank at a time; 0: all"}},
    .concurrent = true,
    .cost = cost,
    .exact = equal_blocks};
const Registration<Alltoall> irecv_isend{about, run};
const Registration<Alltoallv> irecv_isend_v{about, run};

}  // namespace
}  // namespace collsim
