#include "algorithms/patterns/hierarchical.hpp"

namespace collsim {

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
      for (int place = 0; place < senders_; ++place) comm_.await(node_.rank(place), before_ + sent);
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

/// This rank's slice of all vectors, each into the next one's place.
void Hierarchical::combine() {
  const Range slice = Blocks(vector_, node_.size())[node_.place()];
  for (int place = 1; place < node_.size(); ++place)
    comm_.reduce_local(vector_of(place - 1, slice.first), vector_of(place, slice.first), slice.count, type_,
                       roles_.op, node_.rank(place));
}

}  // namespace collsim
