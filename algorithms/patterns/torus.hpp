#pragma once

#include <string>
#include <vector>

#include "algorithms/facts/description.hpp"

namespace collsim {

/// The torus on which an algorithm takes ranks to lie, in row-major order: the last side varies fastest.

/// A vector travels in so many parts at most at once: a torus of many dimensions has links for 40.
constexpr std::int64_t most_torus_parts = 64;

inline OptionSpec torus_option() {
  return {"dims", "", "the torus, as 8x8x4; empty: a ring"};
}
/// Gives its sides; without the option, one of `ranks`. Only where unless_on_torus() or unless_on_any_torus() is empty.
std::vector<int> torus_of(const Options& options, int ranks);
/// Why the option is no torus of so many ranks; empty if it is one, or not given.
std::string unless_on_any_torus(const Shape& shape, const Options& options);
/// Why the option is no torus of so many ranks whose sides are powers of two; empty if it is one, or not given.
std::string unless_on_torus(const Shape& shape, const Options& options);

}  // namespace collsim
