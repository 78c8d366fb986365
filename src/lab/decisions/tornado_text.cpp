#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

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
  std::vector<Bar> bars;
  std::vector<std::string> idle;
  for (const Bar& bar : tornado.bars)
    if (bar.overall.none())
      idle.push_back(bar.parameter.name);
    else
      bars.push_back(bar);
  std::vector<ColumnOf<Bar>> columns = {
      {{"parameter"}, [](const Bar& bar) { return bar.parameter.name; }},
      {{"value", false}, [](const Bar& bar) { return bar.parameter.value; }}};
  const std::vector<std::size_t> shown = spread(tornado.sizes.size(), most_sizes_shown);
  for (const std::size_t size : shown)
    columns.push_back({{human_bytes(tornado.sizes[size]), false},
                       [size](const Bar& bar) { return swing_text(bar.by_size[size]); }});
  std::vector<std::string> others;
  for (std::size_t size = 0; size < tornado.sizes.size(); ++size)
    if (std::ranges::find(shown, size) == shown.end()) others.push_back(human_bytes(tornado.sizes[size]));
  columns.push_back({{"all sizes", false}, [](const Bar& bar) { return swing_text(bar.overall); }});
  columns.push_back({{"new winners", false}, [&](const Bar& bar) {
                       return fmt::format("{} of {}", bar.new_winners, tornado.races);
                     }});
  const auto listed = [](const std::string& what, const std::vector<std::string>& names) {
    return names.empty()
               ? ""
               : wrapped(fmt::format("  {}: {}", what, fmt::join(names, ", ")), page_width(), 4) + "\n";
  };
  return fmt::format("By {}: times over the baseline's with a parameter divided | multiplied by {:g}\n{}{}{}",
                     tornado.backend, factor, aligned(table_of(columns, bars), "  "),
                     listed("without effect", idle), listed("in the files, not shown", others));
}

}  // namespace collsim
