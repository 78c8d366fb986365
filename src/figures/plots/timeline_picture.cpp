#include "figures/plots/timeline_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "figures/plots/palette.hpp"
#include "figures/plots/svg.hpp"
#include "support/human.hpp"

namespace collsim {
namespace {

// In pixels.
constexpr int bars_left = 60, bars_top = 70, bar_width = 1000, most_height = 800;
constexpr std::size_t activity_count = activity_names.size();
static_assert(activity_colours.size() == activity_count);

/// Seconds of each activity in every pixel of a rank's bar.
using Pixels = std::vector<std::array<double, activity_count>>;

Pixels pixels_of(const std::vector<Span>& spans, double begin, double seconds) {
  Pixels pixels(bar_width);
  const double per_pixel = seconds / bar_width;
  for (const Span& span : spans) {
    const double from = (span.begin - begin) / per_pixel, to = (span.end - begin) / per_pixel;
    for (auto pixel = static_cast<std::size_t>(from);
         pixel < pixels.size() && static_cast<double>(pixel) < to; ++pixel)
      pixels[pixel][static_cast<std::size_t>(span.activity)] +=
          std::min(to, static_cast<double>(pixel) + 1) - std::max(from, static_cast<double>(pixel));
  }
  return pixels;
}

/// What takes most of a pixel; none where the rank does nothing for most of it.
std::size_t activity_of(const std::array<double, activity_count>& pixel) {
  const auto most = std::ranges::max_element(pixel);
  const double nothing = 1 - std::accumulate(pixel.begin(), pixel.end(), 0.0);
  return *most < nothing ? activity_count : static_cast<std::size_t>(most - pixel.begin());
}

std::string fill(std::size_t activity) {
  return fmt::format("fill=\"#{:06x}\"", activity_colours[activity]);
}

void draw_bar(Svg& svg, const Pixels& pixels, double y, double height) {
  for (std::size_t from = 0, to = 0; from < pixels.size(); from = to) {
    const std::size_t activity = activity_of(pixels[from]);
    while (to < pixels.size() && activity_of(pixels[to]) == activity) ++to;
    if (activity < activity_count)
      svg.rectangle(bars_left + static_cast<double>(from), y, static_cast<double>(to - from), height,
                    fill(activity));
  }
}

/// 1, 2 or 5 times a power of ten, such that there are four to ten of them.
double tick_of(double seconds) {
  if (seconds <= 0) return 1;
  const double power = std::pow(10, std::floor(std::log10(seconds / 4)));
  const double most = seconds / 4 / power;
  return power * (most >= 5 ? 5 : most >= 2 ? 2 : 1);
}

void draw_axes(Svg& svg, double bottom, double seconds) {
  const double tick = tick_of(seconds);
  for (int i = 0; i * tick <= seconds; ++i) {
    const double x = bars_left + bar_width * (seconds > 0 ? i * tick / seconds : 0);
    svg.line(x, bars_top, x, bottom, "stroke=\"#999999\" stroke-dasharray=\"2 4\"");
    svg.line(x, bottom, x, bottom + 5, "stroke=\"#404040\"");
    svg.text(x, bottom + 18, human_seconds(i * tick), "text-anchor=\"middle\"");
  }
  svg.line(bars_left, bottom, bars_left + bar_width, bottom, "stroke=\"#404040\"");
  svg.text(bars_left + bar_width / 2.0, bottom + 36, "time", "text-anchor=\"middle\"");
  const double middle = (bars_top + bottom) / 2;
  svg.text(16, middle, "rank", fmt::format("text-anchor=\"middle\" transform=\"rotate(-90 16 {})\"", middle));
}

}  // namespace

std::string timeline_picture(const std::string& title, const std::vector<std::vector<Span>>& spans,
                             double begin, const std::string& source) {
  const Balance all = balance(spans, begin);
  const int ranks = static_cast<int>(spans.size());
  const double height = std::clamp(static_cast<double>(most_height) / ranks, 1.0, 16.0);
  const double bottom = bars_top + height * ranks;
  Svg svg(bars_left + bar_width + 30, bottom + 64 + Svg::height_of_source(source));
  svg.text(bars_left, 24, title, "font-size=\"15\"");
  for (std::size_t i = 0; i < activity_count; ++i) {
    const double x = bars_left + 110 * static_cast<double>(i);
    svg.rectangle(x, 40, 12, 12, fill(i));
    svg.text(x + 18, 51, activity_names[i]);
  }
  const int step = std::max(1, static_cast<int>(std::ceil(16 / height)));
  for (int rank = 0; rank < ranks; ++rank) {
    const double y = bars_top + height * rank;
    if (rank % step == 0)
      svg.text(bars_left - 8, y + std::min(height, 12.0), std::to_string(rank), "text-anchor=\"end\"");
    if (rank % step == 0)
      svg.line(bars_left - 5, y + height / 2, bars_left, y + height / 2, "stroke=\"#404040\"");
    draw_bar(svg, pixels_of(spans[static_cast<std::size_t>(rank)], begin, all.seconds), y, height * 0.9);
  }
  draw_axes(svg, bottom, all.seconds);
  svg.text(bars_left, bottom + 52,
           fmt::format("{}, ranks idle {} of it, load balance {}", human_seconds(all.seconds),
                       human_percent(all.idle_share), human_percent(all.load_balance)));
  svg.source(bars_left, bottom + 68, source);
  return svg.document();
}

}  // namespace collsim
