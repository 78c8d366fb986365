#pragma once

#include "backends/trial/operand_handles.hpp"

namespace collsim::fast {

/// A TypeMap and a function, for any operand.
std::unique_ptr<OperandHandles> own_handles(const OperandSpec& operand);

}  // namespace collsim::fast
