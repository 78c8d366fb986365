#include "backends/fast/mpi/datatype.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <climits>
#include <cstring>
#include <random>

#include "backends/fast/mpi/pack.hpp"
#include "backends/fast/testing/type_model.hpp"

namespace collsim::fast {
namespace {

using Blocks = std::vector<Block>;

Blocks blocks(MPI_Datatype type) {
  return {type->blocks().begin(), type->blocks().end()};
}

/// Size, lower bound, extent, true lower bound and true extent.
using Numbers = std::array<std::int64_t, 5>;
Numbers numbers(MPI_Datatype type) {
  MPI_Count size = 0;
  std::array<MPI_Aint, 4> bounds{};
  EXPECT_EQ(PMPI_Type_size_x(type, &size), MPI_SUCCESS);
  EXPECT_EQ(PMPI_Type_get_extent(type, &bounds[0], &bounds[1]), MPI_SUCCESS);
  EXPECT_EQ(PMPI_Type_get_true_extent(type, &bounds[2], &bounds[3]), MPI_SUCCESS);
  return {size, bounds[0], bounds[1], bounds[2], bounds[3]};
}

/// The type that one of MPI's constructors makes, committed, and freed at the end.
class Made {
 public:
  template <class Constructor, class... Arguments>
  explicit Made(Constructor constructor, const Arguments&... arguments) {
    EXPECT_EQ(constructor(arguments..., &type_), MPI_SUCCESS);
    EXPECT_EQ(PMPI_Type_commit(&type_), MPI_SUCCESS);
  }
  ~Made() { EXPECT_EQ(PMPI_Type_free(&type_), MPI_SUCCESS); }
  Made(const Made&) = delete;
  Made& operator=(const Made&) = delete;
  operator MPI_Datatype() const { return type_; }
  const Datatype* operator->() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

TEST(Datatype, PredefinedAreLaidOutAsInC) {
  EXPECT_EQ(numbers(MPI_CHAR), (Numbers{1, 0, 1, 0, 1}));
  EXPECT_EQ(numbers(MPI_SHORT), (Numbers{2, 0, 2, 0, 2}));
  EXPECT_EQ(numbers(MPI_INT), (Numbers{4, 0, 4, 0, 4}));
  EXPECT_EQ(numbers(MPI_DOUBLE), (Numbers{8, 0, 8, 0, 8}));
  EXPECT_EQ(numbers(MPI_LONG_DOUBLE), (Numbers{16, 0, 16, 0, 16}));
  EXPECT_EQ(numbers(MPI_CXX_BOOL), (Numbers{1, 0, 1, 0, 1}));
  EXPECT_EQ(numbers(MPI_2INT), (Numbers{8, 0, 8, 0, 8}));
  EXPECT_EQ(numbers(MPI_FLOAT_INT), (Numbers{8, 0, 8, 0, 8}));
  // 8 + 4 bytes, padded to the 8 of the double or long.
  EXPECT_EQ(numbers(MPI_DOUBLE_INT), (Numbers{12, 0, 16, 0, 12}));
  EXPECT_EQ(numbers(MPI_LONG_INT), (Numbers{12, 0, 16, 0, 12}));
  // short at 0, hole of 2, int at 4.
  EXPECT_EQ(numbers(MPI_SHORT_INT), (Numbers{6, 0, 8, 0, 8}));
  EXPECT_EQ(blocks(MPI_SHORT_INT), (Blocks{{0, 2}, {4, 4}}));
  EXPECT_TRUE(MPI_2INT->contiguous());
  EXPECT_FALSE(MPI_DOUBLE_INT->contiguous());
  EXPECT_FALSE(MPI_SHORT_INT->contiguous());
  EXPECT_TRUE(MPI_INT->predefined() && MPI_INT->committed());
}

TEST(Datatype, ContiguousIsOneBlockOfWhatHasNoHoles) {
  const Made five(PMPI_Type_contiguous, 5, MPI_INT);
  EXPECT_EQ(numbers(five), (Numbers{20, 0, 20, 0, 20}));
  EXPECT_EQ(blocks(five), (Blocks{{0, 20}}));
  EXPECT_TRUE(five->contiguous());
  // Two of 12 bytes, 16 apart: true extent 16 + 12, padded to a multiple of 8.
  const Made pairs(PMPI_Type_contiguous, 2, MPI_DOUBLE_INT);
  EXPECT_EQ(numbers(pairs), (Numbers{24, 0, 32, 0, 28}));
  EXPECT_EQ(blocks(pairs), (Blocks{{0, 12}, {16, 12}}));
  const Made nothing(PMPI_Type_contiguous, 0, MPI_INT);
  EXPECT_EQ(numbers(nothing), (Numbers{0, 0, 0, 0, 0}));
  EXPECT_FALSE(nothing->contiguous());
}

TEST(Datatype, VectorsStrideInElementsOrBytes) {
  // 3 blocks of 2 ints, 4 ints apart: from 0 to (2*4 + 2) * 4 = 40.
  const Made rows(PMPI_Type_vector, 3, 2, 4, MPI_INT);
  EXPECT_EQ(numbers(rows), (Numbers{24, 0, 40, 0, 40}));
  EXPECT_EQ(blocks(rows), (Blocks{{0, 8}, {16, 8}, {32, 8}}));
  // The same, 9 bytes apart: ends at 2*9 + 8 = 26, padded to a multiple of 4.
  const Made odd(PMPI_Type_create_hvector, 3, 2, MPI_Aint{9}, MPI_INT);
  EXPECT_EQ(numbers(odd), (Numbers{24, 0, 28, 0, 26}));
  EXPECT_EQ(blocks(odd), (Blocks{{0, 8}, {9, 8}, {18, 8}}));
  // A stride of the block's length leaves no hole.
  const Made dense(PMPI_Type_vector, 3, 2, 2, MPI_INT);
  EXPECT_EQ(blocks(dense), (Blocks{{0, 24}}));
  EXPECT_TRUE(dense->contiguous());
}

TEST(Datatype, NegativeStridesLowerTheLowerBound) {
  // Doubles at 0, -16, -32: from -32 to 8.
  const Made back(PMPI_Type_vector, 3, 1, -2, MPI_DOUBLE);
  EXPECT_EQ(numbers(back), (Numbers{24, -32, 40, -32, 40}));
  EXPECT_EQ(blocks(back), (Blocks{{0, 8}, {-16, 8}, {-32, 8}}));
  // Neighbours in the wrong order stay apart: messages carry the last first.
  const Made reversed(PMPI_Type_vector, 3, 1, -1, MPI_DOUBLE);
  EXPECT_EQ(numbers(reversed), (Numbers{24, -16, 24, -16, 24}));
  EXPECT_EQ(blocks(reversed), (Blocks{{0, 8}, {-8, 8}, {-16, 8}}));
  EXPECT_FALSE(reversed->contiguous());
}

TEST(Datatype, IndexedInElementsOrBytes) {
  const std::array lengths = {2, 0, 1, 3};
  const std::array at = {4, 100, 1, 6};
  // Ints at 16..24, none, 4..8, 24..36; the second begins 12 bytes before the first.
  const Made ints(PMPI_Type_indexed, 4, lengths.data(), at.data(), MPI_INT);
  EXPECT_EQ(numbers(ints), (Numbers{24, 4, 32, 4, 32}));
  EXPECT_EQ(blocks(ints), (Blocks{{16, 8}, {4, 4}, {24, 12}}));
  // Shorts at 3..7 and 9..11: from 3 to 11.
  const std::array<MPI_Aint, 2> bytes = {3, 9};
  const std::array two_one = {2, 1};
  const Made shorts(PMPI_Type_create_hindexed, 2, two_one.data(), bytes.data(), MPI_SHORT);
  EXPECT_EQ(numbers(shorts), (Numbers{6, 3, 8, 3, 8}));
  EXPECT_EQ(blocks(shorts), (Blocks{{3, 4}, {9, 2}}));
  // Pairs of chars at 4, 100 (-> 100..102), 1, 6: from 1 to 102; the fourth follows the first
  // but not in the list.
  const Made chars(PMPI_Type_create_indexed_block, 4, 2, at.data(), MPI_CHAR);
  EXPECT_EQ(numbers(chars), (Numbers{8, 1, 101, 1, 101}));
  EXPECT_EQ(blocks(chars), (Blocks{{4, 2}, {100, 2}, {1, 2}, {6, 2}}));
}

TEST(Datatype, StructIsPaddedLikeC) {
  struct Particle {
    double place[3];
    char kind;
    short charge;
  };
  const std::array lengths = {3, 1, 1};
  const std::array<MPI_Aint, 3> at = {0, offsetof(Particle, kind), offsetof(Particle, charge)};
  const std::array types = {MPI_DOUBLE, MPI_CHAR, MPI_SHORT};
  const Made particle(PMPI_Type_create_struct, 3, lengths.data(), at.data(), types.data());
  // 24 + 1 at 24 + 2 at 26 = 28, padded to 32.
  EXPECT_EQ(numbers(particle), (Numbers{27, 0, sizeof(Particle), 0, 28}));
  EXPECT_EQ(blocks(particle), (Blocks{{0, 25}, {26, 2}}));
  // Every second particle of three: at 0 and 64.
  const Made apart(PMPI_Type_vector, 2, 1, 2, particle);
  EXPECT_EQ(numbers(apart), (Numbers{54, 0, 96, 0, 64 + 28}));
  EXPECT_EQ(blocks(apart), (Blocks{{0, 25}, {26, 2}, {64, 25}, {90, 2}}));
}

TEST(Datatype, ResizedSetsBoundsThatStay) {
  // An int every 12 bytes, said to begin 4 before.
  const Made wide(PMPI_Type_create_resized, MPI_INT, MPI_Aint{-4}, MPI_Aint{12});
  EXPECT_EQ(numbers(wide), (Numbers{4, -4, 12, 0, 4}));
  // Ints at 0, 12, 24; bounds -4 and 24 - 4 + 12 = 32.
  const Made three(PMPI_Type_contiguous, 3, wide);
  EXPECT_EQ(numbers(three), (Numbers{12, -4, 36, 0, 28}));
  EXPECT_EQ(blocks(three), (Blocks{{0, 4}, {12, 4}, {24, 4}}));
  // Bounds once set are all that counts: the double at 40 lies beyond them.
  const std::array lengths = {1, 1};
  const std::array<MPI_Aint, 2> at = {0, 40};
  const std::array<MPI_Datatype, 2> types = {wide, MPI_DOUBLE};
  const Made both(PMPI_Type_create_struct, 2, lengths.data(), at.data(), types.data());
  EXPECT_EQ(numbers(both), (Numbers{12, -4, 12, 0, 48}));
  // A column of a 3 x 4 matrix, columns side by side: no padding to the extent that the data have.
  const Made column(PMPI_Type_vector, 3, 1, 4, MPI_DOUBLE);
  const Made next(PMPI_Type_create_resized, column, MPI_Aint{0}, MPI_Aint{8});
  const Made two(PMPI_Type_contiguous, 2, next);
  EXPECT_EQ(numbers(two), (Numbers{48, 0, 16, 0, 80}));
  EXPECT_EQ(blocks(two), (Blocks{{0, 8}, {32, 8}, {64, 8}, {8, 8}, {40, 8}, {72, 8}}));
  // Resized back to what it is: contiguous again.
  const Made narrow(PMPI_Type_create_resized, wide, MPI_Aint{0}, MPI_Aint{4});
  EXPECT_TRUE(narrow->contiguous());
  EXPECT_FALSE(wide->contiguous());
  // As long as its data, but 4 bytes off.
  const std::array<MPI_Aint, 1> off = {4};
  const Made shifted(PMPI_Type_create_hindexed, 1, lengths.data(), off.data(), MPI_INT);
  const Made beside(PMPI_Type_create_resized, shifted, MPI_Aint{0}, MPI_Aint{4});
  EXPECT_EQ(numbers(beside), (Numbers{4, 0, 4, 4, 4}));
  EXPECT_FALSE(beside->contiguous());
}

TEST(Datatype, DupIsTheSameAndKeepsTheCommitment) {
  const Made wide(PMPI_Type_create_resized, MPI_SHORT_INT, MPI_Aint{-4}, MPI_Aint{24});
  const Made same(PMPI_Type_dup, wide);
  EXPECT_EQ(numbers(same), numbers(wide));
  EXPECT_EQ(blocks(same), blocks(wide));
  MPI_Datatype raw = nullptr;
  MPI_Datatype copy = nullptr;
  ASSERT_EQ(PMPI_Type_contiguous(2, MPI_INT, &raw), MPI_SUCCESS);
  ASSERT_EQ(PMPI_Type_dup(raw, &copy), MPI_SUCCESS);
  EXPECT_FALSE(copy->committed());
  ASSERT_EQ(PMPI_Type_commit(&raw), MPI_SUCCESS);
  PMPI_Type_free(&copy);
  ASSERT_EQ(PMPI_Type_dup(raw, &copy), MPI_SUCCESS);
  EXPECT_TRUE(copy->committed());
  PMPI_Type_free(&copy);
  PMPI_Type_free(&raw);
}

TEST(Datatype, OutlivesItsOwnerWhereStillNeeded) {
  MPI_Datatype inner = nullptr;
  MPI_Datatype outer = nullptr;
  ASSERT_EQ(PMPI_Type_vector(2, 1, 2, MPI_INT, &inner), MPI_SUCCESS);
  ASSERT_EQ(PMPI_Type_contiguous(2, inner, &outer), MPI_SUCCESS);
  ASSERT_EQ(PMPI_Type_free(&inner), MPI_SUCCESS);
  EXPECT_EQ(inner, MPI_DATATYPE_NULL);
  // Ints at 0, 8 and 12, 20: the inner extent is 12.
  EXPECT_EQ(blocks(outer), (Blocks{{0, 4}, {8, 8}, {20, 4}}));
  const boost::intrusive_ptr<const Datatype> message(outer);
  ASSERT_EQ(PMPI_Type_free(&outer), MPI_SUCCESS);
  EXPECT_EQ(message->size(), 16);
  const boost::intrusive_ptr<const Datatype> predefined(MPI_INT);
  EXPECT_EQ(predefined->size(), 4);
}

TEST(Datatype, WrongArgumentsAreErrors) {
  MPI_Datatype type = nullptr;
  const std::array lengths = {1, -1};
  const std::array at = {0, 1};
  const std::array<MPI_Aint, 2> bytes = {0, 8};
  const std::array<MPI_Datatype, 2> types = {MPI_INT, MPI_DATATYPE_NULL};
  EXPECT_EQ(PMPI_Type_contiguous(-1, MPI_INT, &type), MPI_ERR_COUNT);
  EXPECT_EQ(PMPI_Type_contiguous(1, MPI_DATATYPE_NULL, &type), MPI_ERR_TYPE);
  EXPECT_EQ(PMPI_Type_contiguous(1, MPI_INT, nullptr), MPI_ERR_ARG);
  EXPECT_EQ(PMPI_Type_vector(-1, 1, 1, MPI_INT, &type), MPI_ERR_COUNT);
  EXPECT_EQ(PMPI_Type_vector(1, -1, 1, MPI_INT, &type), MPI_ERR_ARG);
  EXPECT_EQ(PMPI_Type_vector(1, 1, 1, MPI_DATATYPE_NULL, &type), MPI_ERR_TYPE);
  EXPECT_EQ(PMPI_Type_create_hvector(-1, 1, 1, MPI_INT, &type), MPI_ERR_COUNT);
  EXPECT_EQ(PMPI_Type_indexed(2, lengths.data(), at.data(), MPI_INT, &type), MPI_ERR_ARG);
  EXPECT_EQ(PMPI_Type_indexed(1, nullptr, at.data(), MPI_INT, &type), MPI_ERR_ARG);
  EXPECT_EQ(PMPI_Type_create_hindexed(1, nullptr, bytes.data(), MPI_INT, &type), MPI_ERR_ARG);
  EXPECT_EQ(PMPI_Type_create_hindexed(-2, lengths.data(), bytes.data(), MPI_INT, &type), MPI_ERR_COUNT);
  EXPECT_EQ(PMPI_Type_create_hindexed(1, lengths.data(), nullptr, MPI_INT, &type), MPI_ERR_ARG);
  EXPECT_EQ(PMPI_Type_create_indexed_block(1, -1, at.data(), MPI_INT, &type), MPI_ERR_ARG);
  EXPECT_EQ(PMPI_Type_create_indexed_block(0, -1, at.data(), MPI_INT, &type), MPI_ERR_ARG);
  EXPECT_EQ(PMPI_Type_create_struct(-1, lengths.data(), bytes.data(), types.data(), &type), MPI_ERR_COUNT);
  EXPECT_EQ(PMPI_Type_create_struct(2, lengths.data(), bytes.data(), types.data(), &type), MPI_ERR_ARG);
  const std::array ones = {1, 1};
  EXPECT_EQ(PMPI_Type_create_struct(2, ones.data(), bytes.data(), types.data(), &type), MPI_ERR_TYPE);
  EXPECT_EQ(PMPI_Type_create_resized(MPI_DATATYPE_NULL, 0, 1, &type), MPI_ERR_TYPE);
  EXPECT_EQ(PMPI_Type_dup(MPI_DATATYPE_NULL, &type), MPI_ERR_TYPE);
  EXPECT_EQ(PMPI_Type_commit(&type), MPI_ERR_TYPE);
  EXPECT_EQ(PMPI_Type_free(&type), MPI_ERR_TYPE);
  EXPECT_EQ(type, MPI_DATATYPE_NULL);
  type = MPI_INT;
  EXPECT_EQ(PMPI_Type_free(&type), MPI_ERR_TYPE);
  EXPECT_EQ(type, MPI_INT);
  int size = 0;
  EXPECT_EQ(PMPI_Type_size(MPI_DATATYPE_NULL, &size), MPI_ERR_TYPE);
}

TEST(Datatype, SizesBeyondTheirNumbersAreTold) {
  const Made large(PMPI_Type_contiguous, INT_MAX, MPI_DOUBLE);
  int size = 0;
  EXPECT_EQ(PMPI_Type_size(large, &size), MPI_SUCCESS);
  EXPECT_EQ(size, MPI_UNDEFINED);
  EXPECT_EQ(numbers(large)[0], 8 * std::int64_t{INT_MAX});
  MPI_Datatype type = nullptr;
  const Made larger(PMPI_Type_contiguous, INT_MAX / 8, large);
  EXPECT_EQ(PMPI_Type_contiguous(4, larger, &type), MPI_ERR_ARG);
  EXPECT_EQ(PMPI_Type_create_hvector(2, 1, PTRDIFF_MAX, MPI_INT, &type), MPI_ERR_ARG);
  EXPECT_EQ(PMPI_Type_create_hvector(3, 1, PTRDIFF_MIN, MPI_INT, &type), MPI_ERR_ARG);
  EXPECT_EQ(PMPI_Type_create_resized(MPI_INT, 8, PTRDIFF_MAX, &type), MPI_ERR_ARG);
  EXPECT_EQ(type, MPI_DATATYPE_NULL);
}

TEST(Datatype, NestedTypesAreAsTheirDefinition) {
  std::mt19937 random(1);
  int derived = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto [type, model] = testing::random_type(random, 1 + i % 3);
    const auto said = testing::numbers(model);
    ASSERT_EQ(numbers(type), said) << "type " << i;
    std::vector<std::int64_t> bytes;
    for (const Block& block : type->blocks()) {
      EXPECT_GT(block.bytes, 0);
      EXPECT_TRUE(bytes.empty() || bytes.back() + 1 != block.offset) << "type " << i << ": blocks not merged";
      for (std::int64_t byte = 0; byte < block.bytes; ++byte) bytes.push_back(block.offset + byte);
    }
    ASSERT_EQ(bytes, model.bytes) << "type " << i;
    const bool dense =
        said[0] > 0 && said[1] == 0 && said[0] == said[2] && bytes.front() == 0 &&
        std::ranges::adjacent_find(bytes, [](auto a, auto b) { return b != a + 1; }) == bytes.end();
    ASSERT_EQ(type->contiguous(), dense) << "type " << i;
    derived += type->blocks().size() > 1 ? 1 : 0;
    intrusive_ptr_release(type);
  }
  EXPECT_GT(derived, 1000);
}

}  // namespace
}  // namespace collsim::fast
