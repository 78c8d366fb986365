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

}  // namespace collsim
