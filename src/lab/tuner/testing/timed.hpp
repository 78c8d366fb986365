#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "algorithms/facts/description.hpp"
#include "points/row.hpp"

namespace collsim::testing {

/// What an algorithm takes for a call.
struct Timed {
  int processes;
  std::int64_t bytes;
  const char* algorithm;
  double seconds;
  std::map<std::string, std::string> options = {};
};

inline std::vector<Row> rows_of(const std::string& collective, const std::vector<Timed>& all) {
  std::vector<Row> rows;
  for (const Timed& each : all)
    rows.push_back({{.collective = collective,
                     .algorithm = each.algorithm,
                     .options = describe(collective, each.algorithm).resolve(each.options),
                     .backend = "model",
                     .platform = "star",
                     .overrides = {},
                     .processes = each.processes,
                     .count = each.bytes,
                     .type = "byte"},
                    {.seconds = each.seconds}});
  return rows;
}

}  // namespace collsim::testing
