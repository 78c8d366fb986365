#include "backends/trial/data.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "algorithms/facts/operand.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

/// Values repeat with this prime, so that a check costs little and a misplaced block still shows.
constexpr std::int64_t period = 8191;

std::uint64_t mix(std::uint64_t rank, std::uint64_t index) {
  std::uint64_t x = (rank << 32U) + index + 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

/// MPI's layout of MPI_FLOAT_INT and MPI_DOUBLE_INT.
template <class T>
struct ValueAndPlace {
  T value;
  int index;
  bool operator==(const ValueAndPlace&) const = default;
};

/// A pair without padding.
struct [[gnu::packed]] PackedPair {
  double value;
  int index;
  bool operator==(const PackedPair& other) const { return value == other.value && index == other.index; }
};

/// The map x -> a x + b modulo 2^32: composition is associative, exact and does not commute.
struct AffineElement {
  std::uint32_t a, b;
  bool operator==(const AffineElement&) const = default;
};

// Operators: left op right, and the values that it is exact on.

/// Sums of values below 16 stay exact in float up to 2^20 ranks.
struct Sum {
  template <class T>
  static T value(std::uint64_t random, int) {
    return static_cast<T>(random % 16);
  }
  template <class T>
  static T combine(T left, T right) {
    return static_cast<T>(left + right);
  }
};

struct Product {
  template <class T>
  static T value(std::uint64_t random, int) {
    return static_cast<T>(random % 2 == 0 ? 1 : -1);
  }
  template <class T>
  static T combine(T left, T right) {
    return static_cast<T>(left * right);
  }
};

template <bool greatest>
struct Extreme {
  template <class T>
  static T value(std::uint64_t random, int) {
    return static_cast<T>(random % 251);
  }
  template <class T>
  static T combine(T left, T right) {
    return greatest ? std::max(left, right) : std::min(left, right);
  }
};

template <bool greatest>
struct Location {
  template <class T>
  static T value(std::uint64_t random, int rank) {
    return {static_cast<decltype(T::value)>(random % 50), rank};
  }
  template <class T>
  static T combine(const T& left, const T& right) {
    if (left.value == right.value) return left.index < right.index ? left : right;
    return (left.value > right.value) == greatest ? left : right;
  }
};

struct Compose {
  template <class T>
  static T value(std::uint64_t random, int) {
    return {static_cast<std::uint32_t>(random) | 1U, static_cast<std::uint32_t>(random >> 32U)};
  }
  template <class T>
  static T combine(const T& left, const T& right) {
    return {left.a * right.a, left.a * right.b + left.b};
  }
};

template <class T, class Op>
T make(int rank, std::int64_t index) {
  return Op::template value<T>(mix(static_cast<std::uint64_t>(rank), static_cast<std::uint64_t>(index)),
                               rank);
}

template <class T, class Op>
void user_function(void* in, void* inout, int* count, Datatype*) {
  const auto* left = static_cast<const T*>(in);
  auto* right = static_cast<T*>(inout);
  for (int i = 0; i < *count; ++i) right[i] = Op::template combine<T>(left[i], right[i]);
}

/// What elements have where a range of ranks has combined. Remembers it: the next rank often expects the same, and with p
/// ranks p^2 values would be combined.
template <class T, class Op>
class ExpectedElements {
 public:
  T value(int first, int last, std::int64_t index) {
    if (first == last) return make<T, Op>(first, index);
    if (std::tie(first, last) != std::tie(first_, last_)) {
      std::tie(first_, last_) = std::tie(first, last);
      values_.assign(period, {});
    }
    auto& value = values_[static_cast<std::size_t>(index)];
    if (!value) {
      value = make<T, Op>(first, index);
      for (int rank = first + 1; rank <= last; ++rank)
        value = Op::template combine<T>(*value, make<T, Op>(rank, index));
    }
    return *value;
  }

 private:
  int first_ = -1, last_ = -1;
  std::vector<std::optional<T>> values_;
};

template <class T, class Op>
void fill_vector(void* vector, std::int64_t count, int rank) {
  auto* elements = static_cast<T*>(vector);
  if (count > 0) std::memset(vector, 0, static_cast<std::size_t>(count) * sizeof(T));
  for (std::int64_t i = 0; i < count; ++i)
    elements[i] = i < period ? make<T, Op>(rank, i) : elements[i - period];
}

template <class T, class Op>
std::int64_t first_wrong_element(const void* buffer, const Part& part) {
  static ExpectedElements<T, Op> all;
  const auto* elements = static_cast<const T*>(buffer) + part.at;
  std::vector<T> expected;
  for (std::int64_t i = 0; i < std::min(part.count, period); ++i)
    expected.push_back(all.value(part.first, part.last, (part.from + i) % period));
  for (std::int64_t i = 0; i < part.count; ++i)
    if (!(elements[i] == expected[static_cast<std::size_t>(i % period)])) return part.at + i;
  return -1;
}

using Element = Operands::Element;

template <class T, class Op>
const Element* element_of() {
  static constexpr Element element{sizeof(T), user_function<T, Op>, fill_vector<T, Op>,
                                   first_wrong_element<T, Op>};
  return &element;
}

/// By operator.
using ByOperator = std::map<std::string, const Element*>;

template <class T>
ByOperator of_numbers() {
  return {{"sum", element_of<T, Sum>()},
          {"prod", element_of<T, Product>()},
          {"max", element_of<T, Extreme<true>>()},
          {"min", element_of<T, Extreme<false>>()},
          {"user_sum", element_of<T, Sum>()}};
}
template <class T>
ByOperator of_pairs() {
  return {{"maxloc", element_of<T, Location<true>>()},
          {"minloc", element_of<T, Location<false>>()},
          {"user_maxloc", element_of<T, Location<true>>()}};
}

/// How the elements of a type may lie, what is tried first before: where MPI's pairs with padding cannot be told, pairs without
/// take their place, so that the same bytes travel whoever answers.
const std::multimap<std::string, ByOperator>& elements() {
  static const std::multimap<std::string, ByOperator> known = {
      {"byte", of_numbers<std::uint8_t>()},
      {"int", of_numbers<int>()},
      {"long", of_numbers<std::int64_t>()},
      {"float", of_numbers<float>()},
      {"double", of_numbers<double>()},
      {"float_int", of_pairs<ValueAndPlace<float>>()},
      {"double_int", of_pairs<ValueAndPlace<double>>()},
      {"double_int", of_pairs<PackedPair>()},
      {"affine", {{"compose", element_of<AffineElement, Compose>()}}}};
  return known;
}

}  // namespace

Operands::Operands(const std::string& type, const std::string& op, MakeHandles* make) {
  const TypeInfo& of_type = operand_type(type);
  const OpInfo& of_op = operand_op(op);
  if (const std::string why = why_unsuited(of_op, of_type); !why.empty()) throw Error(why);
  const auto [first, last] = elements().equal_range(type);
  for (auto way = first; way != last && !handles_; ++way) {
    element_ = way->second.at(op);
    handles_ = make({type, op, of_type.size, element_->extent, element_->function, of_op.commutative});
  }
}

Operands::Operands(const Element& element, bool commutative, MakeHandles* make)
    : element_(&element),
      handles_(make({"", "", element.extent, element.extent, element.function, commutative})) {}

void Operands::fill(void* vector, std::int64_t count, int rank) const {
  element_->fill(vector, count, rank);
}

std::int64_t Operands::first_wrong(const void* buffer, const Part& part) const {
  return element_->first_wrong(buffer, part);
}

}  // namespace collsim
