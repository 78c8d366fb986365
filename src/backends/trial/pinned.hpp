#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "platforms/properties.hpp"

namespace collsim {

/// What the network's adapter may read and write of a rank's temporary vectors: their pages are pinned for it. As UCX does
/// (src/ucs/memory/rcache.c), the library remembers what it has had pinned, and whatever meets that in an aligned piece of memory
/// it has pinned anew together with it. A vector that the system gives anew at every call is unknown each time.
class Pinned {
 public:
  /// `rate`: of pinning, bytes per second, and from which size on vectors are given anew. `alignment`: bytes.
  Pinned(const RateFrom& rate, double alignment)
      : rate_(rate), alignment_(static_cast<std::int64_t>(alignment)) {}

  bool knows(std::size_t bytes) const { return rate_.holds(static_cast<double>(bytes)); }
  /// How many such vectors there are.
  std::size_t vectors() const { return vectors_.size(); }
  void add(const std::byte* memory, std::size_t bytes) { vectors_.push_back({memory, memory + bytes, {}}); }
  /// The vector taken last goes.
  void remove(const std::byte* memory) {
    if (!vectors_.empty() && vectors_.back().begin == memory) vectors_.pop_back();
  }
  /// Seconds until a message's data may be read or written.
  double seconds(const void* data, std::int64_t bytes) {
    const auto* const begin = static_cast<const std::byte*>(data);
    const auto its = std::ranges::find_if(
        vectors_, [&](const Vector& vector) { return vector.begin <= begin && begin + bytes <= vector.end; });
    if (its == vectors_.end() || bytes == 0) return 0;
    const std::int64_t first = header + (begin - its->begin), last = first + bytes;
    return static_cast<double>(pin(its->pinned, {first / alignment_ * alignment_,
                                                 (last + alignment_ - 1) / alignment_ * alignment_})) /
           rate_.rate;
  }

 private:
  static constexpr std::int64_t header =
      16;  ///< bytes of malloc's before a vector, behind the edge of a page

  struct Stretch {
    std::int64_t begin, end;
  };
  struct Vector {
    const std::byte *begin, *end;
    std::vector<Stretch> pinned;  ///< none meets another
  };

  /// Returns how many bytes are pinned for that.
  static std::int64_t pin(std::vector<Stretch>& pinned, Stretch added) {
    const auto holds = [&](const Stretch& known) {
      return known.begin <= added.begin && added.end <= known.end;
    };
    if (std::ranges::any_of(pinned, holds)) return 0;
    std::erase_if(pinned, [&](const Stretch& known) {
      if (known.end <= added.begin || added.end <= known.begin) return false;
      added = {std::min(known.begin, added.begin), std::max(known.end, added.end)};
      return true;
    });
    pinned.push_back(added);
    return added.end - added.begin;
  }

  RateFrom rate_;
  std::int64_t alignment_;
  std::vector<Vector> vectors_;
};

}  // namespace collsim
