#include "backends/traced.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "support/error.hpp"

namespace collsim {

void check_traceable(const Platform& platform, const Point& point) {
  const auto leaves_traces = [](const Backend& each) { return each.leaves_traces(); };
  if (!leaves_traces(backend(point)))
    throw Error(
        fmt::format("the point is of backend {}, which leaves no trace; right would be one of backend {}",
                    point.backend.text(), fmt::join(backend_names(leaves_traces), " or ")));
  if (const std::string why = why_no_trace(point); !why.empty()) throw Error(why);
  if (const std::string reason = why_unsupported(point, platform); !reason.empty())
    throw Error("the point is unsupported: " + reason);
}

Explained traced(const Setup& setup, const Platform& platform, const Point& point) {
  check_traceable(platform, point);
  Explained run = backend(point).explain(platform, point, setup);
  if (!run.outcome.ok()) throw Error(run.outcome.status.text());
  return run;
}

}  // namespace collsim
