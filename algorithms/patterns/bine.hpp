#pragma once

#include "algorithms/patterns/butterfly.hpp"

namespace collsim {

/// Binomial negabinary trees and butterflies: swing on a ring, counted from the root. Those that meet in
/// round s are (2^(s+1) +- 1) / 3 ranks apart, two thirds of recursive doubling's 2^s, and for a tree the
/// rounds run backwards.
///
/// Source: De Sensi et al., SC 2025, arXiv:2508.17311.
inline Butterfly bine(int processes, int root = 0) {
  const Fold fold(processes, root);
  return {fold, {fold.survivors()}};
}

/// The inverse of Butterfly::block for a power of two of ranks: whose blocks lie side by side where those that
/// travel together do.
inline std::vector<int> ranks_by_block(const Butterfly& butterfly) {
  std::vector<int> ranks(static_cast<std::size_t>(butterfly.fold().survivors()));
  for (int rank = 0; rank < std::ssize(ranks); ++rank)
    ranks[static_cast<std::size_t>(butterfly.block(rank))] = rank;
  return ranks;
}

/// The round in which every rank's block goes to, or comes from, the place where it lies among those that travel
/// together; blocks that lie there already are copied (`copies`) meanwhile, so that the sum bounds it from above.
inline Stage displace_stage(const Shape& shape, bool copies) {
  const Butterfly butterfly = bine(shape.processes);
  const std::int64_t block = shape.bytes() / shape.processes;
  Stage stage{.bytes = block, .copied = copies ? block : 0, .pairs = pairs::to([butterfly](int rank) {
                                                              return butterfly.block(rank) == rank
                                                                         ? -1
                                                                         : butterfly.block(rank);
                                                            })};
  for (int rank = 0; rank < shape.processes; ++rank) stage.messages += butterfly.block(rank) == rank ? 0 : 1;
  stage.volume = stage.messages * block;
  if (stage.messages == 0) stage.bytes = 0;
  return stage;
}

}  // namespace collsim
