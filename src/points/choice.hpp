#pragma once

#include <string>
#include <vector>

#include "algorithms/facts/description.hpp"

namespace collsim {

/// An algorithm with values for all its options.
struct Choice {
  const Description* about;
  Options options;
};

/// The collectives of which some algorithm is known, sorted.
std::vector<std::string> known_collectives();

/// What an entry of a scenario's algorithms stands for: a name ("ring"), a pattern ("rec*", which never takes
/// `library`), either with options ("ring(segment_bytes=8K)", several separated by commas); the value of a
/// numeric option may be a range and then stands for each of its numbers. An option that takes an algorithm takes it with its
/// options ("hierarchical(inter=ring(segment_bytes=8K))"). Throws Error with the nearest
/// names.
std::vector<Choice> choose(const std::string& collective, const std::string& entry);

}  // namespace collsim
