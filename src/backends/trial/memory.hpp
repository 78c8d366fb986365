#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "points/point.hpp"

namespace collsim {

/// Bytes of memory that the vectors of a simulated point's calls need, all its ranks together.
std::int64_t memory_of_calls(const Point& point);

/// What tells where an irregular collective's blocks lie, where all ranks are there at once, each with its own.
std::int64_t memory_of_counts(const Point& point);
/// Gives the memory where ranks share what is the same for all.
std::int64_t memory_of_own_counts(const Point& point);

/// What it takes to tell how ranks spend their time, where the point asks for that.
std::int64_t memory_of_traces(const Point& point);

/// Why a point that needs so much memory has no answer.
std::string too_large(const Point& point, std::int64_t needed, std::int64_t available);

/// Bytes of memory that this process and its children can still take: what the machine has left, or the
/// control group that it is in. `root`: where /proc and /sys are.
std::int64_t memory_available(const std::filesystem::path& root = "/");

}  // namespace collsim
