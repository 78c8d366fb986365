#pragma once

#include <nlohmann/json.hpp>

#include "algorithms/facts/trace.hpp"
#include "points/point.hpp"

namespace collsim {

// How questions and traces travel between processes.

inline void to_json(nlohmann::json& json, const Options& options) {
  json = options.values();
}
inline void from_json(const nlohmann::json& json, Options& options) {
  options = Options(json.get<std::map<std::string, std::string>>());
}
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Point, collective, algorithm, options, backend, network, record, platform,
                                   overrides, processes, ppn, mapping, count, distribution, type, op, root,
                                   in_place, data, loop)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Event, kind, peer, bytes, request, begin, end)

}  // namespace collsim
