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

/// The number of copies of a result that domains make.
std::int64_t copies(const Node& node, const Options& options) {
  return copies_in_domains(options) ? std::ssize(domains_of(node)) : 0;
}

}  // namespace

HierarchicalToAll::HierarchicalToAll(Comm& comm, const Options& options, const Roles& roles, Datatype type,
                                     std::int64_t length, std::int64_t vectors)
    : Hierarchical(comm, options, roles, type, length, vectors + copies(comm.node(), options)),
      makes_copies_(copies_in_domains(options)),
      domain_(domains().node_of(comm.rank())),
      copy_(static_cast<int>(vectors)) {
  for (const int other : domains_of(node())) {
    if (other == domain_) break;
    ++copy_;
  }
}

HierarchicalToAll::Held HierarchicalToAll::nearest(int sender) const {
  const Held original = held(sender);
  if (!makes_copies_) return original;
  return {copy_, original.part, domains().rank(domain_, 0)};
}

/// This rank's part of its domain's copy.
void HierarchicalToAll::spread() {
  if (!makes_copies_) return;
  const Range share = Blocks(length(), domains().size(domain_))[domains().place_of(comm().rank())];
  for (int i = 0; i < senders(); ++i) {
    const auto [vector, part, holder] = held(nth_sender(i));
    const Range common = intersection(share, part);
    comm().copy(vector_of(vector, common.first), vector_of(copy_, common.first), common.count, type(),
                holder);
  }
  meet(copied, domains());
}

/// What lies in one memory is copied as one: a simulation need not look at each part.
void HierarchicalToAll::take_result() {
  if (has_brought_all()) return;
  for (int next = 0; next < senders();) {
    const int first = next, holder = nearest(nth_sender(first)).holder;
    std::int64_t count = 0;
    do count += held(nth_sender(next)).part.count;
    while (++next < senders() && same_memory(holder, nearest(nth_sender(next)).holder));
    comm().copy_pieces(count, type(), holder, [&](const Copy& copy) {
      for (int i = first; i < next; ++i) {
        const int sender = nth_sender(i);
        const auto [vector, part, of] = nearest(sender);
        take_part(sender, vector_of(vector, part.first), copy);
      }
    });
  }
}

}  // namespace collsim
