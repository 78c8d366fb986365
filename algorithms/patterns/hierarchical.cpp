#include "algorithms/patterns/hierarchical.hpp"

#include <algorithm>

namespace collsim {
namespace {

Range intersection(const Range& one, const Range& other) {
  const std::int64_t first = std::max(one.first, other.first);
  const std::int64_t end = std::min(one.first + one.count, other.first + other.count);
  return {first, std::max<std::int64_t>(end - first, 0)};
}

}  // namespace

Hierarchical::Hierarchical(Comm& comm, const Options& options, const Roles& roles, MPI_Datatype type,
                           std::int64_t elements, std::int64_t vector)
    : comm_(comm),
      node_(comm.node()),
      inter_(options.text("inter")),
      senders_(senders_of(options)),
      roles_(roles),
      type_(type),
      extent_(Comm::extent(type)),
      vector_(vector),
      commutes_(roles.op == MPI_OP_NULL || Comm::commutes(roles.op)),
      before_(node_.begin_call(left)) {
  const Extent room = Comm::room(elements, type);
  base_ = room.first_element(node_.segment(room.bytes));
}

void Hierarchical::run() {
  if (brings() || sends()) await_all(0);  // nobody is in the last call
  if (brings()) {
    bring();
    comm_.raise(before_ + brought);
  }
  if (roles_.op != MPI_OP_NULL) {
    await_brought();
    combine();
    comm_.raise(before_ + worked);
  }
  if (sends()) {
    if (roles_.op != MPI_OP_NULL)
      await_all(worked);
    else
      await_brought();
    Comm representatives(comm_, node_.place());
    between(representatives, node_.place());
    comm_.raise(before_ + sent);
  }
  if (takes()) {
    if (roles_.bring == Who::root && has_root())
      await_brought();
    else
      each_sender([&](int sender) { comm_.await(node_.rank(sender), before_ + sent); });
    take();
  }
  comm_.raise(before_ + left);
}

/// Each rank begins with its neighbour, so that not all look at one flag at a time.
void Hierarchical::await_all(std::int64_t step) {
  if (before_ + step == 0) return;
  for (int i = 1; i < node_.size(); ++i)
    comm_.await(node_.rank((node_.place() + i) % node_.size()), before_ + step);
}

void Hierarchical::await_brought() {
  if (roles_.bring == Who::all)
    await_all(brought);
  else if (has_root())
    comm_.await(roles_.root, before_ + brought);
}

/// This rank's part of all vectors. The operator may commute: then the sum grows in this rank's own vector, beginning
/// with its neighbour's, and goes into that of the sender whose slice it belongs to last: no memory serves all at a time.
void Hierarchical::combine() {
  const Range part = Blocks(vector_, node_.size())[node_.place()];
  if (in_order()) return combine_in_order(part);
  for (int sender = 0; sender < senders_; ++sender) {
    const Range common = intersection(part, slice_of(sender));
    for (int i = 1; i < node_.size(); ++i)
      if (const int other = (node_.place() + i) % node_.size(); other != sender)
        combine(other, node_.place(), common);
    if (sender != node_.place()) combine(node_.place(), sender, common);
  }
}

/// Each into the next one's place.
void Hierarchical::combine_in_order(const Range& part) {
  for (int place = 1; place < node_.size(); ++place) combine(place - 1, place, part);
}

void Hierarchical::combine(int from, int to, const Range& part) {
  comm_.reduce_local(vector_of(from, part.first), vector_of(to, part.first), part.count, type_, roles_.op,
                     node_.rank(to));
}

}  // namespace collsim
