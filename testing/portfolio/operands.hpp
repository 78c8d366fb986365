#pragma once

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace collsim::testing {

/// What an element holds: one number, or two.
using Value = std::array<std::int64_t, 2>;

/// A type and an operator as MPI knows them, and what they mean, told without MPI.
struct Operand {
  std::string name;
  MPI_Datatype type;
  MPI_Op op;
  bool commutative;
  std::int64_t size;          ///< bytes of data per element
  std::ptrdiff_t extent;      ///< bytes from one element to the next
  std::ptrdiff_t data_begin;  ///< an element's data lie within [data_begin, data_end) from its address
  std::ptrdiff_t data_end;
  void (*write)(std::byte* element, const Value&);
  Value (*read)(const std::byte* element);
  Value (*combine)(const Value& left, const Value& right);
  Value (*contribution)(int rank, int index);
};

/// Whether an operator of the user's has been given memory that nobody wrote (`unwritten` of local.hpp) since
/// this was last asked, on any rank of this process.
bool combined_unwritten();

/// On this rank: int and double with sum, max and operators of the user's, a derived type with holes and a
/// lower bound that is not zero, and pair types. Of the operators some do not commute.
class Operands {
 public:
  Operands();
  ~Operands();
  Operands(const Operands&) = delete;
  Operands& operator=(const Operands&) = delete;

  const std::vector<Operand>& all() const { return all_; }

 private:
  MPI_Datatype holes_ = MPI_DATATYPE_NULL;
  std::vector<MPI_Op> ops_;
  std::vector<Operand> all_;
};

}  // namespace collsim::testing
