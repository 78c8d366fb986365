#include "backends/fast/types/type_map.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>

namespace collsim::fast {
namespace {

/// A type told by the definition, one byte at a time, to judge the engine's by.
struct TypeModel {
  std::vector<std::int64_t> bytes;  ///< where every byte of data is, in the order of messages
  std::int64_t lower, extent;

  /// So many elements, one extent apart, from there on.
  std::vector<std::int64_t> vector(std::int64_t at, int count) const {
    std::vector<std::int64_t> all;
    for (int i = 0; i < count; ++i)
      for (const std::int64_t byte : bytes) all.push_back(at + i * extent + byte);
    return all;
  }
};

struct Modeled {
  TypeMap type;
  TypeModel model;
};

Modeled basic(int which) {
  constexpr std::array<std::pair<int, int>, 4> sizes = {{{1, 1}, {4, 4}, {8, 8}, {12, 16}}};
  const auto [size, extent] = sizes[static_cast<std::size_t>(which)];
  Modeled made{{size, extent}, {{}, 0, extent}};
  for (int byte = 0; byte < size; ++byte) made.model.bytes.push_back(byte);
  return made;
}

Modeled pieces(const std::vector<int>& counts, const std::vector<Aint>& places, const Modeled& part) {
  TypeModel model{{}, INT64_MAX, 0};
  std::int64_t upper = INT64_MIN;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    for (const std::int64_t byte : part.model.vector(places[i], counts[i])) model.bytes.push_back(byte);
    for (int element = 0; element < counts[i]; ++element) {
      const std::int64_t at = places[i] + element * part.model.extent + part.model.lower;
      model.lower = std::min(model.lower, at);
      upper = std::max(upper, at + part.model.extent);
    }
  }
  if (upper < model.lower) return {{counts, places, part.type}, {{}, 0, 0}};
  model.extent = upper - model.lower;
  return {{counts, places, part.type}, model};
}

/// Of pieces of pieces, some in other bounds. Their data may overlap: they may be sent, not received.
Modeled random_type(std::mt19937& random, int depth) {
  const auto pick = [&](int low, int high) { return std::uniform_int_distribution(low, high)(random); };
  if (depth == 0) return basic(pick(0, 3));
  const Modeled part = random_type(random, depth - 1);
  if (pick(0, 4) == 0) {
    const int lower = pick(-5, 8), extent = pick(0, 6) * 8;
    return {part.type.resized(lower, extent), {part.model.bytes, lower, extent}};
  }
  std::vector<int> counts;
  std::vector<Aint> places;
  for (int i = pick(0, 3); i > 0; --i) {
    counts.push_back(pick(0, 2));
    places.push_back(pick(-40, 60));
  }
  return pieces(counts, places, part);
}

TEST(TypeMap, HasTheLayoutOfItsBytes) {
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    const auto [type, model] = random_type(random, i % 4);
    const TypeLayout& layout = type.layout();
    EXPECT_EQ(layout.size, std::ssize(model.bytes));
    EXPECT_EQ(layout.lower_bound, model.lower);
    EXPECT_EQ(layout.extent, model.extent);
    if (model.bytes.empty()) continue;
    const auto [first, last] = std::ranges::minmax(model.bytes);
    EXPECT_EQ(layout.true_lower_bound, first);
    EXPECT_EQ(layout.true_extent, last + 1 - first);
  }
}

TEST(TypeMap, MergesNeighbours) {
  const std::array counts = {2, 1, 1};
  const std::array<Aint, 3> places = {0, 8, 16};
  const TypeMap type(counts, places, TypeMap::of_type(mpi_int));
  EXPECT_EQ(std::vector<Block>(type.blocks().begin(), type.blocks().end()),
            (std::vector<Block>{{0, 12}, {16, 4}}));
  EXPECT_FALSE(type.contiguous());
  EXPECT_TRUE(TypeMap(std::array{3}, std::array<Aint, 1>{0}, TypeMap::of_type(mpi_int)).contiguous());
  EXPECT_FALSE(TypeMap(12, 16).contiguous());
}

TEST(TypeMap, IsWhatItsHandleSays) {
  const TypeMap type(12, 16);
  EXPECT_EQ(&TypeMap::of_type(type.handle()), &type);
  EXPECT_EQ(TypeMap::of_type(mpi_byte).size(), 1);
  EXPECT_EQ(TypeMap::of_type(mpi_int).size(), 4);
  EXPECT_EQ(TypeMap::of_type(mpi_int64).size(), 8);
  EXPECT_THROW(TypeMap::of_type(nullptr), Error);
}

/// Memory around a vector whose offsets reach `far` bytes either way.
class Memory {
 public:
  explicit Memory(std::size_t seed) : bytes_(2 * far) {
    for (std::size_t i = 0; i < bytes_.size(); ++i)
      bytes_[i] = static_cast<std::byte>((i + seed) * 31 + i / 251);
  }
  std::byte* vector() { return bytes_.data() + far; }
  std::byte& at(std::int64_t offset) { return bytes_.at(static_cast<std::size_t>(far + offset)); }
  bool operator==(const Memory&) const = default;

 private:
  static constexpr std::ptrdiff_t far = 1 << 13;
  std::vector<std::byte> bytes_;
};

/// A last element may be filled in part.
TEST(CopyElements, MovesByteByByteBetweenDifferentTypes) {
  std::mt19937 random(3);
  int tried = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto [from, from_model] = random_type(random, 1 + i % 2);
    const auto [to, to_model] = random_type(random, 2);
    const int count = static_cast<int>(random() % 4);
    const auto sent = from_model.vector(0, count);
    auto received = to_model.vector(0, 60);
    if (received.size() < sent.size()) continue;
    received.resize(sent.size());
    if (std::set(received.begin(), received.end()).size() < received.size()) continue;
    Memory source(1), target(2), wanted(2);
    for (std::size_t byte = 0; byte < sent.size(); ++byte) wanted.at(received[byte]) = source.at(sent[byte]);
    std::vector<std::byte> packed(sent.size());
    copy_elements(source.vector(), count, from, target.vector(), to);
    ASSERT_EQ(target, wanted) << "types " << i;
    Memory other(2);
    pack(source.vector(), count, from, packed.data());
    unpack(packed, other.vector(), to);
    ASSERT_EQ(other, wanted) << "types " << i;
    tried += sent.empty() ? 0 : 1;
  }
  EXPECT_GT(tried, 100);
}

/// As those of a buffer that is nowhere else than in them.
TEST(CopyElements, TakesAddressesForOffsets) {
  int first = 5, second = 6;
  const std::array ones = {1, 1};
  const std::array places = {reinterpret_cast<Aint>(&first), reinterpret_cast<Aint>(&second)};
  std::array<int, 2> packed{};
  pack(nullptr, 1, TypeMap(ones, places, TypeMap::of_type(mpi_int)),
       reinterpret_cast<std::byte*>(packed.data()));
  EXPECT_EQ(packed, (std::array{5, 6}));
}

}  // namespace
}  // namespace collsim::fast
