#include "algorithms/reduction.hpp"

namespace collsim {

Reduction::Reduction(Comm& comm, const Allreduce& call, int lefts, Start start)
    : comm_(comm),
      count_(call.count),
      type_(call.type),
      op_(call.op),
      commutes_(Comm::commutes(call.op)),
      extent_(Comm::extent(call.type)),
      spare_(comm.scratch(call.count, call.type)),
      own_(comm.scratch(call.recv ? 0 : call.count, call.type)),
      buffers_{call.recv ? call.recv : own_.data(), spare_.data()},
      current_(commutes_ ? 0 : lefts % 2) {
  if (call.send == MPI_IN_PLACE && current_ == 0) return;
  if (start == Start::borrows && commutes_ && comm.size() > 1)
    borrowed_ = contribution(call);
  else
    comm.copy(contribution(call), buffer(), count_, type_);
}

void Reduction::absorb(int peer, const Range& range) {
  comm_.recv(landing(range.first), range.count, type_, peer);
  combine(peer, range);
}

void Reduction::exchange(int peer, const Range& give, const Range& keep) {
  comm_.sendrecv(values(give.first), give.count, peer, landing(keep.first), keep.count, peer, type_);
  combine(peer, keep);
}

void Reduction::combine(int peer, const Range& range) {
  const std::int64_t count = range.count;
  if (borrowed_) {
    comm_.reduce_local(values(range.first), landing(range.first), count, type_, op_);
    borrowed_ = nullptr;
  } else if (commutes_ || peer < comm_.rank()) {
    comm_.reduce_local(landing(range.first), buffer(range.first), count, type_, op_);
  } else {
    comm_.reduce_local(values(range.first), landing(range.first), count, type_, op_);
    current_ = 1 - current_;
  }
}

int lefts(const Fold& fold, int rank, int rounds) {
  int higher = fold.partner(rank) > rank ? 1 : 0;
  if (fold.folded(rank)) return higher;
  for (int round = 0; round < rounds; ++round)
    if (fold.real_rank(fold.virtual_rank(rank) ^ (1 << round)) > rank) ++higher;
  return higher;
}

Stage copy_stage(const Shape& shape) {
  const Fold fold(shape.processes);
  const bool outside_pair = fold.pairs() == 1 && lefts(fold, 0, fold.rounds()) % 2 == 0;
  const bool swaps = shape.processes > 1 && !shape.commutative && !outside_pair;
  return {.copied = shape.in_place && !swaps ? 0 : shape.bytes()};
}

Stage borrow_stage(const Shape& shape) {
  return shape.commutative && shape.processes > 1 ? Stage{} : copy_stage(shape);
}

Stage fold_stage(const Shape& shape) {
  Stage stage = unfold_stage(shape);
  stage.reduced = shape.bytes();
  return stage;
}

Stage unfold_stage(const Shape& shape) {
  const int pairs = Fold(shape.processes, shape.root).pairs();
  return {.messages = pairs,
          .volume = pairs * shape.bytes(),
          .bytes = shape.bytes(),
          .peer = {.kind = Peer::Kind::fold}};
}

}  // namespace collsim
