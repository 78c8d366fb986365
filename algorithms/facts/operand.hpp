#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace collsim {

/// What an element is: a number, a value and its index, or a function x -> a x + b.
enum class ElementKind { number, pair, affine };

/// An element type that a point can name.
struct TypeInfo {
  std::string name;
  std::int64_t size;  ///< bytes of data per element
  ElementKind kind = ElementKind::number;
};

/// An operator that a point can name.
struct OpInfo {
  std::string name;
  /// How it is implemented, which decides its rate: "arithmetic" (the library's tuned loop), "location"
  /// (maxloc, minloc) or "user" (a loop written by hand, called through MPI_Op_create).
  std::string op_class;
  bool commutative;
  ElementKind takes = ElementKind::number;
};

const std::vector<TypeInfo>& operand_types();
const std::vector<OpInfo>& operand_ops();
/// These two throw Error with the nearest names.
const TypeInfo& operand_type(const std::string& name);
const OpInfo& operand_op(const std::string& name);
/// Empty, or why `op` has no meaning on `type`.
std::string why_unsuited(const OpInfo& op, const TypeInfo& type);

}  // namespace collsim
