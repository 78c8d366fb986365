#include <fmt/format.h>

#include "lab/decisions/tornado.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

constexpr std::size_t most_sizes_shown = 6;

std::string swing_text(const Swing& swing) {
  if (swing.none()) return "1";
  return fmt::format("{:.3g} | {:.3g}", swing.divided.mean, swing.multiplied.mean);
}

}  // namespace

std::vector<std::size_t> spread(std::size_t count, std::size_t most) {
  std::vector<std::size_t> found;
  const std::size_t shown = std::min(count, most);
  for (std::size_t i = 0; i < shown; ++i)
    found.push_back(shown < 2 ? 0 : (i * (count - 1) + (shown - 1) / 2) / (shown - 1));
  return found;
}

std::string to_text(const Tornado& tornado, double factor) {
  const auto sizes = spread(tornado.sizes.size(), most_sizes_shown);
  TextTable table{.headings = {{"parameter"}, {"value", false}}, .lines = {}};
  for (const std::size_t size : sizes) table.headings.push_back({human_bytes(tornado.sizes[size]), false});
  table.headings.push_back({"all sizes", false});
  table.headings.push_back({"new winners", false});
  std::string idle;
  for (const Bar& bar : tornado.bars) {
    if (bar.overall.none()) {
      idle += (idle.empty() ? "" : ", ") + bar.parameter.name;
      continue;
    }
    auto& line = table.lines.emplace_back(std::vector<std::string>{bar.parameter.name, bar.parameter.value});
    for (const std::size_t size : sizes) line.push_back(swing_text(bar.by_size[size]));
    line.push_back(swing_text(bar.overall));
    line.push_back(fmt::format("{} of {}", bar.new_winners, tornado.races));
  }
  return fmt::format("By {}: times over the baseline's with a parameter divided | multiplied by {:g}\n{}{}",
                     tornado.backend, factor, aligned(table, "  "),
                     idle.empty() ? "" : wrapped("  without effect: " + idle, page_width(), 4) + "\n");
}

}  // namespace collsim
