#include <algorithm>
#include <vector>

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/blocks.hpp"
#include "algorithms/facts/rounds.hpp"
#include "algorithms/patterns/torus.hpp"

namespace collsim {
namespace {

/// Which blocks of its part a rank passes on in a round, and to whom. Part i goes along the rings of dimension i mod D, then of the next,
/// and so on, the first D parts up and the next D down: of what a rank has, as many blocks as its ring has ranks.
class Buckets {
 public:
  Buckets(int processes, std::int64_t count, const Options& options)
      : parts_(count, options.integer("ports")), ports_(static_cast<int>(options.integer("ports"))) {
    std::vector<int> torus = torus_of(options, processes);
    std::erase(torus, 1);
    int stride = 1;
    for (auto size = torus.rbegin(); size != torus.rend(); stride *= *size++)
      sides_.insert(sides_.begin(), {*size, stride});
  }

  int ports() const { return ports_; }
  int rounds() const {
    int rounds = 0;
    for (const auto& [size, stride] : sides_) rounds += size - 1;
    return rounds;
  }

  struct Turn {
    int to, from;
    Range out, in;
  };
  /// A rank's turn in a phase that leaves every rank its block, combined, or on the way back.
  Turn turn(int port, int rank, int round, bool back) const {
    const auto dimensions = std::ssize(sides_);
    const int direction = port / dimensions % 2 == 0 ? 1 : -1;
    Range range = parts_[port];
    int left = back ? rounds() - 1 - round : round;
    for (std::ptrdiff_t i = port;; ++i) {
      const auto& [size, stride] = sides_[static_cast<std::size_t>(i % dimensions)];
      const int at = rank / stride % size;
      const int place = (direction * at + size) % size;
      const auto block = [&, size = size](int steps_behind) {
        const Range own = Blocks(range.count, size)[(place - steps_behind + 2 * size) % size];
        return Range{range.first + own.first, own.count};
      };
      if (left >= size - 1) {
        left -= size - 1;
        range = block(0);
        continue;
      }
      const auto neighbour = [&, size = size, stride = stride](int steps) {
        return rank + ((at + steps + size) % size - at) * stride;
      };
      const int behind = back ? size - 2 - left : left + 1;
      return {neighbour(direction), neighbour(-direction), block(behind), block(behind + 1)};
    }
  }

 private:
  struct BucketSide {
    int size, stride;  ///< length; ranks between neighbours along it
  };
  Blocks parts_;
  int ports_;
  std::vector<BucketSide> sides_;  ///< of more than one rank
};

void exchange(Comm& comm, const std::vector<Buckets::Turn>& turns, const void* from, void* to,
              MPI_Datatype type) {
  const MPI_Aint extent = comm.extent(type);
  std::vector<Comm::Request> requests;
  for (const auto& [to_rank, from_rank, out, in] : turns)
    requests.push_back(comm.irecv(element(to, in.first, extent), in.count, type, from_rank));
  for (const auto& [to_rank, from_rank, out, in] : turns)
    requests.push_back(comm.isend(element(from, out.first, extent), out.count, type, to_rank));
  for (Comm::Request& request : requests) comm.wait(request);
}

/// Bucket allreduce on a torus: blocks go round the rings of one dimension after the other and are combined, and go the way back. Several
/// parts of the vector do so at once, each over links of its own.
///
/// Source:  Jain and Sabharwal, ICS 2010, doi:10.1145/1810085.1810093; as HLC-Lab/bine_trees_fugaku has it, which copies the
///          contribution first.
/// Assumes: the operator commutes; ranks lie on the torus in row-major order; any p.
/// Cost:    for m ports and sides q_i, n kappa + 2 sum(q_i - 1) m alpha + (p-1)/p n (2 beta + gamma).
void run(Comm& comm, const Allreduce& call, const Options& options) {
  if (call.send != MPI_IN_PLACE) comm.copy(call.send, call.recv, call.count, call.type);
  if (comm.size() == 1) return;
  const Buckets buckets(comm.size(), call.count, options);
  const MPI_Aint extent = comm.extent(call.type);
  const auto turns = [&](int round, bool back) {
    std::vector<Buckets::Turn> all;
    for (int port = 0; port < buckets.ports(); ++port)
      all.push_back(buckets.turn(port, comm.rank(), round, back));
    return all;
  };
  {
    const Scratch landing = comm.scratch(call.count, call.type);
    for (int round = 0; round < buckets.rounds(); ++round) {
      const auto all = turns(round, false);
      exchange(comm, all, call.recv, landing.data(), call.type);
      for (const auto& [to, from, out, in] : all)
        comm.reduce_local(element(landing.data(), in.first, extent), element(call.recv, in.first, extent),
                          in.count, call.type, call.op);
    }
  }
  for (int round = 0; round < buckets.rounds(); ++round)
    exchange(comm, turns(round, true), call.recv, call.recv, call.type);
}

Rounds rounds(const Shape& shape, const Options& options) {
  Rounds rounds(shape.processes);
  rounds.copy([&](int) { return shape.in_place ? 0 : shape.bytes(); });
  if (shape.processes == 1) return rounds;
  const Buckets buckets(shape.processes, shape.count, options);
  for (const bool back : {false, true})
    for (int round = 0; round < buckets.rounds(); ++round)
      for (int port = 0; port < buckets.ports(); ++port) {
        const auto turn = [buckets, port, round, back](int rank) {
          return buckets.turn(port, rank, round, back);
        };
        rounds.send([turn](int rank) { return turn(rank).to; },
                    [&](int rank) { return turn(rank).out.count * shape.type_size; }, !back);
      }
  return rounds;
}

/// Else ports serve in an order that no closed form tells.
bool costed(const Shape& shape, const Options& options) {
  return shape.count % (options.integer("ports") * shape.processes) == 0;
}

std::string unsupported(const Shape& shape, const Options& options) {
  if (!shape.commutative) return "the operator does not commute, and buckets go round rings";
  const std::string why = unless_on_any_torus(shape, options);
  if (!why.empty() || shape.processes == 1) return why;
  std::vector<int> torus = torus_of(options, shape.processes);
  std::erase(torus, 1);
  if (options.integer("ports") <= 2 * std::ssize(torus)) return "";
  return "this torus has links for " + std::to_string(2 * std::ssize(torus)) + " ports, not for " +
         options.text("ports");
}

const Registration<Allreduce> bucket{
    {.name = "bucket",
     .source = "Jain and Sabharwal 2010",
     .assumes = "commutative operator",
     .formula = "n*kappa + 2*(p - 1)*alpha + (p - 1)/p*n*(2*beta + gamma)",
     .options = {{"ports",
                  "1",
                  "parts of the vector that travel at once: up to two for each dimension",
                  {},
                  1,
                  most_torus_parts},
                 torus_option()},
     .concurrent = true,
     .cost = cost_of<rounds>,
     .costed = costed,
     .exact = exact_of<rounds>,
     .unsupported = unsupported,
     .same_bits = {.on_all_ranks = always, .for_any_p = never}},
    run};

}  // namespace
}  // namespace collsim
