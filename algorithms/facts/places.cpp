#include "algorithms/facts/places.hpp"

#include <algorithm>

namespace collsim {

Places::Table::Table(std::vector<Range> all) : blocks(std::move(all)) {
  before.reserve(blocks.size() + 1);
  std::optional<std::int64_t> end;
  for (const Range& block : blocks) {
    before.push_back(before.back() + block.count);
    most = std::max(most, block.count);
    extent = std::max(extent, block.first + block.count);
    if (block.count == 0) continue;
    if (!end) start = block.first;
    in_sequence = in_sequence && end.value_or(block.first) == block.first;
    end = block.first + block.count;
  }
}

Places::Places(std::vector<Range> blocks) : processes_(blocks.size()) {
  if (!blocks.empty()) table_ = std::make_shared<const Table>(std::move(blocks));
}

Places places(const Blocks& blocks, int processes) {
  std::vector<Range> all;
  for (int rank = 0; rank < processes; ++rank) all.push_back(blocks[rank]);
  return all;
}

Places places(std::span<const int> counts, std::span<const std::int64_t> displacements) {
  std::vector<Range> all;
  for (std::size_t rank = 0; rank < counts.size(); ++rank) all.push_back({displacements[rank], counts[rank]});
  return all;
}

Places places(std::span<const int> counts) {
  std::vector<Range> all;
  std::int64_t end = 0;
  for (const int count : counts) {
    all.push_back({end, count});
    end += count;
  }
  return all;
}

Places packed(const Places& places) {
  if (places.equal()) return places;
  std::vector<Range> all;
  for (std::size_t rank = 0; rank < places.size(); ++rank)
    all.push_back({places.before(rank), places[rank].count});
  return all;
}

Places slice(const Places& places, int first, int width) {
  std::vector<Range> some;
  for (int i = 0; i < width; ++i) some.push_back(places[static_cast<std::size_t>(first + i) % places.size()]);
  return some;
}

}  // namespace collsim
