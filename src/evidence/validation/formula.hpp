#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lab/decisions/judged.hpp"
#include "models/hockney.hpp"
#include "platforms/platform.hpp"
#include "points/point.hpp"

namespace collsim {

/// A simulated time beside the closed form of its algorithm, whose seconds are the reference's.
struct FormulaCheck : Judged {
  bool passed() const;
};

/// The machine that a point is asked on: gamma depends on its type and operator.
using MachineOf = std::function<Hockney(const Point&)>;

/// The ideal network `star` as its file states it: the latency of a route between two nodes, its bandwidth,
/// the rates of combining and copying. Throws PlatformError or Error where a number is missing.
MachineOf star_machine(const Platform& star);

/// The questions of `collsim validate formula`: every algorithm that has a cost, on `star`, at powers of two
/// and other numbers of processes, with empty, short, uneven and long vectors, and every type and operator.
/// Left out: what an algorithm
/// does not support, and algorithms that post several messages at once, which SMPI lets overlap.
std::vector<Point> formula_points();

/// Compares outcomes[i], simulated on `machine`, with the cost of the algorithm of points[i]. A check passes
/// if the deviation is at most 1e-9. SMPI adds an envelope E (smpi_envelope) to every message, so a message costs
/// alpha + E beta + n beta. Holds for algorithms with at most one send and one receive of a rank in flight.
/// Throws Error if there is not one outcome per point.
std::vector<FormulaCheck> check_formulas(const std::vector<Point>& points,
                                         const std::vector<Outcome>& outcomes, const MachineOf& machine);

/// Tells people under each algorithm's formula a line per check, times in microseconds; at the end how many
/// failed.
std::string to_table(const std::vector<FormulaCheck>& checks);

}  // namespace collsim
