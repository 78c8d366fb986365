#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "backends/backend.hpp"

namespace collsim {

/// The program that answers fast points: its MPI has the same symbols as SimGrid's, so that no program can
/// hold both. All that uses it throws Error where it cannot be started or nothing can be answered.
struct Collfast {
  std::filesystem::path program = {};     ///< empty: collfast, beside this program
  std::vector<std::string> plugins = {};  ///< files
};

/// As Backend::answer(), for fast points. A trial begins when there is memory for it beside
/// those in flight.
void answer_fast(const Collfast& collfast, const Platform& platform, const std::vector<Point>& points,
                 int jobs, const Stop& stop, const Done& done);

/// An answer, and what every rank did, by rank.
std::pair<Outcome, std::vector<Trace>> trace_fast(const Collfast& collfast, const Platform& platform,
                                                  const Point& point);
/// The orders in which a point's ranks combine.
std::vector<Order> orders_fast(const Collfast& collfast, const Platform& platform, const Point& point);
/// trace_fast(), and what the platform would take without contention.
Explained explain_with_fast(const Collfast& collfast, const Platform& platform, const Point& point);

}  // namespace collsim
