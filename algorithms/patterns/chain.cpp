#include "algorithms/patterns/chain.hpp"

#include <algorithm>
#include <memory>

#include "algorithms/facts/segments.hpp"
#include "algorithms/patterns/pipeline.hpp"

namespace collsim {
namespace {

/// In calls of this shape, the ranks of each chain with the next one, and the root with the first ones. All rounds have the same list.
Pairs neighbours(const Chains& chains, int step, const Shape& shape) {
  const auto rank = [&](int u) { return (shape.root + step * u + shape.processes) % shape.processes; };
  auto list = std::make_shared<Pairs::List>();
  for (int u = 1; u < shape.processes; ++u) list->emplace_back(rank(chains.is_head(u) ? 0 : u - 1), rank(u));
  return Pairs([list](const Shape&) { return *list; });
}

}  // namespace

Chains::Chains(int processes, const Options& options)
    : processes_(processes),
      number_(static_cast<int>(std::min<std::int64_t>(options.integer("chains"), processes - 1))),
      longest_(number_ == 0 ? 0 : (processes - 2) / number_ + 1),
      longer_(processes - 1 - (longest_ - 1) * number_) {}

OptionSpec Chains::option() {
  return {"chains", "1", "that start at the root, which serves them in turn; Open MPI's default is 4", {}, 1};
}

bool Chains::is_head(int u) const {
  const int in_longer = longer_ * longest_;
  return u <= in_longer ? (u - 1) % longest_ == 0 : (u - 1 - in_longer) % (longest_ - 1) == 0;
}

/// With f chains, link j of chain c carries segment i in round i f + c + j, counted from the root's end on the way down and from the
/// other on the way up, where shorter chains begin later.
Cost chain_cost(const Shape& shape, const Options& options, bool combines, int step) {
  if (shape.processes == 1) return {};
  const Chains chains(shape.processes, options);
  const std::int64_t f = chains.number();
  const Segments cut = segments(shape.count, shape.type_size, options);
  const std::int64_t number = cut.number, full = cut.length * shape.type_size;
  const std::int64_t rest = shape.bytes() - (number - 1) * full;
  const auto begin = [&](int chain) {
    return chain + (combines ? chains.longest() - chains.length(chain) : 0);
  };
  std::int64_t late = 0;
  for (int chain = 0; chain < f; ++chain)
    late = std::max<std::int64_t>(late, begin(chain) + chains.length(chain));
  const std::int64_t rounds = (number - 1) * f + late;
  const Pairs pairs = neighbours(chains, step, shape);
  return pipeline_cost(rounds, f, late, [&](std::int64_t t) {
    Stage stage{.pairs = pairs};
    for (int chain = 0; chain < f; ++chain) {
      const std::int64_t since = t - begin(chain), ranks = chains.length(chain);
      const std::int64_t oldest = since < ranks ? 0 : (since - ranks) / f + 1;
      const std::int64_t newest = since < 0 ? -1 : std::min(since / f, number - 1);
      if (newest < oldest) continue;
      const bool has_last = newest == number - 1;
      stage.messages += newest - oldest + 1;
      stage.volume += (newest - oldest) * full + (has_last ? rest : full);
      stage.bytes = std::max(stage.bytes, has_last && newest == oldest ? rest : full);
    }
    stage.reduced = combines ? stage.bytes : 0;
    return stage;
  });
}

bool chain_is_exact(const Shape& shape, const Options& options) {
  const auto [number, length] = segments(shape.count, shape.type_size, options);
  return number * length == shape.count || Chains(shape.processes, options).number() <= 1;
}

}  // namespace collsim
