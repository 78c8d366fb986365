#include "algorithms/patterns/chain.hpp"

#include "algorithms/facts/segments.hpp"

namespace collsim {
namespace {

/// Each rank of the chain with the next one.
Pairs neighbours(int step) {
  return Pairs([step](const Shape& shape) {
    const auto rank = [&](int u) { return (shape.root + step * u + shape.processes) % shape.processes; };
    Pairs::List list;
    for (int u = 0; u + 1 < shape.processes; ++u) list.emplace_back(rank(u), rank(u + 1));
    return list;
  });
}

}  // namespace

/// In round t, link j carries segment t - j. The last segment, which may be shorter, is under way from round
/// s - 1 on, and alone in the last round.
Cost chain_cost(const Shape& shape, const Options& options, bool combines, int step) {
  const std::int64_t links = shape.processes - 1;
  if (links == 0) return {};
  const auto [number, length] = segments(shape.count, shape.type_size, options);
  const std::int64_t full = length * shape.type_size;
  const std::int64_t rest = shape.bytes() - (number - 1) * full;
  const std::int64_t rounds = links + number - 1;
  Cost cost;
  for (std::int64_t t = 0; t < rounds; t += cost.back().repeat) {
    const bool has_last = t >= number - 1;
    Stage stage{.pairs = neighbours(step)};
    stage.repeat = t == links - 1 && !has_last ? number - 1 - t : 1;
    stage.messages = std::min(t, number - 1) - std::max<std::int64_t>(0, t - (links - 1)) + 1;
    stage.volume = has_last ? (stage.messages - 1) * full + rest : stage.messages * full;
    stage.bytes = t == rounds - 1 ? rest : full;
    stage.reduced = combines ? stage.bytes : 0;
    cost.push_back(stage);
  }
  return cost;
}

}  // namespace collsim
