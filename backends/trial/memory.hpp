#pragma once

#include <cstdint>
#include <filesystem>

#include "points/point.hpp"

namespace collsim {

/// Bytes of memory that simulating `point` needs, all its ranks together; 0 for native and model points.
std::int64_t memory_needed(const Point& point);

/// Bytes of memory that this process and its children can still take: what the machine has left, or the
/// control group that it is in. `root`: where /proc and /sys are.
std::int64_t memory_available(const std::filesystem::path& root = "/");

}  // namespace collsim
