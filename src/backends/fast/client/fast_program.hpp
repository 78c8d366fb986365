#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "backends/backend.hpp"
#include "backends/trial/origins.hpp"

namespace collsim {

/// The only word with which collsim is the fast engine.
inline constexpr const char* fast_engine_word = "fast-engine";

/// The program that answers fast points, collsim itself, in a process of its own. All that uses it throws Error where it cannot be
/// started or nothing can be answered.
struct FastProgram {
  std::filesystem::path program = {};     ///< empty: collsim, beside this program
  std::vector<std::string> plugins = {};  ///< files
};

/// Does what Backend::answer() does, for fast points. A trial begins when there is memory for it beside those in flight.
void answer_fast(const FastProgram& fast, const Platform& platform, const std::vector<Point>& points,
                 int jobs, const Stop& stop, const Done& done);

/// An answer, and what every rank did, by rank.
std::pair<Outcome, std::vector<Trace>> trace_fast(const FastProgram& fast, const Platform& platform,
                                                  const Point& point);
/// The orders in which a point's ranks combine.
std::vector<Order> orders_fast(const FastProgram& fast, const Platform& platform, const Point& point);
/// Whose data a point's messages carry.
Origins origins_fast(const FastProgram& fast, const Platform& platform, const Point& point);
/// trace_fast(), and what the platform would take without contention.
Explained explain_with_fast(const FastProgram& fast, const Platform& platform, const Point& point);

}  // namespace collsim
