#include "backends/fast/mpi/operator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "backends/fast/mpi/datatype.hpp"

namespace collsim::fast {
namespace {

/// MPI_FLOAT_INT and its like, as a C program declares them.
template <class T>
struct Located {
  T value;
  int place;
};

const std::vector<std::pair<std::string, MPI_Op>> all_ops = {
    {"sum", MPI_SUM},       {"prod", MPI_PROD},     {"max", MPI_MAX},   {"min", MPI_MIN},
    {"maxloc", MPI_MAXLOC}, {"minloc", MPI_MINLOC}, {"land", MPI_LAND}, {"lor", MPI_LOR},
    {"lxor", MPI_LXOR},     {"band", MPI_BAND},     {"bor", MPI_BOR},   {"bxor", MPI_BXOR},
};

bool is_one_of(const std::string& op, std::initializer_list<const char*> ops) {
  return std::ranges::find(ops, op) != ops.end();
}

/// left op right as a C programmer writes it, for numbers whose results fit.
template <class T>
T plain(const std::string& op, T left, T right) {
  if constexpr (requires { left.place; }) {
    const bool first = op == "maxloc" ? left.value > right.value : left.value < right.value;
    if (left.value == right.value) return {left.value, left.place < right.place ? left.place : right.place};
    return first ? left : right;
  } else {
    if (op == "sum") return static_cast<T>(left + right);
    if (op == "prod") return static_cast<T>(left * right);
    if (op == "max") return left > right ? left : right;
    if (op == "min") return left < right ? left : right;
    const bool one = left != T{};
    const bool other = right != T{};
    if (op == "land") return static_cast<T>(one && other ? 1 : 0);
    if (op == "lor") return static_cast<T>(one || other ? 1 : 0);
    if (op == "lxor") return static_cast<T>(one != other ? 1 : 0);
    if constexpr (std::is_integral_v<T>) {
      if (op == "band") return static_cast<T>(left & right);
      if (op == "bor") return static_cast<T>(left | right);
      if (op == "bxor") return static_cast<T>(left ^ right);
    }
  }
  ADD_FAILURE() << op;
  return left;
}

/// Every pair of these is combined. Products fit into a signed char.
template <class T>
std::vector<T> values() {
  if constexpr (requires(T pair) { pair.place; }) {
    return {{3, 7}, {3, 2}, {-1, 4}, {5, 0}, {5, -6}};
  } else if constexpr (std::is_same_v<T, bool>) {
    return {false, true};
  } else if constexpr (std::is_floating_point_v<T>) {
    return {T(0), T(1.5), T(-2.25), T(7), T(-11)};
  } else if constexpr (std::is_signed_v<T>) {
    return {T(0), T(1), T(-2), T(7), T(-11), T(6)};
  } else {
    return {T(0), T(1), T(2), T(7), T(11), T(6)};
  }
}

bool same(const auto& one, const auto& other) {
  if constexpr (requires { one.place; }) {
    return one.value == other.value && one.place == other.place;
  } else {
    return one == other;
  }
}

template <class T>
void expect_plain(const std::string& op_name, MPI_Op op, MPI_Datatype type) {
  std::vector<T> left;
  std::vector<T> right;
  for (const T& one : values<T>())
    for (const T& other : values<T>()) {
      left.push_back(one);
      right.push_back(other);
    }
  // Arrays, for std::vector<bool> has no elements to point to; with one element more, which must stay.
  const auto count = left.size();
  const auto in = std::make_unique<T[]>(count + 1);
  const auto inout = std::make_unique<T[]>(count + 1);
  std::ranges::copy(left, in.get());
  std::ranges::copy(right, inout.get());
  in[count] = left[1];
  inout[count] = right[0];
  ASSERT_EQ(PMPI_Reduce_local(in.get(), inout.get(), static_cast<int>(count), type, op), MPI_SUCCESS);
  for (std::size_t i = 0; i < count; ++i)
    EXPECT_TRUE(same(inout[i], plain<T>(op_name, left[i], right[i]))) << op_name << " of pair " << i;
  EXPECT_TRUE(same(inout[count], T(right[0]))) << op_name << " wrote past the end";
}

/// A type is combined by `ops`, and by no others.
template <class T>
void expect_ops(MPI_Datatype type, std::initializer_list<const char*> ops) {
  static_assert(!std::is_same_v<T, char>);
  for (const auto& [name, op] : all_ops) {
    SCOPED_TRACE(name);
    std::array<T, 1> in{};
    std::array<T, 1> inout{};
    if (is_one_of(name, ops)) {
      expect_plain<T>(name, op, type);
    } else {
      EXPECT_EQ(PMPI_Reduce_local(in.data(), inout.data(), 1, type, op), MPI_ERR_OP);
    }
  }
}

template <class T>
void expect_integer(MPI_Datatype type) {
  expect_ops<T>(type, {"sum", "prod", "max", "min", "land", "lor", "lxor", "band", "bor", "bxor"});
}

TEST(Operator, CombinesIntegers) {
  expect_integer<signed char>(MPI_SIGNED_CHAR);
  expect_integer<unsigned char>(MPI_UNSIGNED_CHAR);
  expect_integer<short>(MPI_SHORT);
  expect_integer<unsigned short>(MPI_UNSIGNED_SHORT);
  expect_integer<int>(MPI_INT);
  expect_integer<unsigned>(MPI_UNSIGNED);
  expect_integer<long>(MPI_LONG);
  expect_integer<unsigned long>(MPI_UNSIGNED_LONG);
  expect_integer<long long>(MPI_LONG_LONG);
  expect_integer<unsigned long long>(MPI_UNSIGNED_LONG_LONG);
  expect_integer<std::int8_t>(MPI_INT8_T);
  expect_integer<std::int16_t>(MPI_INT16_T);
  expect_integer<std::int32_t>(MPI_INT32_T);
  expect_integer<std::int64_t>(MPI_INT64_T);
  expect_integer<std::uint8_t>(MPI_UINT8_T);
  expect_integer<std::uint16_t>(MPI_UINT16_T);
  expect_integer<std::uint32_t>(MPI_UINT32_T);
  expect_integer<std::uint64_t>(MPI_UINT64_T);
  expect_integer<MPI_Aint>(MPI_AINT);
  expect_integer<MPI_Count>(MPI_COUNT);
}

TEST(Operator, CombinesRealNumbers) {
  expect_ops<float>(MPI_FLOAT, {"sum", "prod", "max", "min"});
  expect_ops<double>(MPI_DOUBLE, {"sum", "prod", "max", "min"});
  expect_ops<long double>(MPI_LONG_DOUBLE, {"sum", "prod", "max", "min"});
}

TEST(Operator, CombinesPairsTruthsAndBytes) {
  expect_ops<Located<float>>(MPI_FLOAT_INT, {"maxloc", "minloc"});
  expect_ops<Located<double>>(MPI_DOUBLE_INT, {"maxloc", "minloc"});
  expect_ops<Located<long>>(MPI_LONG_INT, {"maxloc", "minloc"});
  expect_ops<Located<int>>(MPI_2INT, {"maxloc", "minloc"});
  expect_ops<Located<short>>(MPI_SHORT_INT, {"maxloc", "minloc"});
  expect_ops<bool>(MPI_CXX_BOOL, {"land", "lor", "lxor"});
  expect_ops<std::uint8_t>(MPI_BYTE, {"band", "bor", "bxor"});
  expect_ops<std::uint8_t>(MPI_CHAR, {});
  expect_ops<std::uint8_t>(MPI_PACKED, {});
}

TEST(Operator, IntegersWrapAround) {
  std::array<std::uint16_t, 1> in = {65535};
  std::array<std::uint16_t, 1> inout = {65535};
  // (2^16 - 1)^2 = 2^32 - 2^17 + 1, modulo 2^16.
  ASSERT_EQ(PMPI_Reduce_local(in.data(), inout.data(), 1, MPI_UINT16_T, MPI_PROD), MPI_SUCCESS);
  EXPECT_EQ(inout[0], 1);
  std::array<int, 1> most = {std::numeric_limits<int>::max()};
  std::array<int, 1> one = {1};
  ASSERT_EQ(PMPI_Reduce_local(most.data(), one.data(), 1, MPI_INT, MPI_SUM), MPI_SUCCESS);
  EXPECT_EQ(one[0], std::numeric_limits<int>::min());
}

/// x -> a x + b: in(inout(x)). Does not commute.
void compose(void* in, void* inout, int* count, MPI_Datatype* type) {
  EXPECT_EQ((*type)->size(), 8);
  const auto* left = static_cast<const std::array<int, 2>*>(in);
  auto* right = static_cast<std::array<int, 2>*>(inout);
  for (int i = 0; i < *count; ++i)
    right[i] = {left[i][0] * right[i][0], left[i][0] * right[i][1] + left[i][1]};
}

TEST(Operator, UsersCombineDerivedTypes) {
  MPI_Datatype affine = nullptr;
  ASSERT_EQ(PMPI_Type_contiguous(2, MPI_INT, &affine), MPI_SUCCESS);
  MPI_Op op = MPI_OP_NULL;
  ASSERT_EQ(PMPI_Op_create(compose, 0, &op), MPI_SUCCESS);
  int commutes = 1;
  ASSERT_EQ(PMPI_Op_commutative(op, &commutes), MPI_SUCCESS);
  EXPECT_EQ(commutes, 0);
  const std::array<std::array<int, 2>, 2> in = {{{2, 3}, {1, 1}}};
  std::array<std::array<int, 2>, 2> inout = {{{5, 7}, {4, 0}}};
  ASSERT_EQ(PMPI_Reduce_local(in.data(), inout.data(), 2, affine, op), MPI_SUCCESS);
  // 2 (5x + 7) + 3 = 10x + 17; 1 (4x) + 1.
  EXPECT_EQ(inout, (std::array<std::array<int, 2>, 2>{{{10, 17}, {4, 1}}}));
  EXPECT_EQ(PMPI_Reduce_local(in.data(), inout.data(), 1, affine, MPI_SUM), MPI_ERR_OP);
  ASSERT_EQ(PMPI_Op_free(&op), MPI_SUCCESS);
  EXPECT_EQ(op, MPI_OP_NULL);
  ASSERT_EQ(PMPI_Op_create(compose, 1, &op), MPI_SUCCESS);
  ASSERT_EQ(PMPI_Op_commutative(op, &commutes), MPI_SUCCESS);
  EXPECT_EQ(commutes, 1);
  PMPI_Op_free(&op);
  PMPI_Type_free(&affine);
}

TEST(Operator, WrongArgumentsAreErrors) {
  int one = 1;
  int other = 2;
  int commutes = 0;
  EXPECT_EQ(PMPI_Reduce_local(&one, &other, -1, MPI_INT, MPI_SUM), MPI_ERR_COUNT);
  EXPECT_EQ(PMPI_Reduce_local(&one, &other, 1, MPI_DATATYPE_NULL, MPI_SUM), MPI_ERR_TYPE);
  EXPECT_EQ(PMPI_Reduce_local(&one, &other, 1, MPI_INT, MPI_OP_NULL), MPI_ERR_OP);
  EXPECT_EQ(PMPI_Reduce_local(nullptr, &other, 1, MPI_INT, MPI_SUM), MPI_ERR_BUFFER);
  EXPECT_EQ(PMPI_Reduce_local(MPI_IN_PLACE, &other, 1, MPI_INT, MPI_SUM), MPI_ERR_BUFFER);
  EXPECT_EQ(PMPI_Reduce_local(&one, nullptr, 1, MPI_INT, MPI_SUM), MPI_ERR_BUFFER);
  EXPECT_EQ(PMPI_Reduce_local(nullptr, nullptr, 0, MPI_INT, MPI_SUM), MPI_SUCCESS);
  EXPECT_EQ(other, 2);
  MPI_Op op = MPI_SUM;
  EXPECT_EQ(PMPI_Op_free(&op), MPI_ERR_OP);
  EXPECT_EQ(op, MPI_SUM);
  op = MPI_OP_NULL;
  EXPECT_EQ(PMPI_Op_free(&op), MPI_ERR_OP);
  EXPECT_EQ(PMPI_Op_create(nullptr, 1, &op), MPI_ERR_ARG);
  EXPECT_EQ(PMPI_Op_commutative(MPI_OP_NULL, &commutes), MPI_ERR_OP);
  ASSERT_EQ(PMPI_Op_commutative(MPI_MAXLOC, &commutes), MPI_SUCCESS);
  EXPECT_EQ(commutes, 1);
}

}  // namespace
}  // namespace collsim::fast
