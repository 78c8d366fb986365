#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/facts/trace.hpp"
#include "algorithms/transport.hpp"
#include "backends/trial/data.hpp"
#include "platforms/network/network.hpp"
#include "platforms/platform.hpp"
#include "points/point.hpp"

namespace collsim::fast {

/// Read once in a process and its children: of thousands of nodes it takes as long as many a trial. Throws PlatformError.
std::shared_ptr<const Network> network_of(const Platform& platform);

/// What stands between an algorithm's rank and its transport, which outlives it.
using Around = std::function<std::unique_ptr<Transport>(Transport& own)>;

/// Executes a fast point on its platform. With `traces`, records what every rank did. With `element`, ranks combine elements
/// of that kind instead of the point's. With `around`, their messages pass through that. Throws Error on a deadlock, MpiError,
/// PlatformError.
Outcome simulate(const Platform& platform, const Point& point, std::vector<Trace>* traces = nullptr,
                 const Operands::Element* element = nullptr, const Around& around = {});

/// Answers as simulate() does, to the bit, by a recorded schedule, whatever the point's. Throws Error also where the algorithm
/// cannot be recorded, or that takes more than `room` bytes.
Outcome simulate_recorded(const Platform& platform, Point point, std::int64_t room);

/// Answers as simulate() does, to the bit, points of one Backend::structure(), each on its variant of a platform, all at once:
/// their algorithm runs once for each, and the times of all are computed side by side. Nothing for points whose ranks do
/// something else than those of the first, and for all of them where who comes first at a port may differ. Throws Error where
/// the algorithm cannot be recorded.
std::vector<std::optional<Outcome>> simulate_together(std::span<const Platform* const> platforms,
                                                      std::span<const Point> points);

}  // namespace collsim::fast
