#pragma once

#include "backends/backend.hpp"

namespace collsim {

/// Our own engine, which simulates in processes of its own.
const Backend& fast_backend();

/// Bytes of memory that answering so many points like this one together takes.
std::int64_t memory_together(const Point& point, std::size_t lanes);

}  // namespace collsim
