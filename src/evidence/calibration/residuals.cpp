#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "evidence/calibration/calibration.hpp"
#include "lab/decisions/judged.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

/// Seconds that the calibration gives to a pattern; 0 where it says nothing of it.
double fitted(const Calibration& calibration, const PatternTime& row) {
  const double latency = calibration.latency.at_load(row.ranks);
  if (row.pattern == "ping_pong") return calibration.rested_alone(row.bytes, row.ranks);
  if (row.pattern == "exchange") return calibration.rested(row.bytes, row.ranks);
  if (row.pattern == "rounds") return calibration.message(row.bytes, row.ranks);
  // One link carries all messages, and a word goes before or after them.
  if (row.pattern == "one_to_all" || row.pattern == "all_to_one")
    return latency + calibration.rested_alone((row.ranks - 1) * row.bytes, row.ranks);
  return 0;
}

/// How much longer the exchange of all ranks takes than that of two: what their processors add to the links.
double slowed_by_load(const std::vector<PatternTime>& rows) {
  double worst = 1;
  for (const auto& loaded : rows)
    for (const auto& alone : rows)
      if (loaded.pattern == "exchange" && alone.pattern == "exchange" && alone.ranks == 2 &&
          loaded.bytes == alone.bytes && loaded.bytes >= 64 << 10)
        worst = std::max(worst, loaded.seconds / alone.seconds);
  return worst;
}

}  // namespace

double Residual::deviation() const {
  return deviation_of(fitted, row.seconds);
}

std::vector<Residual> residuals(const Calibration& calibration, const std::vector<PatternTime>& rows) {
  std::vector<Residual> found;
  for (const auto& row : rows)
    if (const double seconds = fitted(calibration, row); seconds > 0) found.push_back({row, seconds});
  return found;
}

std::string to_text(const Calibration& is, const std::vector<PatternTime>& rows) {
  std::string text = fmt::format("bandwidth  {:.4g} MB/s both ways at once", is.bandwidth / 1e6);
  if (is.nominal > 0)
    text += fmt::format(", {} of the {:g} Mbit/s of the links", human_percent(8 * is.bandwidth / is.nominal),
                        is.nominal / 1e6);
  text += fmt::format("; {:.4g} MB/s one way at a time", is.alone / 1e6);
  for (const auto& [ranks, latency] : is.latency.known)
    text += fmt::format("\nlatency    {} with {} ranks at it", human_seconds(latency), ranks);
  text += fmt::format("\noverhead   {} of it the sender's own", human_seconds(is.overhead));
  text += fmt::format(
      "\nbuffered   {}, which a send hands over without waiting\nrest       {}, for which links then pass "
      "all at once\neager      up to {}\n",
      human_bytes(is.buffered), human_seconds(is.rest), human_bytes(is.eager));
  if (const auto& cores = is.cores; cores.number > 0)
    text += fmt::format(
        "cores      {} that the ranks share: {} for a look at what has come, {} for a piece on its way, {} "
        "for a "
        "message at its receiver, {} more where nothing goes back, {} for 64 KiB that are sent\n",
        cores.number, human_seconds(cores.poll), human_seconds(cores.forward), human_seconds(cores.receive),
        human_seconds(cores.acknowledge), human_seconds(cores.hand_over * (64 << 10)));
  for (const auto& [name, rate] : is.rates)
    for (const auto& [ranks, value] : rate.known)
      text += fmt::format("{}  {:.3g} GB/s with {} ranks at it\n", name, value / 1e9, ranks);
  const std::vector<ColumnOf<Residual>> columns = {
      {{"pattern"}, [](const Residual& each) { return each.row.pattern; }},
      {{"ranks", false}, [](const Residual& each) { return std::to_string(each.row.ranks); }},
      {{"bytes", false}, [](const Residual& each) { return human_bytes(each.row.bytes); }},
      {{"measured", false}, [](const Residual& each) { return human_seconds(each.row.seconds); }},
      {{"fitted", false}, [](const Residual& each) { return human_seconds(each.fitted); }},
      {{"deviation", false}, [](const Residual& each) { return deviation_text(each.deviation()); }}};
  text += "\n" + aligned(table_of(columns, residuals(is, rows)));
  const double slowed = slowed_by_load(rows);
  if (slowed > 1.05)
    text += fmt::format(
        "warning: all ranks at once exchange in {:.2f} times the time of two: processors, not links, "
        "limit them\n",
        slowed);
  return text;
}

}  // namespace collsim
