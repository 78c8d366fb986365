/// The predefined operators on one C type, as MPI 4.0 defines them in 6.9.2 and 6.9.4.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <type_traits>

#include "backends/fast/mpi/operator.hpp"

namespace collsim::fast {

/// MPI's layout of MPI_FLOAT_INT and its like.
template <class T>
struct Pair {
  T value;
  int index;
};

/// MPI_AINT and MPI_COUNT are the C integers they are made of; char stands for text and is none.
template <class T>
concept Integer = std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char>;
template <class T>
concept Number = Integer<T> || std::floating_point<T>;
template <class T>
concept Truth = Integer<T> || std::same_as<T, bool>;
template <class T>
concept Bits = Integer<T> || std::same_as<T, std::byte>;

/// The type to calculate in: integers wrap around, also those that C promotes to int.
template <class T>
struct Wide {
  using type = T;
};
template <Integer T>
struct Wide<T> {
  using type = std::common_type_t<std::make_unsigned_t<T>, unsigned>;
};
template <class T>
using wide = typename Wide<T>::type;

struct Sum {
  template <Number T>
  T operator()(T left, T right) const {
    return static_cast<T>(static_cast<wide<T>>(left) + static_cast<wide<T>>(right));
  }
};
struct Product {
  template <Number T>
  T operator()(T left, T right) const {
    return static_cast<T>(static_cast<wide<T>>(left) * static_cast<wide<T>>(right));
  }
};
struct Maximum {
  template <Number T>
  T operator()(T left, T right) const {
    return std::max(left, right);
  }
};
struct Minimum {
  template <Number T>
  T operator()(T left, T right) const {
    return std::min(left, right);
  }
};

struct MaximumAt {
  template <class T>
  Pair<T> operator()(const Pair<T>& left, const Pair<T>& right) const {
    if (left.value == right.value) return {left.value, std::min(left.index, right.index)};
    return left.value > right.value ? left : right;
  }
};
struct MinimumAt {
  template <class T>
  Pair<T> operator()(const Pair<T>& left, const Pair<T>& right) const {
    if (left.value == right.value) return {left.value, std::min(left.index, right.index)};
    return left.value < right.value ? left : right;
  }
};

struct LogicalAnd {
  template <Truth T>
  T operator()(T left, T right) const {
    return static_cast<T>(left && right);
  }
};
struct LogicalOr {
  template <Truth T>
  T operator()(T left, T right) const {
    return static_cast<T>(left || right);
  }
};
struct LogicalXor {
  template <Truth T>
  T operator()(T left, T right) const {
    return static_cast<T>(!left != !right);
  }
};

struct BitAnd {
  template <Bits T>
  T operator()(T left, T right) const {
    return static_cast<T>(left & right);
  }
};
struct BitOr {
  template <Bits T>
  T operator()(T left, T right) const {
    return static_cast<T>(left | right);
  }
};
struct BitXor {
  template <Bits T>
  T operator()(T left, T right) const {
    return static_cast<T>(left ^ right);
  }
};

template <class T, class Operation>
void combine(const void* in, void* inout, std::int64_t count) {
  const auto* left = static_cast<const T*>(in);
  auto* right = static_cast<T*>(inout);
  for (std::int64_t i = 0; i < count; ++i) right[i] = Operation{}(left[i], right[i]);
}

template <class T, class Operation>
constexpr Combine* combine_if_defined() {
  if constexpr (std::is_invocable_v<Operation, T, T>) {
    return combine<T, Operation>;
  } else {
    return nullptr;
  }
}

template <class T, class... Operations>
constexpr Combines combines_of() {
  static_assert(sizeof...(Operations) == std::tuple_size_v<Combines>);
  return {combine_if_defined<T, Operations>()...};
}

/// In the order of Predefined.
template <class T>
constexpr Combines combines = combines_of<T, Sum, Product, Maximum, Minimum, MaximumAt, MinimumAt, LogicalAnd,
                                          LogicalOr, LogicalXor, BitAnd, BitOr, BitXor>();

}  // namespace collsim::fast
