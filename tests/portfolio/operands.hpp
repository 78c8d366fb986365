#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/transport.hpp"
#include "backends/trial/operand_handles.hpp"

namespace collsim::testing {

/// What an element holds: one number, or two.
using Value = std::array<std::int64_t, 2>;

/// A type and an operator as transports know them, and what they mean, told without these.
struct Operand {
  std::string name;
  Datatype type;
  Op op;
  UserFunction* function;  ///< what the operator does
  bool commutative;
  std::int64_t size;          ///< bytes of data per element
  std::ptrdiff_t extent;      ///< bytes from one element to the next
  std::ptrdiff_t data_begin;  ///< an element's data lie within [data_begin, data_end) from its address
  std::ptrdiff_t data_end;
  std::ptrdiff_t second;  ///< where the second of two numbers is
  void (*write_numbers)(std::byte* element, std::ptrdiff_t second, const Value&);
  Value (*read_numbers)(const std::byte* element, std::ptrdiff_t second);
  Value (*combine)(const Value& left, const Value& right);
  Value (*contribution)(int rank, int index);

  void write(std::byte* element, const Value& value) const { write_numbers(element, second, value); }
  Value read(const std::byte* element) const { return read_numbers(element, second); }
  /// Whether elements reach beyond their extent, so that neighbours lie in between.
  bool reaches() const { return data_end - data_begin > extent; }
};

/// Whether an operator of the user's has been given memory that nobody wrote (`unwritten` of transport.hpp) since
/// this was last asked, on any rank of this process.
bool combined_unwritten();

/// On this rank: int and double with sum, max and operators of the user's, a derived type with holes and a
/// lower bound that is not zero, columns of a matrix, from the first row down and from the last one up, and pair types. Of
/// the operators some do not commute.
class Operands {
 public:
  /// `transport`, of this rank, must outlive it.
  explicit Operands(Transport& transport);
  ~Operands();
  Operands(const Operands&) = delete;
  Operands& operator=(const Operands&) = delete;

  /// Gives those of matrices of one column.
  const std::vector<Operand>& all() const { return all_; }
  /// Gives those of columns of a matrix with so many, the least in which as many elements side by side do not overlap.
  Operand of_matrix(const Operand& operand, std::int64_t columns);

 private:
  Datatype column(std::ptrdiff_t second);
  void add(Operand operand, const char* type = "", const char* op = "");

  Transport& transport_;
  Datatype holes_;
  std::map<std::ptrdiff_t, Datatype> columns_;  ///< by where the second number is
  std::vector<std::unique_ptr<OperandHandles>> handles_;
  std::vector<Operand> all_;
};

}  // namespace collsim::testing
