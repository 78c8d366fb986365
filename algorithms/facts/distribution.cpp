#include "algorithms/facts/distribution.hpp"

#include <limits>

#include "algorithms/facts/blocks.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

using Counts = std::vector<std::int64_t>;

/// In equal blocks to the ranks first, first + step, ...
void share(Counts& counts, std::int64_t count, std::size_t first, std::size_t step) {
  const std::size_t sharers = (counts.size() - first + step - 1) / step;
  const Blocks blocks(count, static_cast<std::int64_t>(sharers));
  for (std::size_t i = 0; i < sharers; ++i)
    counts[first + i * step] = blocks[static_cast<std::int64_t>(i)].count;
}

void spike(Counts& counts, std::int64_t count) {
  const std::int64_t others = counts.size() > 1 ? count / 2 : 0;
  counts[0] = count - others;
  if (counts.size() > 1) share(counts, others, 1, 1);
}

/// In proportion to p, p - 1, ..., 1: a rank's block ends where the exact sum up to it does, rounded down.
void linear(Counts& counts, std::int64_t count) {
  const auto p = static_cast<std::int64_t>(counts.size());
  const std::int64_t weights = p * (p + 1) / 2;
  const auto end = [&](std::int64_t ranks) {  // count * weight / weights without overflow
    const std::int64_t weight = ranks * p - ranks * (ranks - 1) / 2;
    return count / weights * weight + count % weights * weight / weights;
  };
  for (std::int64_t i = 0; i < p; ++i) counts[static_cast<std::size_t>(i)] = end(i + 1) - end(i);
}

void geometric(Counts& counts, std::int64_t count) {
  for (std::int64_t& own : counts) {
    own = count - count / 2;
    count /= 2;
  }
  counts.back() += count;
}

Counts shared_out(const std::string& distribution, std::int64_t count, int processes) {
  Counts counts(static_cast<std::size_t>(processes));
  if (distribution == "regular")
    share(counts, count, 0, 1);
  else if (distribution == "broadcast")
    counts[0] = count;
  else if (distribution == "spike")
    spike(counts, count);
  else if (distribution == "half")
    share(counts, count, 0, 2);
  else if (distribution == "linear")
    linear(counts, count);
  else if (distribution == "geometric")
    geometric(counts, count);
  else
    throw Error("unknown distribution '" + distribution + "'" + suggestion(distribution, distributions()));
  return counts;
}

}  // namespace

const std::vector<std::string>& distributions() {
  static const std::vector<std::string> names = {"regular", "broadcast", "spike",
                                                 "half",    "linear",    "geometric"};
  return names;
}

std::vector<int> distribute(const std::string& distribution, std::int64_t count, int processes) {
  std::vector<int> counts;
  for (const std::int64_t block : shared_out(distribution, count, processes)) {
    if (block > std::numeric_limits<int>::max())
      throw Error("distribution '" + distribution + "' has a block of " + std::to_string(block) +
                  " elements, more than an MPI count holds");
    counts.push_back(static_cast<int>(block));
  }
  return counts;
}

}  // namespace collsim
