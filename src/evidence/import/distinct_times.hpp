#pragma once

#include <map>
#include <string>
#include <vector>

#include "evidence/import/benchmark_output.hpp"

namespace collsim {

/// No cell counts twice: a time of the same call on as many ranks of the same run is the same cell.
class DistinctTimes {
 public:
  /// `time`: with all that is known of it; `place`: its file and line. Throws Error with both places for one that was there.
  void add(const ForeignTime& time, const std::string& place);

 private:
  std::map<std::vector<std::string>, std::string> places_;
};

}  // namespace collsim
