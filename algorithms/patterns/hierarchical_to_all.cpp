#include "algorithms/patterns/hierarchical_to_all.hpp"

#include <algorithm>
#include <vector>

namespace collsim {

namespace {

/// The memory domains of the ranks of a node, among those of all nodes.
std::vector<int> domains_of(const Node& node) {
  std::vector<int> found;
  for (int place = 0; place < node.size(); ++place) {
    const int domain = node.nodes().domains().node_of(node.rank(place));
    if (std::ranges::find(found, domain) == found.end()) found.push_back(domain);
  }
  return found;
}

/// Elements that their copies of a result take, if they make any.
std::int64_t length_of_copies(const Node& node, const Options& options, std::int64_t length) {
  return copies_in_domains(options) ? std::ssize(domains_of(node)) * length : 0;
}

}  // namespace

HierarchicalToAll::HierarchicalToAll(Comm& comm, const Options& options, const Roles& roles,
                                     MPI_Datatype type, std::int64_t length, std::int64_t elements,
                                     std::int64_t vector)
    : Hierarchical(comm, options, roles, type, elements + length_of_copies(comm.node(), options, length),
                   vector),
      length_(length),
      makes_copies_(copies_in_domains(options)),
      domain_(domains().node_of(comm.rank())),
      copy_(elements) {
  for (const int other : domains_of(node())) {
    if (other == domain_) break;
    copy_ += length;
  }
}

HierarchicalToAll::Held HierarchicalToAll::nearest(int sender) const {
  const Held part = held(sender);
  if (!makes_copies_) return part;
  return {{copy_ + part.first, part.place.count}, part.first, domains().rank(domain_, 0)};
}

/// This rank's part of its domain's copy.
void HierarchicalToAll::spread() {
  if (!makes_copies_) return;
  const Range share = Blocks(length_, domains().size(domain_))[domains().place_of(comm().rank())];
  for (int i = 0; i < senders(); ++i) {
    const auto [place, first, holder] = held(nth_sender(i));
    const Range common = intersection(share, {first, place.count});
    comm().copy(at(place.first + common.first - first), at(copy_ + common.first), common.count, type(),
                holder);
  }
  meet(copied, domains());
}

/// What lies in one memory is copied as one: a simulation need not look at each part.
void HierarchicalToAll::take() {
  if (has_brought_all()) return;
  for (int next = 0; next < senders();) {
    const int first = next, holder = nearest(nth_sender(first)).holder;
    std::int64_t count = 0;
    do count += held(nth_sender(next)).place.count;
    while (++next < senders() && same_memory(holder, nearest(nth_sender(next)).holder));
    comm().copy_pieces(count, type(), holder, [&](const Copy& copy) {
      for (int i = first; i < next; ++i) {
        const int sender = nth_sender(i);
        take(sender, at(nearest(sender).place.first), copy);
      }
    });
  }
}

}  // namespace collsim
