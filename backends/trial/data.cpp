#include "backends/trial/data.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "algorithms/facts/operand.hpp"

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

/// The map x -> a x + b modulo 2^32: composition is associative, exact and does not commute.
struct Affine {
  std::uint32_t a, b;
  bool operator==(const Affine&) const = default;
};

/// Small enough that sums stay exact in float up to 2^20 ranks; products are of 1 and -1.
template <class T>
T make(const std::string& op, int rank, std::int64_t index) {
  const std::uint64_t random = mix(static_cast<std::uint64_t>(rank), static_cast<std::uint64_t>(index));
  if constexpr (std::is_same_v<T, Affine>) {
    return {static_cast<std::uint32_t>(random) | 1U, static_cast<std::uint32_t>(random >> 32U)};
  } else if constexpr (requires(T pair) { pair.index; }) {
    return {static_cast<decltype(T::value)>(random % 50), rank};
  } else {
    if (op == "prod") return static_cast<T>(random % 2 == 0 ? 1 : -1);
    return static_cast<T>(random % (op == "max" || op == "min" ? 251 : 16));
  }
}

/// left op right.
template <class T>
T combine(const std::string& op, const T& left, const T& right) {
  if constexpr (std::is_same_v<T, Affine>) {
    return {left.a * right.a, left.a * right.b + left.b};
  } else if constexpr (requires(T pair) { pair.index; }) {
    if (left.value == right.value) return {left.value, std::min(left.index, right.index)};
    return (left.value > right.value) == (op == "maxloc") ? left : right;
  } else {
    if (op == "prod") return static_cast<T>(left * right);
    if (op == "max") return std::max(left, right);
    if (op == "min") return std::min(left, right);
    return static_cast<T>(left + right);
  }
}

template <class T>
void user_function(void* in, void* inout, int* count, MPI_Datatype*) {
  const auto* left = static_cast<const T*>(in);
  auto* right = static_cast<T*>(inout);
  for (int i = 0; i < *count; ++i) right[i] = combine<T>("user", left[i], right[i]);
}

}  // namespace

struct Operands::Element {
  MPI_Datatype type;  ///< MPI_DATATYPE_NULL: two uint32
  MPI_User_function* user;
  std::function<void(const std::string& op, void*, std::int64_t count, int rank)> fill;
  std::function<std::int64_t(const std::string& op, const void*, const Part&)> first_wrong;
};

namespace {

/// What elements have where a range of ranks has combined. Remembers it: the next rank often expects the same, and with p
/// ranks p^2 values would be combined.
template <class T>
class Expected {
 public:
  T value(const std::string& op, int first, int last, std::int64_t index) {
    if (first == last) return make<T>(op, first, index);
    if (std::tie(op, first, last) != std::tie(op_, first_, last_)) {
      std::tie(op_, first_, last_) = std::tie(op, first, last);
      values_.assign(period, {});
    }
    auto& value = values_[static_cast<std::size_t>(index)];
    if (!value) {
      value = make<T>(op, first, index);
      for (int rank = first + 1; rank <= last; ++rank)
        value = combine<T>(op, *value, make<T>(op, rank, index));
    }
    return *value;
  }

 private:
  std::string op_;
  int first_ = -1, last_ = -1;
  std::vector<std::optional<T>> values_;
};

template <class T>
Operands::Element element_of(MPI_Datatype type) {
  return {.type = type,
          .user = user_function<T>,
          .fill =
              [](const std::string& op, void* vector, std::int64_t count, int rank) {
                auto* elements = static_cast<T*>(vector);
                std::memset(vector, 0, static_cast<std::size_t>(count) * sizeof(T));
                for (std::int64_t i = 0; i < count; ++i)
                  elements[i] = i < period ? make<T>(op, rank, i) : elements[i - period];
              },
          .first_wrong = [](const std::string& op, const void* buffer, const Part& part) -> std::int64_t {
            static Expected<T> all;
            const auto* elements = static_cast<const T*>(buffer) + part.at;
            std::vector<T> expected;
            for (std::int64_t i = 0; i < std::min(part.count, period); ++i)
              expected.push_back(all.value(op, part.first, part.last, (part.from + i) % period));
            for (std::int64_t i = 0; i < part.count; ++i)
              if (!(elements[i] == expected[static_cast<std::size_t>(i % period)])) return part.at + i;
            return -1;
          }};
}

const Operands::Element& element_named(const std::string& type) {
  static const std::map<std::string, Operands::Element> elements = {
      {"byte", element_of<std::uint8_t>(MPI_UINT8_T)},
      {"int", element_of<int>(MPI_INT)},
      {"long", element_of<std::int64_t>(MPI_INT64_T)},
      {"float", element_of<float>(MPI_FLOAT)},
      {"double", element_of<double>(MPI_DOUBLE)},
      {"float_int", element_of<Pair<float>>(MPI_FLOAT_INT)},
      {"double_int", element_of<Pair<double>>(MPI_DOUBLE_INT)},
      {"affine", element_of<Affine>(MPI_DATATYPE_NULL)},
  };
  return elements.at(operand_type(type).name);
}

MPI_Op predefined(const std::string& op) {
  static const std::map<std::string, MPI_Op> ops = {{"sum", MPI_SUM},       {"prod", MPI_PROD},
                                                    {"max", MPI_MAX},       {"min", MPI_MIN},
                                                    {"maxloc", MPI_MAXLOC}, {"minloc", MPI_MINLOC}};
  return ops.at(op);
}

}  // namespace

Operands::Operands(const std::string& type, const std::string& op)
    : element_(&element_named(type)), op_name_(operand_op(op).name), type_(element_->type) {
  if (type_ == MPI_DATATYPE_NULL) {
    MPI_Type_contiguous(2, MPI_UINT32_T, &type_);
    MPI_Type_commit(&type_);
    owns_type_ = true;
  }
  owns_op_ = operand_op(op).op_class == "user";
  if (owns_op_) {
    MPI_Op_create(element_->user, operand_op(op).commutative ? 1 : 0, &op_);
  } else {
    op_ = predefined(op);
  }
}

Operands::~Operands() {
  if (owns_op_) MPI_Op_free(&op_);
  if (owns_type_) MPI_Type_free(&type_);
}

void Operands::fill(void* vector, std::int64_t count, int rank) const {
  element_->fill(op_name_, vector, count, rank);
}

std::int64_t Operands::first_wrong(const void* buffer, const Part& part) const {
  return element_->first_wrong(op_name_, buffer, part);
}

}  // namespace collsim
