#pragma once

#include "backends/backend.hpp"
#include "backends/fast/client/fast_program.hpp"

namespace collsim {

/// Our own engine, which simulates in processes of its own.
const Backend& fast_backend();

/// The program that answers its points.
FastProgram fast_program(const Setup& setup);

/// Gives the point as a recorded schedule answers it.
Point recorded(Point point);
/// Whether a recorded schedule, which gives the same bits as fibers in less time, may answer a point whose time alone is asked.
bool is_recorded_first(const Platform& platform, const Point& point);

/// Bytes of memory that answering so many points like this one together takes.
std::int64_t memory_together(const Point& point, std::size_t lanes);

}  // namespace collsim
