#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "points/choice.hpp"

namespace collsim {

/// What a measured algorithm is here.
struct MeasuredCounterpart {
  std::string collective = {};  ///< ours
  std::string choice = {};      ///< "ring(segment_bytes=1M)", or `library`; empty: there is none
  std::string why_none = {};
  bool is_known = true;    ///< the name
  std::string stack = {};  ///< what follows the platform's name where other software ran the algorithm
};

/// Which of our algorithms the names of measured ones stand for: a JSON file, described in validation/measured/README.md.
class Counterparts {
 public:
  /// Throws DocumentError.
  explicit Counterparts(const std::filesystem::path& file);

  /// Names of ours stand for themselves unless the file has the very same name. What neither knows has no counterpart, for a reason
  /// that says the nearest names.
  MeasuredCounterpart of(const std::string& collective, const std::string& algorithm) const;

 private:
  struct Pattern {
    std::string name;
    MeasuredCounterpart meaning;
  };

  std::string file_;
  std::map<std::string, std::vector<Pattern>> patterns_;  ///< by measured collective, the longest first
  std::vector<std::pair<std::string, std::string>> stacks_;
};

}  // namespace collsim
