#pragma once

#include <map>
#include <string>
#include <vector>

#include "points/choice.hpp"
#include "rules/libraries/target.hpp"

namespace collsim {

/// What a measured algorithm is here.
struct MeasuredCounterpart {
  std::string collective = {};  ///< ours
  std::string choice = {};      ///< "ring(segment_bytes=1M)", or `library`; empty: there is none
  std::string why_none = {};
  bool is_known = true;    ///< the name
  std::string stack = {};  ///< what follows the platform's name where other software ran the algorithm
};

/// Which of our algorithms the names of measured ones stand for: a JSON file, described in validation/measured/README.md, or the names and
/// numbers of an MPI library (rules/libraries/foreign_algorithms.hpp), as settings force its algorithms.
class Counterparts {
 public:
  /// `asked`: a file, or a library such as openmpi-4.1. `mpi`: a library whose names hold, too, where the file has not the very same;
  /// empty: none. Throws Error.
  explicit Counterparts(const std::string& asked, const std::string& mpi = "");

  /// Names of ours stand for themselves unless the file or the library has the very same name. What neither knows has no counterpart, for a reason
  /// that says the nearest names.
  MeasuredCounterpart counterpart_of(const std::string& collective, const std::string& algorithm) const;

 private:
  struct MeasuredName {
    std::string name;
    MeasuredCounterpart meaning;
  };

  void add_file();
  void add_library(const Target& library);

  std::string asked_;
  std::map<std::string, std::vector<MeasuredName>> patterns_;  ///< by measured collective
  std::vector<std::pair<std::string, std::string>> stacks_;
};

}  // namespace collsim
