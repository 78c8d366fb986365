#include "cli/check/compare.hpp"

#include <fmt/format.h>

#include <map>

#include "evidence/published/published.hpp"
#include "lab/scenarios/atomically.hpp"

namespace collsim {
namespace {

std::map<std::string, std::vector<Row>> by_platform(const std::vector<Row>& rows) {
  std::map<std::string, std::vector<Row>> platforms;
  for (const Row& row : rows) platforms[row.point.platform].push_back(row);
  return platforms;
}

}  // namespace

void check_published(const Scenario& scenario) {
  std::vector<Row> unanswered;
  for (const Point& point : scenario.points) unanswered.push_back({point, missing("not asked yet")});
  for (const auto& [platform, its] : by_platform(unanswered)) compare_published(scenario.published, its);
}

std::string compare_with_published(const Scenario& scenario, const std::vector<Row>& rows,
                                   const std::filesystem::path& folder) {
  const auto platforms = by_platform(rows);
  std::string cells, text;
  for (const auto& [platform, its] : platforms) {
    const TableReport compared = compare_published(scenario.published, its);
    const std::string name = std::filesystem::path(platform).stem().string();
    cells = (folder / (platforms.size() == 1 ? "report.csv" : "report_" + name + ".csv")).string();
    write_atomically(cells, to_csv(to_cells(compared)));
    text += (platforms.size() == 1 ? "" : "# On " + name + "\n\n") + to_text(compared);
  }
  write_atomically(folder / "report.md", text);
  fmt::print("{}", text);
  return platforms.size() == 1 ? cells : "";
}

}  // namespace collsim
