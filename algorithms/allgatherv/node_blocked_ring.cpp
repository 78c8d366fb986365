#include <algorithm>
#include <array>

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/rounds.hpp"
#include "algorithms/patterns/block_ring.hpp"
#include "algorithms/patterns/node_parts.hpp"
#include "algorithms/patterns/own_block.hpp"

namespace collsim {
namespace {

Places in_node_order(const Places& places, const Nodes& nodes) {
  std::vector<Range> all;
  for (int position = 0; position < nodes.ranks(); ++position)
    all.push_back(places[static_cast<std::size_t>(nodes.rank_at(position))]);
  return all;
}

/// The ring through all nodes, one after the other, by the positions of ranks in node order.
class NodeRing {
 public:
  /// `places`: by rank. `nodes` must outlive it.
  NodeRing(const Nodes& nodes, const Places& places, std::int64_t type_size, const Options& options)
      : nodes_(nodes),
        in_order_(in_node_order(places, nodes)),
        ring_(in_order_, block_length(in_order_, type_size, options)),
        of_node_(static_cast<std::size_t>(nodes.count())) {
    for (int position = 0; position < nodes.ranks(); ++position)
      of_node_[static_cast<std::size_t>(node(position))] += ring_.blocks(position);
  }
  NodeRing(const NodeRing&) = delete;
  NodeRing& operator=(const NodeRing&) = delete;

  const BlockRing& blocks() const { return ring_; }
  /// Whether all nodes have as many blocks: then no rank sends twice in a round.
  bool even() const {
    return std::ranges::all_of(of_node_, [&](std::int64_t blocks) { return blocks == of_node_[0]; });
  }

  /// The rank that sends to a position in a round.
  int sender(int position, std::int64_t round) const {
    const bool returns = is_first(position) && round >= rounds_between(position);
    return nodes_.rank_at(returns ? last(position) : (position + nodes_.ranks() - 1) % nodes_.ranks());
  }

  struct Message {
    int to;       ///< rank
    Range block;  ///< empty: no message
  };

  /// What a position sends, round by round.
  class Sent {
   public:
    Sent(const NodeRing& ring, int position)
        : ring_(ring),
          right_((position + 1) % ring.nodes_.ranks()),
          first_(ring.nodes_.first(ring.node(position))),
          returns_(first_ != position && ring.last(position) == position),
          onward_(ring.ring_, right_),
          back_(ring.ring_, first_) {}

    /// One after the other. To another node go only the blocks that it does not have.
    std::array<Message, 2> next() {
      Message onward{ring_.nodes_.rank_at(right_), onward_.next()};
      Message back{ring_.nodes_.rank_at(first_), back_.next()};
      if (ring_.is_first(right_) && round_ >= ring_.rounds_between(right_)) onward.block = {0, 0};
      if (!returns_ || round_ < ring_.rounds_between(first_)) back.block = {0, 0};
      ++round_;
      if (onward.block.count == 0) return {back, onward};
      return {onward, back};
    }

   private:
    const NodeRing& ring_;
    int right_, first_;  ///< positions
    bool returns_;       ///< to the first of the node the blocks of its other ranks
    BlockRing::Received onward_, back_;
    std::int64_t round_ = 0;
  };

 private:
  int node(int position) const { return nodes_.node_of(nodes_.rank_at(position)); }
  bool is_first(int position) const { return nodes_.first(node(position)) == position; }
  int last(int position) const { return nodes_.first(node(position) + 1) - 1; }
  /// In which the first rank of a node receives from another one.
  std::int64_t rounds_between(int first) const {
    return ring_.blocks() - of_node_[static_cast<std::size_t>(node(first))];
  }

  const Nodes& nodes_;
  Places in_order_;
  BlockRing ring_;
  std::vector<std::int64_t> of_node_;  ///< blocks
};

/// Node-aware blocked ring: the blocked ring through the ranks of one node after the other, however they are numbered. Of a
/// node the first rank receives from other nodes and the last sends to them; the blocks of the node itself return from
/// the last to the first, so that they come from no other node.
///
/// Source:  Traeff, Ripke, Siebert, Balaji, Thakur and Gropp, EuroPVM/MPI 2008 (virtual ranks on clusters of nodes). The way
///          back within the node is this implementation's.
/// Assumes: nothing; any nodes, any p, any block sizes; empty blocks are not sent. Blocks as in blocked_ring.
/// Cost:    that of blocked_ring where all nodes have as many blocks; a round in which the last rank of a node sends to both
///          takes as long as two.
void run(Comm& comm, const Allgatherv& call, const Options& options) {
  const Nodes& nodes = comm.node().nodes();
  const Places places = received(call, comm.size());
  const NodeRing ring(nodes, places, comm.size_of(call.type), options);
  place_own_block(comm, call, places[static_cast<std::size_t>(comm.rank())]);

  const int position = nodes.position_of(comm.rank());
  BlockRing::Received incoming(ring.blocks(), position);
  NodeRing::Sent outgoing(ring, position);
  for (std::int64_t round = 0; round < ring.blocks().rounds(); ++round) {
    const auto [first, second] = outgoing.next();
    exchange_blocks(comm, call.recv, call.type, first.block, first.to, incoming.next(),
                    ring.sender(position, round));
    exchange_blocks(comm, call.recv, call.type, second.block, second.to, {}, -1);
  }
}

Rounds rounds(const Shape& shape, const Options& options) {
  const auto nodes = nodes_of(shape);
  const Places places = blocks(shape);
  const NodeRing ring(*nodes, places, shape.type_size, options);
  Rounds rounds(shape.processes);
  rounds.copy([&](int rank) {
    return shape.in_place ? 0 : places[static_cast<std::size_t>(rank)].count * shape.type_size;
  });
  std::vector<NodeRing::Sent> sent;
  for (int rank = 0; rank < shape.processes; ++rank) sent.emplace_back(ring, nodes->position_of(rank));
  for (std::int64_t round = 0; round < ring.blocks().rounds(); ++round) {
    std::vector<std::array<NodeRing::Message, 2>> messages;
    for (auto& of_rank : sent) messages.push_back(of_rank.next());
    for (const std::size_t turn : {0, 1}) {
      std::vector<int> receivers;  // which the stage keeps, for every round
      for (const auto& of_rank : messages)
        receivers.push_back(of_rank[turn].block.count > 0 ? of_rank[turn].to : -1);
      rounds.send([receivers](int rank) { return receivers[static_cast<std::size_t>(rank)]; },
                  [&](int rank) {
                    return messages[static_cast<std::size_t>(rank)][turn].block.count * shape.type_size;
                  });
    }
  }
  return rounds;
}

bool exact(const Shape& shape, const Options& options) {
  const auto nodes = nodes_of(shape);
  return NodeRing(*nodes, blocks(shape), shape.type_size, options).even() && exact_of<rounds>(shape, options);
}

const Registration<Allgatherv> node_blocked_ring{
    {.name = "node_blocked_ring",
     .source = "Traeff et al. 2008",
     .assumes = "nothing",
     .formula = "n/p*kappa + (n > 0 ? (p - 1)*(alpha + n/p*beta) : 0)",
     .options = block_options(),
     .knows_nodes = true,
     .cost = cost_of<rounds>,
     .exact = exact},
    run};

}  // namespace
}  // namespace collsim
