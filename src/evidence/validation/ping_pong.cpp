#include "evidence/validation/ping_pong.hpp"

#include <fmt/format.h>

#include "lab/decisions/judged.hpp"
#include "models/fit.hpp"
#include "support/csv.hpp"
#include "support/document.hpp"

namespace collsim {
namespace {

std::vector<PingPong> read_ping_pong(const std::filesystem::path& csv) {
  const CsvTable table = read_csv(csv);
  const std::size_t bytes = table.column("bytes"), seconds = table.column("seconds");
  std::vector<PingPong> points;
  for (const auto& row : table.rows)
    points.push_back({table.number<std::int64_t>(row[bytes]), table.number<double>(row[seconds])});
  return points;
}

}  // namespace

std::string fit_ping_pong(const std::filesystem::path& csv) {
  const std::vector<PingPong> points = read_ping_pong(csv);
  const Hockney line = Origin{csv.string()}.placed("", [&] { return fit_hockney(points); });
  std::vector<double> deviations;
  for (const PingPong& point : points)
    deviations.push_back(
        deviation_of(line.alpha + static_cast<double>(point.bytes) * line.beta, point.seconds));
  const std::size_t worst = errors_of(deviations).worst_at;
  return fmt::format(
      "{} points\nalpha      {:.4g} us\nbandwidth  {:.4g} GB/s\nworst      {:+.1f} % at {} B\n",
      points.size(), line.alpha * 1e6, 1e-9 / line.beta, deviations[worst] * 100, points[worst].bytes);
}

}  // namespace collsim
