#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "algorithms/facts/collective.hpp"
#include "backends/trial/operand_handles.hpp"

namespace collsim {

/// A point's type and operator as a transport takes them, and values whose reduction is known exactly.
class Operands {
 public:
  /// How to make, combine and compare elements of one type with one operator.
  struct Element {
    std::int64_t extent;  ///< bytes from one to the next
    UserFunction* function;
    void (*fill)(void*, std::int64_t count, int rank);
    std::int64_t (*first_wrong)(const void*, const Part&);  ///< as first_wrong() below
  };

  /// Names as in operand.hpp. Throws Error for names that it does not know or that do not suit one another,
  /// MpiError.
  Operands(const std::string& type, const std::string& op, MakeHandles* make);
  /// Elements of the caller's own kind, without holes. `element` must outlive it.
  Operands(const Element& element, bool commutative, MakeHandles* make);

  Datatype type() const { return handles_->type(); }
  Op op() const { return handles_->op(); }

  /// Writes rank `rank`'s contribution.
  void fill(void* vector, std::int64_t count, int rank) const;
  /// Index in the buffer of the first element of the part that is not as the part says; -1 if none.
  std::int64_t first_wrong(const void* buffer, const Part& part) const;

 private:
  const Element* element_;
  std::unique_ptr<OperandHandles> handles_;
};

}  // namespace collsim
