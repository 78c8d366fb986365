#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/groups.hpp"
#include "algorithms/patterns/reduction.hpp"

namespace collsim {
namespace {

/// A vector under reduction, and room for those of up to radix - 1 other ranks. Members i = 0, 1, ... are in
/// rank order. An operator that does not commute combines from the last member on, so that the sum then lies
/// where that one's vector arrived: in call.recv or the first of the rooms, which swap roles.
class ReducedVector {
 public:
  /// `swaps`: how often the last member will be another rank.
  ReducedVector(Comm& comm, const Allreduce& call, int others, int swaps)
      : comm_(comm),
        call_(call),
        others_(others, call.count, comm.layout(call.type)),
        rooms_(comm.scratch(others_)),
        commutes_(comm.commutes(call.op)),
        kept_(commutes_ || swaps % 2 == 0) {
    if (call.send != MPI_IN_PLACE || !kept_) comm.copy(contribution(call), values(), call.count, call.type);
  }

  void* values() const { return kept_ ? call_.recv : room(0); }
  /// Where the vector of member i belongs, as seen by member `own`.
  void* member(int i, int own, int members) const {
    if (i == own) return values();
    const int other = members - 1 - i - (i < own ? 1 : 0);
    return other > 0 || kept_ ? room(other) : call_.recv;
  }
  void combine(int own, int members) {
    const int last = commutes_ ? own : members - 1;
    void* sum = member(last, own, members);
    for (int i = members - 1; i >= 0; --i)
      if (i != last) comm_.reduce_local(member(i, own, members), sum, call_.count, call_.type, call_.op);
    if (last != own) kept_ = !kept_;
  }

 private:
  void* room(int i) const { return others_.element_at(rooms_.data(), i); }

  Comm& comm_;
  const Allreduce& call_;
  Vectors others_;
  Scratch rooms_;
  bool commutes_;
  bool kept_;  ///< the values lie in call.recv
};

/// How often another rank's vector is the last one that a rank taking part combines.
int swaps(const Groups& groups, int rank) {
  int others = groups.size(groups.group_of(rank)) > 1 ? 1 : 0;
  for (int round = 0; round < groups.rounds; ++round)
    if (groups.digit(rank, round) < groups.radix - 1) ++others;
  return others;
}

/// Recursive multiplying allreduce (recursive exchange, k-nomial): recursive doubling in which `radix` ranks
/// at a time, at distance radix^j in round j, exchange whole vectors with one another and combine.
///
/// Source:  MPICH's recexch and UCC's knomial; Ruefenacht, Bull and Booth, ParCo 69, 2017,
///          doi:10.1016/j.parco.2017.08.004.
/// Assumes: nothing; any p: with radix^k <= p, groups of up to `radix` neighbours fold first and receive the
///          result last. Combines in rank order. A radix above p is p.
/// Cost:    n kappa + k (radix-1)(alpha + n beta + n gamma), and m (2 alpha + 2n beta + n gamma) more where
///          m = min(radix-1, p - radix^k) ranks of the largest group fold away. An upper bound in place for
///          an operator that does not commute: which ranks copy depends on the digits of their numbers.
void run(Comm& comm, const Allreduce& call, const Options& options) {
  const int rank = comm.rank();
  const Groups groups(comm.size(), options.integer("radix"));
  const int head = groups.first(groups.group_of(rank));
  const int folds = groups.size(groups.group_of(rank));
  if (rank != head) {
    comm.send(contribution(call), call.count, call.type, head);
    return comm.recv(call.recv, call.count, call.type, head);
  }
  ReducedVector sum(comm, call, groups.room(), swaps(groups, rank));
  for (int i = 1; i < folds; ++i) comm.recv(sum.member(i, 0, folds), call.count, call.type, head + i);
  sum.combine(0, folds);
  for (int round = 0; round < groups.rounds; ++round) {
    const int radix = groups.radix;
    const int own = groups.digit(rank, round);
    for (int step = 1; step < radix; ++step) {
      const int source = (own + radix - step) % radix;
      comm.sendrecv(sum.values(), call.count, groups.member(rank, round, (own + step) % radix),
                    sum.member(source, own, radix), call.count, groups.member(rank, round, source),
                    call.type);
    }
    sum.combine(own, radix);
  }
  for (int i = 1; i < folds; ++i) comm.send(call.recv, call.count, call.type, head + i);
}

/// The stage in which the i-th ranks of all groups fold, or get the result.
Stage fold_stage(const Shape& shape, const Groups& groups, int i, bool back) {
  Stage stage{.bytes = shape.bytes(), .reduced = back ? 0 : shape.bytes()};
  for (int group = 0; group < groups.groups; ++group) stage.messages += groups.size(group) > i ? 1 : 0;
  stage.volume = stage.messages * shape.bytes();
  stage.pairs = pairs::to([groups, i, back](int rank) {
    const int head = groups.first(groups.group_of(rank));
    if (back) return rank == head && i < groups.size(groups.group_of(rank)) ? head + i : -1;
    return rank == head + i ? head : -1;
  });
  return stage;
}

Stage exchange_stage(const Shape& shape, const Groups& groups, int round, int step) {
  const auto receiver = [groups, round, step](int rank) {
    if (rank != groups.first(groups.group_of(rank))) return -1;
    return groups.member(rank, round, (groups.digit(rank, round) + step) % groups.radix);
  };
  return {.messages = groups.groups,
          .volume = groups.groups * shape.bytes(),
          .bytes = shape.bytes(),
          .reduced = shape.bytes(),
          .pairs = pairs::to(receiver)};
}

/// All combines of a round follow its last message: their sum is the same.
Cost cost(const Shape& shape, const Options& options) {
  const Groups groups(shape.processes, options.integer("radix"));
  const bool copies = !shape.in_place || (!shape.commutative && shape.processes > 1);
  Cost cost{{.copied = copies ? shape.bytes() : 0}};
  for (int i = 1; i < groups.size(0); ++i) cost.push_back(fold_stage(shape, groups, i, false));
  for (int round = 0; round < groups.rounds; ++round)
    for (int step = 1; step < groups.radix; ++step)
      cost.push_back(exchange_stage(shape, groups, round, step));
  for (int i = 1; i < groups.size(0); ++i) cost.push_back(fold_stage(shape, groups, i, true));
  return cost;
}

bool exact(const Shape& shape, const Options&) {
  return !shape.in_place || shape.commutative;
}

/// Of three ranks or more, each combines its own vector first.
bool same_on_all_ranks(const Shape& shape, const Options& options) {
  return !shape.commutative || Groups(shape.processes, options.integer("radix")).radix == 2;
}

const Registration<Allreduce> recursive_multiplying{
    {.name = "recursive_multiplying",
     .source = "Ruefenacht, Bull and Booth 2017",
     .assumes = "nothing",
     .formula = "n*kappa + k*(alpha + n*beta + n*gamma) + (r > 0 ? 2*alpha + 2*n*beta + n*gamma : 0)",
     .options = {{"radix", "2", "how many ranks exchange vectors in a round", {}, 2}},
     .cost = cost,
     .exact = exact,
     .same_bits = {.on_all_ranks = same_on_all_ranks, .for_any_p = never}},
    run};

}  // namespace
}  // namespace collsim
