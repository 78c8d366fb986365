#include "tests/portfolio/operands.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "tests/portfolio/world.hpp"

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
using FloatInt = Element<float, 0, int, 4, 8>;
using DoubleInt = Element<double, 0, int, 8, 16>;
using Column = Element<int, 0, int, anywhere, 4>;

/// Where the second number of each column type is, on any rank of this process.
std::map<Datatype, std::ptrdiff_t> seconds_of_columns;

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

Value sum(const Value& a, const Value& b) {
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
void user_function(void* in, void* inout, int* count, Datatype* type) {
  const auto* left = static_cast<const std::byte*>(in);
  auto* right = static_cast<std::byte*>(inout);
  const std::ptrdiff_t second =
      Element::at_second == anywhere ? seconds_of_columns.at(told_type(type)) : Element::at_second;
  for (int i = 0; i < *count; ++i, left += Element::extent, right += Element::extent)
    if (Element::is_written(left, second) && Element::is_written(right, second))
      Element::write(right, second, combine(Element::read(left, second), Element::read(right, second)));
    else
      met_unwritten = true;
}

/// Whose type and operator are still to come.
template <class Element, Value (*combine)(const Value&, const Value&)>
Operand operand(const std::string& name, Value (*contribution)(int, int) = any, bool commutative = true) {
  return {name,
          nullptr,
          mpi_no_op,
          user_function<Element, combine>,
          commutative,
          Element::size,
          Element::extent,
          Element::begin,
          Element::end,
          Element::at_second,
          Element::write,
          Element::read,
          combine,
          contribution};
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

Operands::Operands(Transport& transport) : transport_(transport), holes_(two_ints(8, 8, false)) {
  add(operand<Int, exclusive_or>("int user"), "int");
  add(operand<Int, compose_both>("int non-commutative", maps, false), "int");
  add(operand<Double, exclusive_or>("double user"), "double");
  add(operand<Double, compose_both>("double non-commutative", maps, false), "double");
  for (Operand of_holes : {operand<Holes, exclusive_or>("holes user"),
                           operand<Holes, compose_both>("holes non-commutative", maps, false)}) {
    of_holes.type = holes_;
    add(of_holes);
  }
  const auto add_column = [&](Operand of_column, std::ptrdiff_t second) {
    of_column.type = column(second);
    place_second(of_column, second);
    add(of_column);
  };
  constexpr std::ptrdiff_t below = sizeof(int), above = -below;
  add_column(operand<Column, exclusive_or>("column user"), below);
  add_column(operand<Column, exclusive_or>("upward column user"), above);
  add_column(operand<Column, compose_both>("upward column non-commutative", maps, false), above);
  add(operand<Int, sum>("int sum"), "int", "sum");
  add(operand<Int, greater>("int max"), "int", "max");
  add(operand<Double, sum>("double sum"), "double", "sum");
  add(operand<Double, greater>("double max"), "double", "max");
  add(operand<FloatInt, max_location>("float_int maxloc", located), "float_int", "maxloc");
  add(operand<DoubleInt, max_location>("double_int maxloc", located), "double_int", "maxloc");
  add(operand<DoubleInt, min_location>("double_int minloc", located), "double_int", "minloc");
}

/// Without a type of its own, that of this name; with that operator, or with the function.
void Operands::add(Operand operand, const char* type, const char* op) {
  const std::int64_t extent = operand.extent;
  const auto make = [&](std::int64_t size) {
    return handles({type, op, size, extent, operand.function, operand.commutative});
  };
  auto made = make(operand.type ? extent : operand.size);
  if (!made) made = make(extent);  // to SMPI, padding is data
  if (!operand.type) operand.type = made->type();
  operand.op = made->op();
  handles_.push_back(std::move(made));
  all_.push_back(std::move(operand));
}

Datatype Operands::column(std::ptrdiff_t second) {
  Datatype& known = columns_.try_emplace(second, nullptr).first->second;
  if (!known) {
    known = two_ints(std::min<std::ptrdiff_t>(0, second), std::abs(second), true);
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
  for (const auto& [second, type] : columns_) {
    seconds_of_columns.erase(type);
    transport_.free_type(type);
  }
  transport_.free_type(holes_);
}

}  // namespace collsim::testing
