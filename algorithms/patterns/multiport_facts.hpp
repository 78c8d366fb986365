#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/facts/blocks.hpp"
#include "algorithms/facts/rounds.hpp"
#include "algorithms/patterns/butterfly.hpp"

namespace collsim {

/// Several ports of a node used at once: the vector is cut into as many parts, each of which travels along a butterfly of its own on
/// a torus of D dimensions. Part i begins along dimension i mod D, the first D one way round and the next D the other, so
/// that up to 2D parts use different links in every round. In a round a rank posts the messages of all parts, and goes on when all are
/// done. A thread for each port copies its part of the blocks; the combines of the parts follow each other, since all cores may
/// take part in each.
///
/// Source:  De Sensi, Bonato, Saam and Hoefler, NSDI 2024, arXiv:2401.09356, for swing; De Sensi et al., SC 2025,
///          arXiv:2508.17311, for Bine trees, which are swing's on a torus.

/// The butterfly of one part, p a power of two; the root has label 0.
class PortButterfly {
 public:
  PortButterfly(const std::vector<int>& torus, int root, int port);
  int partner(int rank, int round) const { return rank_of(butterfly_.partner(number(rank), round)); }
  int block(int rank) const { return butterfly_.block(number(rank)); }
  int rounds() const { return butterfly_.rounds(); }

 private:
  struct PortSide {
    int size, root;  ///< length, a power of two, and where the root is
    int places;      ///< of a rank in base 2, below those along this side
    int turned;      ///< likewise of a rank's number
  };
  /// A rank's place where the root is at the origin, the part's first dimension varies slowest, and the other way round counts backwards.
  int number(int rank) const;
  int rank_of(int number) const;

  std::vector<PortSide> sides_;
  int direction_;
  Butterfly butterfly_;
};

/// What a rank does in a round for one part: elements of the vector that it sends to a partner and receives from it.
struct Transfer {
  int partner;
  std::optional<Range> out, in;
};

/// A phase of all parts: the root's vector to all, or a block to each; all blocks to all, those that a rank has passed on in
/// a scatter of single blocks (BlockStream) left out or not; all blocks to the root; halves exchanged and combined until each rank has its
/// block; whole vectors exchanged and combined.
enum class Phase { broadcast, scatter, allgather, complete, gather, reduce_scatter, exchange };

/// What comes to a rank of the tree along which a part is scattered in a message for each block, which goes on as it comes: its own
/// block, then those of the child with the most of them, in the order in which that one takes them, and so on. A block comes in every
/// round from `start` on, and leaves in the one after.
struct BlockStream {
  /// `block`: the rank's, of p, a power of two.
  BlockStream(int block, int processes);

  struct Stop {
    int block;
    int blocks;  ///< of the child to which it goes; 0: it is the rank's own
  };
  /// The one that comes after so many others.
  Stop stop(int before) const;
  bool is_root() const { return own == 0; }
  bool holds(int first, int number) const { return first >= own && first + number <= own + width; }

  int own;
  int width;  ///< blocks, the rank's own and those that follow it
  int start;  ///< of the root, which has all of them, as if it took them too
};

class Multiport {
 public:
  /// A vector of `count` elements that consists of so many blocks, each of which is cut into as many parts as there are ports; part i of
  /// all blocks follows part i - 1 of all.
  Multiport(int processes, int root, std::int64_t count, const Options& options, int blocks = 1);

  int processes() const { return processes_; }
  int ports() const { return static_cast<int>(parts_.size()); }
  int rounds() const { return butterflies_.front().rounds(); }
  const Range& part(int port) const { return parts_[static_cast<std::size_t>(port)]; }
  /// Bytes that a thread copies of one block, of the largest part.
  std::int64_t of_a_block(std::int64_t type_size) const { return part(0).count / processes_ * type_size; }
  /// The range of that part in which a rank's block travels.
  Range block(int port, int rank) const { return blocks(port, butterfly(port).block(rank), 1); }
  /// The range of `width` of its p blocks, from `first` on.
  Range blocks(int port, int first, int width) const;
  Transfer transfer(Phase phase, int port, int rank, int round) const;
  BlockStream stream(int port, int rank) const { return {butterfly(port).block(rank), processes_}; }
  /// Whom a rank meets in the round in which so many blocks change hands.
  int partner(int port, int rank, int blocks) const;
  /// The round that comes after so many others.
  int round(Phase phase, int before) const;

 private:
  const PortButterfly& butterfly(int port) const { return butterflies_[static_cast<std::size_t>(port)]; }

  int processes_;
  std::vector<PortButterfly> butterflies_;  ///< by port
  std::vector<Range> parts_;                ///< by port
};

/// Adds the rounds of a scatter of single blocks, over one port.
void add_block_stream(Rounds& rounds, const Multiport& ports, std::int64_t type_size);
/// `packs`: see combine_phase().
void add_rounds(Rounds& rounds, const Multiport& ports, Phase phase, std::int64_t type_size,
                bool packs = false);
/// How many of the p blocks that a phase moves each rank copies before it and after it. One rank alone keeps its own.
struct BlockCopies {
  std::function<int(int rank)> before, after;
};
Rounds rounds_of_blocks(const Shape& shape, const Options& options, Phase phase, const BlockCopies& blocks,
                        bool packs = false);

/// Whether all messages of a part and round are as large as each other. Else ports serve in an order that no closed form tells.
bool parts_are_alike(const Shape& shape, const Options& options);

/// `more`: of the algorithm's own.
std::vector<OptionSpec> multiport_options();
std::vector<OptionSpec> multiport_options(const OptionSpec& more);
std::string unless_multiport(const Shape& shape, const Options& options);

}  // namespace collsim
