#pragma once

#include <set>
#include <string>
#include <vector>

namespace collsim {

/// A command of collsim, whichever program performs it.
struct Verb {
  const char* name;
  const char* usage;
  std::set<std::string> flags;  ///< as allow_flags() takes them
};

const std::vector<Verb>& verbs();
/// Throws Error with the nearest names, for an empty name with all.
const Verb& verb(const std::string& name);
/// What --help prints.
std::string help();

}  // namespace collsim
