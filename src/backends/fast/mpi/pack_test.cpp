#include "backends/fast/mpi/pack.hpp"

#include <gtest/gtest.h>

#include <array>
#include <climits>
#include <cstring>
#include <random>
#include <set>
#include <string>

#include "backends/fast/testing/type_model.hpp"

namespace collsim::fast {
namespace {

using testing::random_type;
using testing::TypeModel;

/// Packing asks a communicator for nothing but its existence.
const MPI_Comm any_comm = reinterpret_cast<MPI_Comm>(8);

/// Where the bytes of a vector's data lie, in the order of messages.
std::vector<std::int64_t> offsets_of(const TypeModel& model, int count) {
  TypeModel vector;
  testing::add(vector, 0, count, model);
  return vector.bytes;
}

bool distinct(const std::vector<std::int64_t>& offsets) {
  return std::set(offsets.begin(), offsets.end()).size() == offsets.size();
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

TEST(Pack, RandomTypesThereAndBackByteByByte) {
  std::mt19937 random(2);
  int tried = 0;
  for (int i = 0; i < 400; ++i) {
    const auto [type, model] = random_type(random, 1 + i % 3);
    const int count = static_cast<int>(random() % 4);
    const auto offsets = offsets_of(model, count);
    Memory source(1);
    std::vector<std::byte> expected;
    for (const std::int64_t offset : offsets) expected.push_back(source.at(offset));
    const std::vector<std::byte> packed = pack(source.vector(), count, *type);
    ASSERT_EQ(packed, expected) << "type " << i;

    int bytes = 0;
    ASSERT_EQ(PMPI_Pack_size(count, type, any_comm, &bytes), MPI_SUCCESS);
    ASSERT_EQ(bytes, std::ssize(expected));
    if (distinct(offsets)) {
      Memory target(2);
      Memory wanted = target;
      for (std::size_t byte = 0; byte < offsets.size(); ++byte) wanted.at(offsets[byte]) = expected[byte];
      unpack(packed, target.vector(), *type);
      ASSERT_EQ(target, wanted) << "type " << i;
      tried += offsets.empty() ? 0 : 1;
    }
    intrusive_ptr_release(type);
  }
  EXPECT_GT(tried, 100);
}

TEST(Pack, MessagesBetweenDifferentTypesMayFillAnElementInPart) {
  std::mt19937 random(3);
  int tried = 0;
  for (int i = 0; i < 400; ++i) {
    const auto [from, from_model] = random_type(random, 1 + i % 2);
    const auto [to, to_model] = random_type(random, 2);
    const int count = static_cast<int>(random() % 3);
    const auto sent = offsets_of(from_model, count);
    auto received = offsets_of(to_model, 60);
    if (received.size() >= sent.size()) {
      received.resize(sent.size());
      if (distinct(received)) {
        Memory source(1);
        Memory target(2);
        Memory wanted = target;
        for (std::size_t byte = 0; byte < sent.size(); ++byte)
          wanted.at(received[byte]) = source.at(sent[byte]);
        copy_elements(source.vector(), count, *from, target.vector(), *to);
        ASSERT_EQ(target, wanted) << "types " << i;
        tried += sent.empty() ? 0 : 1;
      }
    }
    intrusive_ptr_release(from);
    intrusive_ptr_release(to);
  }
  EXPECT_GT(tried, 50);
}

TEST(Pack, SeveralPacksFollowOneAnother) {
  const std::array<std::int16_t, 2> shorts = {1, 2};
  const std::array<double, 1> real = {3.5};
  std::array<std::byte, 13> packed{};
  int position = 1;
  ASSERT_EQ(PMPI_Pack(shorts.data(), 2, MPI_SHORT, packed.data(), 13, &position, any_comm), MPI_SUCCESS);
  EXPECT_EQ(position, 1 + 2 * 2);
  ASSERT_EQ(PMPI_Pack(real.data(), 1, MPI_DOUBLE, packed.data(), 13, &position, any_comm), MPI_SUCCESS);
  EXPECT_EQ(position, 1 + 2 * 2 + 8);
  std::array<std::int16_t, 2> shorts_back{};
  std::array<double, 1> real_back{};
  position = 1;
  ASSERT_EQ(PMPI_Unpack(packed.data(), 13, &position, shorts_back.data(), 2, MPI_SHORT, any_comm),
            MPI_SUCCESS);
  ASSERT_EQ(PMPI_Unpack(packed.data(), 13, &position, real_back.data(), 1, MPI_DOUBLE, any_comm),
            MPI_SUCCESS);
  EXPECT_EQ(position, 13);
  EXPECT_EQ(shorts_back, shorts);
  EXPECT_EQ(real_back, real);
}

TEST(Pack, AddressesAreOffsetsFromBottom) {
  int first = 5;
  int second = 6;
  std::array<MPI_Aint, 2> at{};
  ASSERT_EQ(PMPI_Get_address(&first, &at[0]), MPI_SUCCESS);
  ASSERT_EQ(PMPI_Get_address(&second, &at[1]), MPI_SUCCESS);
  MPI_Datatype both = nullptr;
  const std::array ones = {1, 1};
  ASSERT_EQ(PMPI_Type_create_hindexed(2, ones.data(), at.data(), MPI_INT, &both), MPI_SUCCESS);
  ASSERT_EQ(PMPI_Type_commit(&both), MPI_SUCCESS);
  std::array<int, 2> packed{};
  int position = 0;
  ASSERT_EQ(PMPI_Pack(MPI_BOTTOM, 1, both, packed.data(), 8, &position, any_comm), MPI_SUCCESS);
  EXPECT_EQ(packed, (std::array{5, 6}));
  ASSERT_EQ(PMPI_Type_free(&both), MPI_SUCCESS);
}

TEST(Pack, WrongArgumentsAreErrors) {
  const int value = 1;
  std::array<int, 1> packed{};
  int position = 0;
  int* const out = packed.data();
  EXPECT_EQ(PMPI_Pack(&value, 1, MPI_INT, out, 4, &position, MPI_COMM_NULL), MPI_ERR_COMM);
  EXPECT_EQ(PMPI_Pack(&value, -1, MPI_INT, out, 4, &position, any_comm), MPI_ERR_COUNT);
  EXPECT_EQ(PMPI_Pack(&value, 1, MPI_DATATYPE_NULL, out, 4, &position, any_comm), MPI_ERR_TYPE);
  EXPECT_EQ(PMPI_Pack(&value, 1, MPI_INT, out, 4, nullptr, any_comm), MPI_ERR_ARG);
  EXPECT_EQ(PMPI_Pack(&value, 1, MPI_INT, out, 3, &position, any_comm), MPI_ERR_TRUNCATE);
  EXPECT_EQ(PMPI_Pack(nullptr, 1, MPI_INT, out, 4, &position, any_comm), MPI_ERR_BUFFER);
  EXPECT_EQ(PMPI_Pack(&value, 1, MPI_INT, nullptr, 4, &position, any_comm), MPI_ERR_BUFFER);
  EXPECT_EQ(PMPI_Unpack(out, 4, &position, MPI_IN_PLACE, 1, MPI_INT, any_comm), MPI_ERR_BUFFER);
  EXPECT_EQ(PMPI_Unpack(out, 3, &position, out, 1, MPI_INT, any_comm), MPI_ERR_TRUNCATE);
  EXPECT_EQ(position, 0);
  EXPECT_EQ(PMPI_Pack(nullptr, 0, MPI_INT, nullptr, 0, &position, any_comm), MPI_SUCCESS);
  position = 1;
  EXPECT_EQ(PMPI_Pack(&value, 1, MPI_INT, out, 4, &position, any_comm), MPI_ERR_TRUNCATE);
  position = -1;
  EXPECT_EQ(PMPI_Pack(&value, 1, MPI_INT, out, 4, &position, any_comm), MPI_ERR_ARG);
  position = 5;
  EXPECT_EQ(PMPI_Pack(&value, 0, MPI_INT, out, 4, &position, any_comm), MPI_ERR_ARG);
  MPI_Datatype raw = nullptr;
  ASSERT_EQ(PMPI_Type_contiguous(1, MPI_INT, &raw), MPI_SUCCESS);
  position = 0;
  EXPECT_EQ(PMPI_Pack(&value, 1, raw, out, 4, &position, any_comm), MPI_ERR_TYPE);
  PMPI_Type_free(&raw);
  int bytes = 0;
  EXPECT_EQ(PMPI_Pack_size(INT_MAX, MPI_INT, any_comm, &bytes), MPI_SUCCESS);
  EXPECT_EQ(bytes, MPI_UNDEFINED);
  EXPECT_EQ(PMPI_Pack_size(-1, MPI_INT, any_comm, &bytes), MPI_ERR_COUNT);
}

TEST(Pack, CountOfAMessage) {
  const auto count_of = [](MPI_Count bytes, MPI_Datatype type) {
    const MPI_Status status = {0, 0, MPI_SUCCESS, bytes};
    int count = -1;
    EXPECT_EQ(PMPI_Get_count(&status, type, &count), MPI_SUCCESS);
    return count;
  };
  EXPECT_EQ(count_of(24, MPI_INT), 6);
  EXPECT_EQ(count_of(24, MPI_DOUBLE_INT), 2);
  EXPECT_EQ(count_of(26, MPI_INT), MPI_UNDEFINED);
  EXPECT_EQ(count_of(0, MPI_INT), 0);
  EXPECT_EQ(count_of(MPI_Count{1} << 32, MPI_CHAR), MPI_UNDEFINED);
  EXPECT_EQ(count_of(MPI_Count{1} << 32, MPI_INT), 1 << 30);
  MPI_Datatype empty = nullptr;
  ASSERT_EQ(PMPI_Type_contiguous(0, MPI_INT, &empty), MPI_SUCCESS);
  EXPECT_EQ(count_of(0, empty), 0);
  EXPECT_EQ(count_of(1, empty), MPI_UNDEFINED);
  PMPI_Type_free(&empty);
}

TEST(ErrorText, EveryCodeHasOneThatNamesIt) {
  std::set<std::string> texts;
  for (int code = MPI_SUCCESS; code < MPI_ERR_LASTCODE; ++code) {
    std::array<char, MPI_MAX_ERROR_STRING> text{};
    int length = 0;
    ASSERT_EQ(PMPI_Error_string(code, text.data(), &length), MPI_SUCCESS);
    EXPECT_EQ(std::strlen(text.data()), static_cast<std::size_t>(length));
    texts.insert(text.data());
  }
  EXPECT_EQ(std::ssize(texts), MPI_ERR_LASTCODE);
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  PMPI_Error_string(MPI_ERR_TRUNCATE, text.data(), &length);
  EXPECT_NE(std::string(text.data()).find("MPI_ERR_TRUNCATE"), std::string::npos);
  PMPI_Error_string(MPI_ERR_WIN, text.data(), &length);
  EXPECT_NE(std::string(text.data()).find("MPI_ERR_WIN"), std::string::npos);
  EXPECT_EQ(PMPI_Error_string(MPI_ERR_LASTCODE, text.data(), &length), MPI_ERR_ARG);
  EXPECT_EQ(PMPI_Error_string(-1, text.data(), &length), MPI_ERR_ARG);
}

}  // namespace
}  // namespace collsim::fast
