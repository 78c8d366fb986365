#include "algorithms/patterns/torus.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>

namespace collsim {
namespace {

/// "8x8x4" as 8, 8, 4; nothing if it is not of this form.
std::optional<std::vector<int>> parse(const std::string& dims) {
  std::vector<int> sizes;
  const char* const end = dims.data() + dims.size();
  for (const char* at = dims.data();; ++at) {
    const auto [next, failure] = std::from_chars(at, end, sizes.emplace_back());
    if (failure != std::errc() || sizes.back() < 1) return std::nullopt;
    if (next == end) return sizes;
    if (*next != 'x') return std::nullopt;
    at = next;
  }
}

}  // namespace

std::vector<int> torus_of(const Options& options, int ranks) {
  const std::string& dims = options.text("dims");
  return dims.empty() ? std::vector{ranks} : parse(dims).value();
}

std::string unless_on_any_torus(const Shape& shape, const Options& options) {
  const std::string& dims = options.text("dims");
  if (dims.empty()) return "";
  const auto torus = parse(dims);
  if (!torus) return "dims '" + dims + "' is not of the form 8x8x4";
  std::int64_t ranks = 1;
  for (const int size : *torus)
    ranks = std::min<std::int64_t>(ranks, shape.processes + 1) * size;  // does not overflow
  if (ranks == shape.processes) return "";
  return "a torus of " + dims + " does not have " + std::to_string(shape.processes) + " ranks";
}

std::string unless_on_torus(const Shape& shape, const Options& options) {
  const auto torus = parse(options.text("dims"));
  if (torus)
    for (const int size : *torus)
      if (!std::has_single_bit(static_cast<unsigned>(size)))
        return "the dimension " + std::to_string(size) + " is not a power of two";
  return unless_on_any_torus(shape, options);
}

}  // namespace collsim
