#pragma once

#include <cstdio>
#include <string>

#include "rules/rules.hpp"

namespace collsim {

/// What rank 0's environment says, and the file that it names, on all ranks: with their own, ranks could choose
/// differently.
struct DropinSettings {
  Rules rules;
  std::string report_to;  ///< empty: nowhere; "1": stderr; else a file
  std::FILE* report_stream =
      nullptr;  ///< on rank 0, open from the start: the program may change its directory
  int ppn = 0;  ///< of how many ranks of a machine a node is at most; 0: of all

  /// Collective over job(). Throws Error, maybe on some ranks only.
  static DropinSettings read();
  /// What read() would find wrong in this rank's own environment; empty: nothing. Writes and sends nothing.
  static std::string complaint();

  /// Whether a rule names an algorithm.
  bool choose() const;
};

}  // namespace collsim
