#include "algorithms/patterns/torus_trees.hpp"

namespace collsim {

DownTorusTrees::DownTorusTrees(Comm& comm, const TorusTrees& trees, const TorusParts& parts, void* vector,
                               Datatype type)
    : comm_(comm), parts_(parts), vector_(vector), type_(type), height_(trees.height()) {
  for (int tree = 0; tree < trees.number(); ++tree)
    legs_.push_back(
        {trees.parent(tree, comm.rank()), trees.depth(tree, comm.rank()), trees.children(tree, comm.rank())});
}

/// One more, in which the last messages end.
std::int64_t DownTorusTrees::rounds() const {
  return height_ + parts_.segments.number + 1;
}

void DownTorusTrees::step(std::int64_t round) {
  for (int tree = 0; tree < std::ssize(legs_); ++tree) {
    Leg& leg = legs_[static_cast<std::size_t>(tree)];
    step(tree, leg, round - leg.depth);
  }
}

void DownTorusTrees::step(int tree, Leg& leg, std::int64_t segment) {
  const std::int64_t number = parts_.segments.number;
  const auto place = [&](const Range& range) { return element(vector_, range.first, comm_.extent(type_)); };
  if (segment >= 0 && segment < number && leg.coming) comm_.wait(*leg.coming);
  if (segment >= -1 && segment + 1 < number && leg.parent >= 0) {
    const Range next = parts_.range(tree, segment + 1);
    leg.coming = comm_.irecv(place(next), next.count, type_, leg.parent);
  }
  for (Comm::Request& request : leg.leaving) comm_.wait(request);
  leg.leaving.clear();
  if (segment < 0 || segment >= number) return;
  const Range range = parts_.range(tree, segment);
  for (const int child : leg.children)
    leg.leaving.push_back(comm_.isend(place(range), range.count, type_, child));
}

UpTorusTrees::UpTorusTrees(Comm& comm, const TorusTrees& trees, const TorusParts& parts,
                           const Allreduce& call)
    : comm_(comm), parts_(parts), call_(call), extent_(comm.extent(call.type)), height_(trees.height()) {
  for (int tree = 0; tree < trees.number(); ++tree) {
    Leg& leg = legs_.emplace_back(Leg{trees.parent(tree, comm.rank()),
                                      height_ - trees.depth(tree, comm.rank()),
                                      trees.children(tree, comm.rank()),
                                      {}});
    const bool lands_in_result = leg.parent < 0 && call.send != mpi_in_place;
    for (std::size_t i = 0; !lands_in_result && i < 2 * leg.children.size(); ++i)
      leg.landings.push_back(
          std::make_unique<Scratch>(comm.transport(), comm.room(parts.range(tree, 0).count, call.type)));
  }
}

std::int64_t UpTorusTrees::rounds() const {
  return height_ + parts_.segments.number + 1;
}

void UpTorusTrees::step(std::int64_t round) {
  for (int tree = 0; tree < std::ssize(legs_); ++tree) {
    Leg& leg = legs_[static_cast<std::size_t>(tree)];
    step(tree, leg, round - leg.height);
  }
}

/// What is under way to the parent lies where the next but one from the children will: it ends first.
void UpTorusTrees::step(int tree, Leg& leg, std::int64_t segment) {
  const std::int64_t number = parts_.segments.number;
  if (leg.leaving) comm_.wait(*leg.leaving);
  leg.leaving.reset();
  std::vector<Comm::Request> arriving;
  arriving.swap(leg.coming);
  if (segment >= -1 && segment + 1 < number) receive(tree, leg, segment + 1);
  for (Comm::Request& request : arriving) comm_.wait(request);
  if (segment < 0 || segment >= number) return;
  const void* const sum = combine(tree, leg, segment);
  if (leg.parent >= 0)
    leg.leaving = comm_.isend(sum, parts_.range(tree, segment).count, call_.type, leg.parent);
}

/// A root that has its contribution elsewhere receives where the result will be: it has one child.
void* UpTorusTrees::landing(int tree, const Leg& leg, std::size_t child, std::int64_t segment) const {
  if (leg.landings.empty()) return element(call_.recv, parts_.range(tree, segment).first, extent_);
  return leg.landings[2 * child + static_cast<std::size_t>(segment % 2)]->data();
}

void UpTorusTrees::receive(int tree, Leg& leg, std::int64_t segment) {
  for (std::size_t child = 0; child < leg.children.size(); ++child)
    leg.coming.push_back(comm_.irecv(landing(tree, leg, child, segment), parts_.range(tree, segment).count,
                                     call_.type, leg.children[child]));
}

const void* UpTorusTrees::combine(int tree, const Leg& leg, std::int64_t segment) {
  const Range range = parts_.range(tree, segment);
  const bool in_place = call_.send == mpi_in_place;
  const void* const own = element(in_place ? call_.recv : call_.send, range.first, extent_);
  if (leg.children.empty()) return own;
  void* const first = landing(tree, leg, 0, segment);
  if (leg.parent < 0 && in_place) {
    void* const result = element(call_.recv, range.first, extent_);
    comm_.reduce_local(first, result, range.count, call_.type, call_.op);
    return result;
  }
  comm_.reduce_local(own, first, range.count, call_.type, call_.op);
  for (std::size_t child = 1; child < leg.children.size(); ++child)
    comm_.reduce_local(landing(tree, leg, child, segment), first, range.count, call_.type, call_.op);
  return first;
}

}  // namespace collsim
