#pragma once

#include <cstdint>
#include <string>

namespace collsim {

/// "12.35 us", "4 KiB".
std::string human_seconds(double seconds);
std::string human_bytes(std::int64_t bytes);
/// "12.3 %" of the share 0.123.
std::string human_percent(double share);

}  // namespace collsim
