#pragma once

#include <string>

#include "algorithms/facts/description.hpp"

namespace collsim {

/// What sends calls over the network that combines, and which.
inline constexpr const char* collective_network_source =
    "MPICH, src/mpid/dcmfd/src/coll, its device for the Blue Gene/P";

inline Stage traversal(std::int64_t bytes) {
  return {.traversals = bytes > 0 ? 1 : 0, .traversed = bytes};
}

inline Cost traversal_cost(const Shape& shape, const Options&) {
  return {traversal(shape.bytes())};
}

/// Where the network combines is its own affair.
inline std::string refuse_ordered(const Shape& shape, const Options&) {
  return shape.commutative ? ""
                           : "the operator does not commute, and the network combines in an order of its own";
}

}  // namespace collsim
