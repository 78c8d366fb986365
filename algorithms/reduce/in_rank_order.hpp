#pragma once

#include <bit>
#include <vector>

#include "algorithms/call.hpp"
#include "algorithms/patterns/late_ranks.hpp"

namespace collsim {

/// The imbalance-tolerant reduce that gives the same bits whoever comes first: a rank that comes leaves its vector on its
/// node and goes, and the last one adds up all of them in the order of ranks. The nodes' sums go up a binomial tree, in
/// which those below a node are its neighbours. Unlike in order of arrival, early ranks do no work of late ones.
class InRankOrder final : public LateRanks {
 public:
  InRankOrder(Comm& comm, const Reduce& call)
      : LateRanks(comm, call.type),
        call_(call),
        vectors_(node().size(), call.count, comm.layout(call.type)),
        first_(shared(vectors_)) {}

  void run() {
    const bool complete = bring();
    if (comm().rank() == agent(here()) && collects())
      collect(complete);
    else if (complete)
      hand_on();
    if (is_root() && agent(0) != call_.root) comm().recv(call_.recv, call_.count, type(), agent(0));
    leave();
  }

 private:
  int here() const { return node().number(); }
  bool is_root() const { return comm().rank() == call_.root; }
  /// Whom sums of the nodes below are sent to.
  int agent(int node) const {
    return node == 0 && nodes().node_of(call_.root) == 0 ? call_.root : nodes().rank(node, 0);
  }
  /// The i-th node below is as many numbers above this one as the i-th power of two.
  int below() const {
    const int free = here() == 0 ? nodes().count() : here() & -here();
    return std::bit_width(static_cast<unsigned>(std::min(free, nodes().count() - here()) - 1));
  }
  int above() const { return here() & (here() - 1); }
  bool collects() const { return here() == 0 || below() > 0; }
  void* vector_of(int place) const { return vectors_.element_at(first_, place); }
  /// Where the sum of this node's vectors is, and in whose memory.
  void* sum() const { return vector_of(node().size() - 1); }
  int holder_of_sum() const { return node().rank(node().size() - 1); }

  /// Whether this rank is the last of its node; then the sum is there.
  bool bring() {
    const void* own = call_.send == MPI_IN_PLACE ? call_.recv : call_.send;
    comm().copy(own, vector_of(node().place()), call_.count, type());
    int come = 0;
    for (int seen = 0; (seen = compare_exchange(come, come + 1)) != come;) come = seen;
    if (come + 1 < node().size()) return false;
    for (int place = 1; place < node().size(); ++place)
      add(vector_of(place - 1), vector_of(place), node().rank(place));
    tell();
    return true;
  }

  /// The left operand to that of the ranks behind.
  void add(const void* vector, void* sum, int holder) {
    comm().reduce_local(vector, sum, call_.count, type(), call_.op, holder);
  }

  /// Sends to this node's agent where it collects, else to that above.
  void hand_on() {
    if (collects())
      send(nullptr, 0, agent(here()));
    else
      send(sum(), call_.count, agent(above()));
  }

  /// The sums of the nodes below and of this one come in any order, and are added up in that of nodes.
  void collect(bool complete) {
    const Vectors arrivals(below(), call_.count, comm().layout(type()));
    const Scratch incoming = comm().scratch(arrivals);
    std::vector<void*> sums(static_cast<std::size_t>(below()) + 1);
    std::size_t added = 0;  // the last of those that are added up
    int come = 0;
    const auto go_on = [&] {
      for (; added + 1 < sums.size() && sums[added] && sums[added + 1]; ++added)
        add(sums[added], sums[added + 1], added == 0 ? holder_of_sum() : -1);
    };
    if (complete) sums[0] = sum();
    for (int left = below() + (complete ? 0 : 1); left > 0; --left) {
      void* const place = arrivals.element_at(incoming.data(), come);
      const int from = recv_any(place, come < below() ? call_.count : 0);
      if (nodes().node_of(from) == here()) {
        await(from);
        sums[0] = sum();
      } else {
        const auto distance = static_cast<unsigned>(nodes().node_of(from) - here());
        sums[static_cast<std::size_t>(std::bit_width(distance))] = place;
        ++come;
      }
      go_on();
    }
    deliver(sums.back());
  }

  void deliver(const void* total) {
    if (here() > 0) return send(total, call_.count, agent(above()));
    if (is_root()) return comm().copy(total, call_.recv, call_.count, type());
    comm().send(total, call_.count, type(), call_.root);
  }

  const Reduce& call_;
  Vectors vectors_;  ///< in the segment, by place
  void* first_;
};

}  // namespace collsim
