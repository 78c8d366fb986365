#pragma once

#include <cstddef>

namespace collsim {

/// Every byte of memory that nobody has written, where results are checked.
inline constexpr std::byte unwritten{0xdb};

}  // namespace collsim
