#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "algorithms/facts/handles.hpp"

namespace collsim {

/// Combines elements as MPI calls a user's operator: inout[i] = in[i] op inout[i].
using UserFunction = void(void* in, void* inout, int* count, Datatype* type);

/// Elements, and what combines them.
struct OperandSpec {
  std::string type, op;       ///< names of operand.hpp; empty: elements, or a function, of the caller's own
  std::int64_t size, extent;  ///< bytes of data in an element; from one to the next
  UserFunction* function;
  bool commutative;
};

/// The operands' types and operators as a transport takes them.
class OperandHandles {
 public:
  virtual ~OperandHandles() = default;
  Datatype type() const { return type_; }
  Op op() const { return op_; }

 protected:
  OperandHandles() = default;
  OperandHandles(const OperandHandles&) = delete;
  OperandHandles& operator=(const OperandHandles&) = delete;

  Datatype type_ = nullptr;
  Op op_ = mpi_no_op;
};

/// Makes them. Null where elements have holes that it cannot tell.
using MakeHandles = std::unique_ptr<OperandHandles>(const OperandSpec& operand);

/// An MPI's: its own type and operator of these names, where it has them, else ones that are made. Throws MpiError.
std::unique_ptr<OperandHandles> mpi_handles(const OperandSpec& operand);

}  // namespace collsim
