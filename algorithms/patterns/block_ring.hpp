#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/comm.hpp"
#include "algorithms/facts/description.hpp"
#include "algorithms/patterns/places.hpp"

namespace collsim {

/// Options of all rings of blocks: how long a block is.
std::vector<OptionSpec> block_options();

/// Elements of a block, by those options.
///
/// Source: Traeff, Ripke, Siebert, Balaji, Thakur and Gropp, EuroPVM/MPI 2008.
std::int64_t block_length(const Places& places, std::int64_t type_size, const Options& options);

/// The ring of the blocks of all contributions, each of them cut into at least one.
class BlockRing {
 public:
  /// `places`: in the order of the ring; must outlive it.
  BlockRing(const Places& places, std::int64_t length);

  /// The blocks of all contributions.
  std::int64_t blocks() const { return number_; }
  /// The blocks of one contribution.
  std::int64_t blocks(int position) const;
  std::int64_t rounds() const { return rounds_; }

  /// What a position of the ring receives from its left, round by round: the blocks before its own, one after another,
  /// until it has all. Empty: no message. A place on the ring rather than a list of it: every rank would have one.
  class Received {
   public:
    Received(const BlockRing& ring, int position)
        : ring_(&ring), owner_(position), left_(ring.number_ - ring.blocks(position)) {}

    Range next();

   private:
    const BlockRing* ring_;
    int owner_;
    std::int64_t piece_ = 0;  ///< of the owner, the last that was received
    std::int64_t left_;
  };

 private:
  int positions() const { return static_cast<int>(places_->size()); }

  const Places* places_;
  std::int64_t length_;
  std::int64_t number_ = 0;
  std::int64_t rounds_ = 0;
};

/// Sends a block of the vector to one rank while another one comes from another. Empty blocks are neither sent nor received.
void exchange_blocks(Comm& comm, void* vector, Datatype type, const Range& out, int to, const Range& in,
                     int from);

}  // namespace collsim
