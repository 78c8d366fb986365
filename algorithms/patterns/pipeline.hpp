#pragma once

#include <algorithm>
#include <cstdint>

#include "algorithms/facts/description.hpp"

namespace collsim {

/// The stages of a pipeline of which `stage(t)` is round t. But for the first and the last `edge` ones,
/// rounds that are `period` apart are alike: they become one stage, repeated.
template <class StageOf>
Cost pipeline_cost(std::int64_t rounds, std::int64_t period, std::int64_t edge, const StageOf& stage) {
  const std::int64_t begin = std::min(edge, rounds);
  const std::int64_t end = std::max(begin, rounds - edge);
  Cost cost;
  for (std::int64_t t = 0; t < begin; ++t) cost.push_back(stage(t));
  for (std::int64_t t = begin; t < std::min(begin + period, end); ++t) {
    cost.push_back(stage(t));
    cost.back().repeat = (end - t + period - 1) / period;
  }
  for (std::int64_t t = end; t < rounds; ++t) cost.push_back(stage(t));
  return cost;
}

}  // namespace collsim
