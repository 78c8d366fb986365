#pragma once

#include <map>
#include <string>
#include <vector>

#include "algorithms/facts/description.hpp"

namespace collsim {

/// "ring(segment_bytes=8192)" taken apart: a name, and the options that are written with it.
struct Written {
  std::string name;
  std::map<std::string, std::string> options;
};

/// Semicolons separate options as well as commas, as in the column `options` of a result. Throws Error.
Written parse_written(const std::string& entry);

/// An algorithm that another one runs, with values for all its options.
struct Nested {
  const Description* about;
  Options options;
};

/// What is written, of that collective. Stays; any thread may ask. Throws Error, UnknownAlgorithm.
const Nested& nested(const std::string& collective, const std::string& written);

/// The algorithm itself, and those that it runs by these options.
std::vector<const Description*> algorithms_in(const Description& about, const Options& options);

/// Whether the collective has an algorithm of that name.
bool is_registered(const std::string& collective, const std::string& name);

/// Why nested() throws; empty if it does not.
std::string why_not_nested(const std::string& collective, const std::string& written);

}  // namespace collsim
