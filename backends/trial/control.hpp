#pragma once

#include <cstddef>

namespace collsim {

/// Bytes: messages up to this size carry what they hold even where no data moves. Algorithms tell one another
/// sizes so, and SMPI's library ranks.
constexpr std::size_t control_bytes = 8;

}  // namespace collsim
