#include "algorithms/patterns/block_ring.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace collsim {
namespace {

/// Bytes of a block by the rule `optimal`: z of p contributions are empty, and the others' last blocks are
/// half full on average.
double optimal_bytes(const Places& places, std::int64_t type_size, const Options& options) {
  const auto empty = std::count_if(places.begin(), places.end(), [](const Range& r) { return r.count == 0; });
  const auto overlapping = static_cast<std::int64_t>(places.size()) + empty - 2;
  const double bytes = static_cast<double>(places.total()) * static_cast<double>(type_size);
  const double alpha = static_cast<double>(options.integer("alpha_ns")) * 1e-3;  // us
  const double alpha_over_beta = alpha * static_cast<double>(options.integer("bytes_per_us"));
  return overlapping > 0 ? std::sqrt(2 * alpha_over_beta * bytes / static_cast<double>(overlapping)) : bytes;
}

}  // namespace

std::vector<OptionSpec> block_options() {
  return {{"rule", "min", "how the size of blocks is chosen", {"min", "fixed", "optimal"}},
          {"block_bytes", "32768", "of `fixed` a block's bytes, of `min` their least", {}, 1},
          {"alpha_ns", "1000", "of `optimal` a message's latency"},
          {"bytes_per_us", "1000", "of `optimal` the bandwidth of a link"}};
}

std::int64_t block_length(const Places& places, std::int64_t type_size, const Options& options) {
  const auto less = [](const Range& a, const Range& b) { return a.count < b.count; };
  const auto [least, most] = std::minmax_element(places.begin(), places.end(), less);
  const std::int64_t size = std::max<std::int64_t>(1, type_size);
  const std::int64_t given = options.integer("block_bytes") / size;
  std::int64_t length = given;
  if (options.text("rule") == "min") {
    // Equal parts of the largest, because blocks of exactly the least contribution would leave one more, nearly
    // empty, to contributions that are one element longer, and so double the rounds of a regular distribution.
    const std::int64_t parts = most->count / std::max<std::int64_t>(1, std::max(least->count, given));
    length = parts > 0 ? (most->count + parts - 1) / parts : most->count;
  }
  if (options.text("rule") == "optimal") {
    const double bytes = optimal_bytes(places, size, options);
    length = static_cast<std::int64_t>(std::min(bytes, static_cast<double>(most->count * size))) / size;
  }
  return std::clamp<std::int64_t>(length, 1, std::max<std::int64_t>(1, most->count));
}

BlockRing::BlockRing(const Places& places, std::int64_t length) : places_(&places), length_(length) {
  std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
  for (int position = 0; position < positions(); ++position) {
    number_ += blocks(position);
    fewest = std::min(fewest, blocks(position));
  }
  rounds_ = positions() > 1 ? number_ - fewest : 0;
}

std::int64_t BlockRing::blocks(int position) const {
  const std::int64_t count = (*places_)[static_cast<std::size_t>(position)].count;
  return std::max<std::int64_t>(1, (count + length_ - 1) / length_);
}

Range BlockRing::Received::next() {
  if (left_ == 0) return {0, 0};
  --left_;
  if (piece_ == 0) {
    owner_ = (owner_ == 0 ? ring_->positions() : owner_) - 1;
    piece_ = ring_->blocks(owner_);
  }
  return (*ring_->places_)[static_cast<std::size_t>(owner_)].segment(--piece_, ring_->length_);
}

void exchange_blocks(Comm& comm, void* vector, Datatype type, const Range& out, int to, const Range& in,
                     int from) {
  const Aint extent = comm.extent(type);
  const auto place = [&](const Range& block) { return element(vector, block.first, extent); };
  if (out.count > 0 && in.count > 0)
    comm.sendrecv(place(out), out.count, to, place(in), in.count, from, type);
  else if (out.count > 0)
    comm.send(place(out), out.count, type, to);
  else if (in.count > 0)
    comm.recv(place(in), in.count, type, from);
}

}  // namespace collsim
