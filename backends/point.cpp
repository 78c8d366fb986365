#include "backends/point.hpp"

#include "backends/operand.hpp"

namespace collsim {

std::int64_t Point::bytes() const {
  return count * operand_type(type).size;
}

Shape Point::shape() const {
  return {.processes = processes,
          .count = count,
          .type_size = operand_type(type).size,
          .root = root,
          .commutative = operand_op(op).commutative,
          .in_place = in_place};
}

}  // namespace collsim
