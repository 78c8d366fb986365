#include "tests/portfolio/operands.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "algorithms/transport.hpp"

namespace collsim::testing {
namespace {

/// There is no second number; it lies where the type says.
constexpr std::ptrdiff_t nowhere = -1, anywhere = -2;

/// Elements of one or two numbers at these byte offsets.
template <class First, std::ptrdiff_t at_first, class Second, std::ptrdiff_t second, std::ptrdiff_t bytes>
struct Element {
  static constexpr bool pair = second != nowhere;
  static constexpr std::int64_t size = sizeof(First) + (pair ? sizeof(Second) : 0);
  static constexpr std::ptrdiff_t extent = bytes;
  static constexpr std::ptrdiff_t at_second = second;
  static constexpr std::ptrdiff_t begin = at_first;
  static constexpr std::ptrdiff_t end =
      second >= 0 ? second + std::ptrdiff_t{sizeof(Second)} : at_first + std::ptrdiff_t{sizeof(First)};

  static void write(std::byte* element, std::ptrdiff_t place, const Value& value) {
    const First first = static_cast<First>(value[0]);
    std::memcpy(element + at_first, &first, sizeof first);
    if constexpr (pair) {
      const Second number = static_cast<Second>(value[1]);
      std::memcpy(element + place, &number, sizeof number);
    }
  }
  static bool is_written(const std::byte* element, std::ptrdiff_t place) {
    const auto written = [](std::byte byte) { return byte != unwritten; };
    return std::any_of(element + at_first, element + at_first + sizeof(First), written) &&
           (!pair || std::any_of(element + place, element + place + sizeof(Second), written));
  }
  /// Of what nobody wrote, something that is no value: doubles may be beyond integers.
  template <class Number>
  static std::int64_t whole(Number number) {
    constexpr auto most = std::int64_t{1} << 53U;
    return number > -most && number < most ? static_cast<std::int64_t>(number) : most;
  }
  static Value read(const std::byte* element, std::ptrdiff_t place) {
    First first{};
    Second number{};
    std::memcpy(&first, element + at_first, sizeof first);
    if constexpr (pair) std::memcpy(&number, element + place, sizeof number);
    return {whole(first), whole(number)};
  }
};
using Int = Element<int, 0, int, nowhere, 4>;
using Double = Element<double, 0, int, nowhere, 8>;
using Holes = Element<int, 8, int, 16, 12>;
using TwoInt = Element<int, 0, int, 4, 8>;
using DoubleInt = Element<double, 0, int, 8, 16>;
using Column = Element<int, 0, int, anywhere, 4>;

/// Where the second number of each column type is, on any rank of this process.
std::map<MPI_Datatype, std::ptrdiff_t> seconds_of_columns;

std::int64_t scramble(int rank, int index, unsigned salt) {
  std::uint32_t x =
      static_cast<std::uint32_t>(rank) * 2654435761U + static_cast<std::uint32_t>(index) * 40503U + salt;
  x = (x ^ (x >> 15U)) * 2246822519U;
  return static_cast<std::int64_t>((x ^ (x >> 13U)) & 0xffffU);
}

Value any(int rank, int index) {
  return {scramble(rank, index, 1), scramble(rank, index, 2)};
}
/// Few different values, so that there are ties.
Value located(int rank, int index) {
  return {scramble(rank, index, 3) % 3, rank};
}

Value add(const Value& a, const Value& b) {
  return {a[0] + b[0], a[1] + b[1]};
}
Value greater(const Value& a, const Value& b) {
  return {std::max(a[0], b[0]), std::max(a[1], b[1])};
}
Value exclusive_or(const Value& a, const Value& b) {
  return {a[0] ^ b[0], a[1] ^ b[1]};
}

/// A number holds the map x -> a x + b modulo 256 as 256 a + b; combining is composition.
std::int64_t compose(std::int64_t f, std::int64_t g) {
  const std::int64_t a = f / 256, b = f % 256;
  return (a * (g / 256)) % 256 * 256 + (a * (g % 256) + b) % 256;
}
Value compose_both(const Value& a, const Value& b) {
  return {compose(a[0], b[0]), compose(a[1], b[1])};
}
/// Invertible maps, so that no operand goes unnoticed.
Value maps(int rank, int index) {
  return {any(rank, index)[0] | 256, any(rank, index)[1] | 256};
}

Value max_location(const Value& a, const Value& b) {
  if (a[0] == b[0]) return {a[0], std::min(a[1], b[1])};
  return a[0] > b[0] ? a : b;
}
Value min_location(const Value& a, const Value& b) {
  if (a[0] == b[0]) return {a[0], std::min(a[1], b[1])};
  return a[0] < b[0] ? a : b;
}

bool met_unwritten = false;

template <class Element, Value (*combine)(const Value&, const Value&)>
void user_function(void* in, void* inout, int* count, MPI_Datatype* type) {
  const auto* left = static_cast<const std::byte*>(in);
  auto* right = static_cast<std::byte*>(inout);
  const std::ptrdiff_t second =
      Element::at_second == anywhere ? seconds_of_columns.at(*type) : Element::at_second;
  for (int i = 0; i < *count; ++i, left += Element::extent, right += Element::extent)
    if (Element::is_written(left, second) && Element::is_written(right, second))
      Element::write(right, second, combine(Element::read(left, second), Element::read(right, second)));
    else
      met_unwritten = true;
}

template <class Element, Value (*combine)(const Value&, const Value&)>
Operand operand(const std::string& name, MPI_Datatype type, MPI_Op op,
                Value (*contribution)(int, int) = any) {
  return {name,           type,          op,
          true,           Element::size, Element::extent,
          Element::begin, Element::end,  Element::at_second,
          Element::write, Element::read, combine,
          contribution};
}

template <class Element, Value (*combine)(const Value&, const Value&)>
Operand user_operand(const std::string& name, MPI_Datatype type, bool commutative,
                     Value (*contribution)(int, int)) {
  MPI_Op op = MPI_OP_NULL;
  MPI_Op_create(user_function<Element, combine>, commutative ? 1 : 0, &op);
  Operand made = operand<Element, combine>(name, type, op, contribution);
  made.commutative = commutative;
  return made;
}

/// Two ints, a hole between them, all of it 8 bytes away from the element's address. (Of the ways to say so,
/// SMPI 3.32 takes one block of a vector; a lower bound that comes from several blocks or from resizing makes
/// it misplace every element but the first.)
MPI_Datatype type_with_holes() {
  const int one = 1;
  const MPI_Aint place = Holes::begin;
  MPI_Datatype ints = MPI_DATATYPE_NULL;
  MPI_Datatype placed = MPI_DATATYPE_NULL;
  MPI_Type_vector(2, 1, 2, MPI_INT, &ints);
  MPI_Type_create_hindexed(1, &one, &place, ints, &placed);
  MPI_Type_commit(&placed);
  MPI_Type_free(&ints);
  return placed;
}

/// An int, and another so many bytes before or behind it, resized to one int. (As SMPI 3.32 takes it: see above.)
MPI_Datatype type_of_column(std::ptrdiff_t second) {
  const int one = 1;
  const MPI_Aint place = std::min<std::ptrdiff_t>(0, second);
  MPI_Datatype ints = MPI_DATATYPE_NULL;
  MPI_Datatype placed = MPI_DATATYPE_NULL;
  MPI_Datatype column = MPI_DATATYPE_NULL;
  MPI_Type_create_hvector(2, 1, std::abs(second), MPI_INT, &ints);
  MPI_Type_create_hindexed(1, &one, &place, ints, &placed);
  MPI_Type_create_resized(placed, 0, sizeof(int), &column);
  MPI_Type_commit(&column);
  MPI_Type_free(&placed);
  MPI_Type_free(&ints);
  return column;
}

/// The same element with its second number elsewhere.
void place_second(Operand& operand, std::ptrdiff_t second) {
  operand.second = second;
  operand.data_begin = std::min<std::ptrdiff_t>(0, second);
  operand.data_end = std::max<std::ptrdiff_t>(0, second) + std::ptrdiff_t{sizeof(int)};
}

}  // namespace

bool combined_unwritten() {
  return std::exchange(met_unwritten, false);
}

Operands::Operands() : holes_(type_with_holes()) {
  all_ = {user_operand<Int, exclusive_or>("int user", MPI_INT, true, any),
          user_operand<Int, compose_both>("int non-commutative", MPI_INT, false, maps),
          user_operand<Double, exclusive_or>("double user", MPI_DOUBLE, true, any),
          user_operand<Double, compose_both>("double non-commutative", MPI_DOUBLE, false, maps),
          user_operand<Holes, exclusive_or>("holes user", holes_, true, any),
          user_operand<Holes, compose_both>("holes non-commutative", holes_, false, maps)};
  const auto column_of_two = [&](Operand operand, std::ptrdiff_t second) {
    place_second(operand, second);
    all_.push_back(operand);
  };
  constexpr std::ptrdiff_t below = sizeof(int), above = -below;
  const MPI_Datatype down = column(below), up = column(above);
  column_of_two(user_operand<Column, exclusive_or>("column user", down, true, any), below);
  column_of_two(user_operand<Column, exclusive_or>("upward column user", up, true, any), above);
  column_of_two(user_operand<Column, compose_both>("upward column non-commutative", up, false, maps), above);
  for (const auto& made : all_) ops_.push_back(made.op);
  all_.push_back(operand<Int, add>("int sum", MPI_INT, MPI_SUM));
  all_.push_back(operand<Int, greater>("int max", MPI_INT, MPI_MAX));
  all_.push_back(operand<Double, add>("double sum", MPI_DOUBLE, MPI_SUM));
  all_.push_back(operand<Double, greater>("double max", MPI_DOUBLE, MPI_MAX));
  all_.push_back(operand<TwoInt, max_location>("2int maxloc", MPI_2INT, MPI_MAXLOC, located));
  all_.push_back(operand<DoubleInt, max_location>("double_int maxloc", MPI_DOUBLE_INT, MPI_MAXLOC, located));
  all_.push_back(operand<DoubleInt, min_location>("double_int minloc", MPI_DOUBLE_INT, MPI_MINLOC, located));
}

MPI_Datatype Operands::column(std::ptrdiff_t second) {
  MPI_Datatype& known = columns_.try_emplace(second, MPI_DATATYPE_NULL).first->second;
  if (known == MPI_DATATYPE_NULL) {
    known = type_of_column(second);
    seconds_of_columns[known] = second;
  }
  return known;
}

Operand Operands::of_matrix(const Operand& operand, std::int64_t columns) {
  Operand made = operand;
  place_second(made, operand.second * std::max<std::int64_t>(1, columns));
  made.type = column(made.second);
  return made;
}

Operands::~Operands() {
  for (MPI_Op& op : ops_) MPI_Op_free(&op);
  for (auto& [second, type] : columns_) {
    seconds_of_columns.erase(type);
    MPI_Type_free(&type);
  }
  MPI_Type_free(&holes_);
}

}  // namespace collsim::testing
