#include "backends/trial/ways.hpp"

#include <algorithm>

namespace collsim {
namespace {

constexpr std::size_t most_places = std::size_t{1} << 24U;  // 64 MB: all ways between 4096 nodes

}  // namespace

std::size_t Ways::kind(int from, int to) {
  if (uniform_ && from != to) from = 0, to = 1;
  if (!last_.second || last_.first != to - from) last_ = {to - from, &known_[to - from]};
  auto& row = *last_.second;
  const auto place = static_cast<std::size_t>(std::min(from, to));
  if (place >= row.size()) {
    if (places_ + place + 1 - row.size() > most_places) return found(from, to);
    places_ += place + 1 - row.size();
    row.resize(place + 1);
  }
  if (row[place] == 0) row[place] = static_cast<std::uint32_t>(found(from, to) + 1);
  return row[place] - 1;
}

std::size_t Ways::found(int from, int to) {
  Way way{.latency = network_->route(from, to, links_)};
  for (const int link : links_) way.per_byte = std::max(way.per_byte, 1 / network_->bandwidth(link));
  const auto [number, is_new] = numbers_.emplace(way, kinds_.size());
  if (is_new) kinds_.push_back(way);
  return number->second;
}

}  // namespace collsim
