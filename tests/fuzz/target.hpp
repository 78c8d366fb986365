#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "support/memory_file.hpp"

namespace collsim::fuzz {

/// What is fed with bytes: it either understands them or throws Error.
struct Target {
  std::string name;  ///< of its file in targets/, its line in targets.txt and its folder in corpus/
  void (*read)(const std::string& bytes);
};

/// Every target, in no order.
std::vector<Target>& targets();
/// Throws Error with the nearest names.
const Target& target(const std::string& name);

/// Enters a target in targets().
struct Registration {
  explicit Registration(const Target& target) { targets().push_back(target); }
};

/// Whatever else than a line of complaint comes out of the target is its failure, and thrown as std::logic_error.
void feed(const Target& target, const std::string& bytes);

/// The name of a file in memory, for what reads files by name.
std::filesystem::path path_of(const MemoryFile& file);

}  // namespace collsim::fuzz
