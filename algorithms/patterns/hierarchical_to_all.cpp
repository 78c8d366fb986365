#include "algorithms/patterns/hierarchical_to_all.hpp"

namespace collsim {

namespace {

/// Which of so many domains of neighbours a place of the node is in.
int domain_of(int place, const Blocks& domains) {
  int domain = 0;
  while (place >= domains[domain].first + domains[domain].count) ++domain;
  return domain;
}

}  // namespace

HierarchicalToAll::HierarchicalToAll(Comm& comm, const Options& options, const Roles& roles,
                                     MPI_Datatype type, std::int64_t length, std::int64_t elements,
                                     std::int64_t vector)
    : Hierarchical(comm, options, roles, type,
                   elements + (domains_of(options) > 1 ? domains_of(options) * length : 0), vector),
      length_(length),
      makes_copies_(domains_of(options) > 1) {
  const Blocks domains(node().size(), domains_of(options));
  const int number = domain_of(node().place(), domains);
  domain_ = domains[number];
  copy_ = elements + number * length;
}

HierarchicalToAll::Held HierarchicalToAll::nearest(int sender) const {
  const Held part = held(sender);
  if (!makes_copies_) return part;
  return {{copy_ + part.first, part.place.count}, part.first, node().rank(static_cast<int>(domain_.first))};
}

/// This rank's part of its domain's copy.
void HierarchicalToAll::spread() {
  if (!makes_copies_) return;
  const Range share = Blocks(length_, domain_.count)[node().place() - domain_.first];
  for (int i = 0; i < senders(); ++i) {
    const auto [place, first, holder] = held(nth_sender(i));
    const Range common = intersection(share, {first, place.count});
    comm().copy(at(place.first + common.first - first), at(copy_ + common.first), common.count, type(),
                holder);
  }
  meet(copied, domain_);
}

/// What lies in one memory is copied as one: a simulation need not look at each part.
void HierarchicalToAll::take() {
  if (has_brought_all()) return;
  for (int next = 0; next < senders();) {
    const int first = next, holder = nearest(nth_sender(first)).holder;
    std::int64_t count = 0;
    do count += held(nth_sender(next)).place.count;
    while (++next < senders() && comm().same_memory(holder, nearest(nth_sender(next)).holder));
    comm().copy_pieces(count, type(), holder, [&](const Copy& copy) {
      for (int i = first; i < next; ++i) {
        const int sender = nth_sender(i);
        take(sender, at(nearest(sender).place.first), copy);
      }
    });
  }
}

}  // namespace collsim
