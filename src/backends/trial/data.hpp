#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>

#include "algorithms/facts/collective.hpp"
#include "transports/mpi_handles.hpp"

namespace collsim {

/// A point's type and operator as MPI handles, and values whose reduction is known exactly.
class Operands {
 public:
  /// How to make, combine and compare elements of one type with one operator.
  struct Element {
    MPI_Datatype type;  ///< MPI_DATATYPE_NULL: so many words of 32 bits
    int words;
    MPI_Op op;  ///< MPI_OP_NULL: the function
    MPI_User_function* function;
    void (*fill)(void*, std::int64_t count, int rank);
    std::int64_t (*first_wrong)(const void*, const Part&);  ///< as first_wrong() below
  };

  /// Names as in operand.hpp. Throws Error for names that it does not know or that do not suit one another,
  /// MpiError.
  Operands(const std::string& type, const std::string& op);
  /// Elements of the caller's own kind, which must outlive it.
  Operands(const Element& element, bool commutative);
  ~Operands();
  Operands(const Operands&) = delete;
  Operands& operator=(const Operands&) = delete;

  Datatype type() const { return abi_type(type_); }
  Op op() const { return abi_op(op_); }

  /// Writes rank `rank`'s contribution.
  void fill(void* vector, std::int64_t count, int rank) const;
  /// Index in the buffer of the first element of the part that is not as the part says; -1 if none.
  std::int64_t first_wrong(const void* buffer, const Part& part) const;

 private:
  const Element* element_;
  MPI_Datatype type_;
  MPI_Op op_;
  bool owns_type_, owns_op_;
};

}  // namespace collsim
