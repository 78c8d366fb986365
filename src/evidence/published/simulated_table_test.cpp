#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "backends/backend.hpp"
#include "evidence/published/published.hpp"
#include "lab/scenarios/scenario.hpp"

namespace collsim {
namespace {

/// A shipped scenario's answers in its published table; `flags` leave a few of its points.
TableReport simulated(const std::string& name, const Flags& flags) {
  Scenario scenario = load_scenario(name, flags);
  std::map<std::map<std::string, std::string>, std::vector<std::size_t>> by_overrides;
  for (std::size_t i = 0; i < scenario.points.size(); ++i)
    by_overrides[scenario.points[i].overrides].push_back(i);
  std::vector<Row> rows;
  for (const Point& point : scenario.points) rows.push_back({point});
  for (const auto& [overrides, numbers] : by_overrides) {
    std::vector<Point> points;
    for (const std::size_t number : numbers) points.push_back(scenario.points[number]);
    answer(
        scenario.platforms.of_point(points.front()), points, 2, [] { return false; },
        [&, &places = numbers](std::size_t index, const Outcome& outcome) {
          rows[places[index]].outcome = outcome;
        });
  }
  return compare_published(scenario.published, rows);
}

struct Expected {
  std::string cell;
  double simulated;
};

void check(const TableReport& report, const std::vector<Expected>& expected) {
  for (const Expected& each : expected) {
    const auto found = std::find_if(report.cells.begin(), report.cells.end(),
                                    [&](const Score& cell) { return cell.what.starts_with(each.cell); });
    ASSERT_NE(found, report.cells.end()) << each.cell;
    EXPECT_NEAR(found->simulated.number / each.simulated, 1, 1e-6)
        << each.cell << " is " << found->simulated.number;
  }
}

// Simulated rows are deterministic. A change of the model, a platform or an algorithm shows here: then the
// numbers of validation/t3e/README.md, validation/hamilton/README.md and docs/concepts/accuracy.md need a look.

TEST(SimulatedTable, T3EReduceIsWhatItsPageStates) {
  check(simulated("t3e_reduce", {{"processes", "2,3,4,192,256"}, {"count", "128K"}}),
        {{"bandwidth of new, p = 2,", 74.629328555807092},
         {"bandwidth of new, p = 3,", 37.314504932861404},
         {"bandwidth of new, p = 4,", 47.194401206687402},
         {"bandwidth of new, p = 192,", 24.001669688441144},
         {"bandwidth of new, p = 256,", 33.419126856512193},
         {"bandwidth of old, p = 2,", 28.78205395618766},
         {"bandwidth of old, p = 3,", 16.289129353960345},
         {"bandwidth of old, p = 4,", 16.289129353960345},
         {"bandwidth of old, p = 192,", 4.5193383278103783},
         {"bandwidth of old, p = 256,", 4.5193383278103783}});
  check(simulated("t3e_reduce", {{"processes", "2"}}), {{"switch-over count, p = 2,", 794.04782099843601}});
}

TEST(SimulatedTable, HamiltonAllreduceIsWhatItsPageStates) {
  check(simulated("hamilton_allreduce", {{"processes", "2,128"}, {"count", "2,8388608"}}),
        {{"ring_full_vector, p = 2, count 8388608", 0.070716545132958414},
         {"ring_full_vector, p = 128, count 2", 0.0006803210910710872},
         {"tree, p = 128, count 8388608", 2.4719456257794543},
         {"mpi_native, p = 2, count 2", 4.6402426642424239e-07},
         {"mpi_native, p = 128, count 8388608", 0.2818243108263595}});
}

}  // namespace
}  // namespace collsim
