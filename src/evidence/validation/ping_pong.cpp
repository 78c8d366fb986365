#include "evidence/validation/ping_pong.hpp"

#include <fmt/format.h>

#include <cmath>

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
  double worst = 0;
  std::int64_t worst_bytes = 0;
  for (const PingPong& point : points) {
    const double fitted = line.alpha + static_cast<double>(point.bytes) * line.beta;
    const double deviation = fitted / point.seconds - 1;
    if (std::abs(deviation) < std::abs(worst)) continue;
    worst = deviation;
    worst_bytes = point.bytes;
  }
  return fmt::format(
      "{} points\nalpha      {:.4g} us\nbandwidth  {:.4g} GB/s\nworst      {:+.1f} % at {} B\n",
      points.size(), line.alpha * 1e6, 1e-9 / line.beta, worst * 100, worst_bytes);
}

}  // namespace collsim
