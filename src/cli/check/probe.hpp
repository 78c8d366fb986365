#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "rules/libraries/target.hpp"

namespace collsim {

/// A program that tells what an MPI library runs (src/probe), compiled by the library's own compiler.
class Probe {
 public:
  /// `launch`: what starts programs of the library, such as 'mpirun -n 8'. The compiler is mpicxx beside it; the program goes into the
  /// folder. Throws Error where there is none for this library, or it cannot be compiled.
  Probe(const Target& target, std::string launch, const std::filesystem::path& folder);

  /// What it prints when it is launched with these arguments and settings. `heard` is told meanwhile what it printed last, as run() does.
  /// Throws Error where it ends badly.
  std::string told(const std::vector<std::string>& arguments, std::map<std::string, std::string> settings,
                   const std::function<void(const std::string& last)>& heard = {}) const;

 private:
  std::string launch_;
  std::filesystem::path program_;
};

/// What the first line of its output that begins with this word says after it; empty without one. A launcher may print lines of its own.
std::string told_after(const std::string& output, const std::string& word);

}  // namespace collsim
