#include "backends/trial/data.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "algorithms/facts/operand.hpp"
#include "transports/mpi_transport.hpp"

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
struct Pair {
  T value;
  int index;
  bool operator==(const Pair&) const = default;
};

/// A pair without padding.
struct [[gnu::packed]] PackedPair {
  double value;
  int index;
  bool operator==(const PackedPair& other) const { return value == other.value && index == other.index; }
};

/// The map x -> a x + b modulo 2^32: composition is associative, exact and does not commute.
struct Affine {
  std::uint32_t a, b;
  bool operator==(const Affine&) const = default;
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
void user_function(void* in, void* inout, int* count, MPI_Datatype*) {
  const auto* left = static_cast<const T*>(in);
  auto* right = static_cast<T*>(inout);
  for (int i = 0; i < *count; ++i) right[i] = Op::template combine<T>(left[i], right[i]);
}

/// What elements have where a range of ranks has combined. Remembers it: the next rank often expects the same, and with p
/// ranks p^2 values would be combined.
template <class T, class Op>
class Expected {
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
  static Expected<T, Op> all;
  const auto* elements = static_cast<const T*>(buffer) + part.at;
  std::vector<T> expected;
  for (std::int64_t i = 0; i < std::min(part.count, period); ++i)
    expected.push_back(all.value(part.first, part.last, (part.from + i) % period));
  for (std::int64_t i = 0; i < part.count; ++i)
    if (!(elements[i] == expected[static_cast<std::size_t>(i % period)])) return part.at + i;
  return -1;
}

using Element = Operands::Element;
/// By type and operator.
using Elements = std::map<std::pair<std::string, std::string>, Element>;

template <class T, class Op>
Element element_of(MPI_Datatype type, MPI_Op op) {
  return {type,
          static_cast<int>(sizeof(T) / 4),
          op,
          user_function<T, Op>,
          fill_vector<T, Op>,
          first_wrong_element<T, Op>};
}

template <class T>
void add_numbers(Elements& all, const std::string& name, MPI_Datatype type) {
  all[{name, "sum"}] = element_of<T, Sum>(type, MPI_SUM);
  all[{name, "prod"}] = element_of<T, Product>(type, MPI_PROD);
  all[{name, "max"}] = element_of<T, Extreme<true>>(type, MPI_MAX);
  all[{name, "min"}] = element_of<T, Extreme<false>>(type, MPI_MIN);
  all[{name, "user_sum"}] = element_of<T, Sum>(type, MPI_OP_NULL);
}

template <class T>
void add_pairs(Elements& all, const std::string& name, MPI_Datatype type, MPI_Op max, MPI_Op min) {
  all[{name, "maxloc"}] = element_of<T, Location<true>>(type, max);
  all[{name, "minloc"}] = element_of<T, Location<false>>(type, min);
  all[{name, "user_maxloc"}] = element_of<T, Location<true>>(type, MPI_OP_NULL);
}

/// SMPI counts the padding of MPI_DOUBLE_INT as data, and sends it. So that the same bytes travel whoever
/// answers, pairs without padding and operators on them take its place there.
bool counts_padding() {
  return size_of(MPI_DOUBLE_INT) != operand_type("double_int").size;
}

const Elements& elements() {
  static const Elements known = [] {
    Elements all;
    add_numbers<std::uint8_t>(all, "byte", MPI_UINT8_T);
    add_numbers<int>(all, "int", MPI_INT);
    add_numbers<std::int64_t>(all, "long", MPI_INT64_T);
    add_numbers<float>(all, "float", MPI_FLOAT);
    add_numbers<double>(all, "double", MPI_DOUBLE);
    add_pairs<Pair<float>>(all, "float_int", MPI_FLOAT_INT, MPI_MAXLOC, MPI_MINLOC);
    if (counts_padding())
      add_pairs<PackedPair>(all, "double_int", MPI_DATATYPE_NULL, MPI_OP_NULL, MPI_OP_NULL);
    else
      add_pairs<Pair<double>>(all, "double_int", MPI_DOUBLE_INT, MPI_MAXLOC, MPI_MINLOC);
    all[{"affine", "compose"}] = element_of<Affine, Compose>(MPI_DATATYPE_NULL, MPI_OP_NULL);
    return all;
  }();
  return known;
}

const Element& element_named(const TypeInfo& type, const OpInfo& op) {
  if (const std::string why = why_unsuited(op, type); !why.empty()) throw Error(why);
  return elements().at({type.name, op.name});
}

}  // namespace

Operands::Operands(const std::string& type, const std::string& op)
    : Operands(element_named(operand_type(type), operand_op(op)), operand_op(op).commutative) {}

Operands::Operands(const Element& element, bool commutative)
    : element_(&element),
      type_(element_->type),
      op_(element_->op),
      owns_type_(type_ == MPI_DATATYPE_NULL),
      owns_op_(op_ == MPI_OP_NULL) {
  if (owns_type_) {
    MPI_Type_contiguous(element_->words, MPI_UINT32_T, &type_);
    MPI_Type_commit(&type_);
  }
  if (owns_op_) MPI_Op_create(element_->function, commutative ? 1 : 0, &op_);
}

Operands::~Operands() {
  if (owns_op_) MPI_Op_free(&op_);
  if (owns_type_) MPI_Type_free(&type_);
}

void Operands::fill(void* vector, std::int64_t count, int rank) const {
  element_->fill(vector, count, rank);
}

std::int64_t Operands::first_wrong(const void* buffer, const Part& part) const {
  return element_->first_wrong(buffer, part);
}

}  // namespace collsim
