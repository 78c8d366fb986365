#include "figures/plots/links_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include "figures/plots/svg.hpp"
#include "models/critical_path.hpp"
#include "support/human.hpp"

namespace collsim {
namespace {

// In pixels.
constexpr double margin_left = 60, margin_top = 80, panel_width = 1000, heading = 20, between = 16,
                 widest_cell = 12, narrowest_cell = 3, plane_name = 14;
constexpr std::array load_colours = {"#fee8c8", "#fdd49e", "#fdbb84", "#fc8d59",
                                     "#ef6548", "#d7301f", "#b30000", "#7f0000"};

struct LinkCell {
  int link, place;  ///< place among those of its class
  double share;     ///< of the run, for which the link is busy
};

struct ClassPanel {
  LinkClass links;
  int count = 0;  ///< up to the last that carried something; in a torus all
  std::vector<LinkCell> cells = {};
};

/// By class, in the order of the links.
std::vector<ClassPanel> panels_of(const Network& network, const std::map<int, double>& busy, double seconds) {
  std::vector<ClassPanel> panels;
  std::map<std::string, std::size_t> known;
  for (int link = 0; !busy.empty() && link <= busy.rbegin()->first; ++link) {
    LinkClass links = network.class_of(link);
    const auto [place, is_new] = known.emplace(links.name, panels.size());
    if (is_new) panels.push_back({std::move(links)});
    ClassPanel& panel = panels[place->second];
    if (const auto found = busy.find(link); found != busy.end())
      panel.cells.push_back({link, panel.count, found->second / seconds});
    ++panel.count;
  }
  std::erase_if(panels, [](const ClassPanel& panel) { return panel.cells.empty(); });
  for (ClassPanel& panel : panels) {
    const auto& sides = panel.links.sides;
    const int nodes = std::accumulate(sides.begin(), sides.end(), 1, std::multiplies<>());
    // Several tori of one platform have no common plane.
    if (sides.size() < 2 || panel.count > nodes)
      panel.links.sides.clear(), panel.count = panel.cells.back().place + 1;
    else
      panel.count = nodes;
  }
  return panels;
}

/// Where the plane is in all dimensions but its own two: "plane 2", or of more dimensions "plane 2, 0".
std::string plane_text(int plane, const std::vector<int>& sides) {
  std::string text = "plane ";
  for (std::size_t i = 2; i < sides.size(); ++i) {
    text += fmt::format("{}{}", i > 2 ? ", " : "", plane % sides[i]);
    plane /= sides[i];
  }
  return text;
}

/// Where a panel's cells are: planes of a torus beside each other and in rows.
class Grid {
 public:
  explicit Grid(const ClassPanel& panel) {
    const auto& sides = panel.links.sides;
    if (sides.empty()) {
      cell_ = std::clamp(std::sqrt(panel_width * widest_cell * widest_cell * 4 / panel.count), narrowest_cell,
                         widest_cell);
      across_ = std::min(panel.count, static_cast<int>(panel_width / cell_));
      down_ = (panel.count + across_ - 1) / across_;
    } else {
      across_ = sides[0];
      down_ = sides[1];
      planes_ = panel.count / (across_ * down_);
      cell_ = std::clamp(panel_width / ((across_ + 1.0) * planes_), narrowest_cell, widest_cell);
      if (planes_ > 1) name_ = plane_name;
    }
    planes_in_row_ = std::clamp(static_cast<int>(panel_width / ((across_ + 1) * cell_)), 1, planes_);
  }

  double cell() const { return cell_; }
  double height() const { return (planes_ + planes_in_row_ - 1) / planes_in_row_ * row(); }
  double x(int place) const {
    return margin_left +
           (place / (across_ * down_) % planes_in_row_ * (across_ + 1) + place % across_) * cell_;
  }
  double y(int place) const {
    return name_ + place / (across_ * down_) / planes_in_row_ * row() + place / across_ % down_ * cell_;
  }
  /// Behind the cells of a plane, those of links that carried nothing among them, and above it the plane's name.
  void draw_planes(Svg& svg, double from, const std::vector<int>& sides) const {
    for (int plane = 0; plane < planes_; ++plane) {
      const double left_of = x(plane * across_ * down_), top_of = from + y(plane * across_ * down_);
      svg.rectangle(left_of, top_of, across_ * cell_, down_ * cell_, "fill=\"#eeeeee\"");
      if (name_ > 0) svg.text(left_of, top_of - 3, plane_text(plane, sides), "font-size=\"9\"");
    }
  }

 private:
  double row() const { return name_ + (down_ + 1) * cell_; }

  int across_, down_, planes_ = 1, planes_in_row_;
  double cell_, name_ = 0;
};

const char* colour_of(double share, double busiest) {
  const auto step = static_cast<std::size_t>(share / busiest * load_colours.size());
  return load_colours[std::min(step, load_colours.size() - 1)];
}

void draw_panel(Svg& svg, const Network& network, const ClassPanel& panel, double y, double busiest) {
  double most = 0, sum = 0;
  for (const LinkCell& cell : panel.cells) most = std::max(most, cell.share), sum += cell.share;
  svg.text(
      margin_left, y,
      fmt::format("{}: {} of {} links carry something, the busiest busy {} of the time, the mean of these {}",
                  panel.links.name, panel.cells.size(), panel.count, human_percent(most),
                  human_percent(sum / static_cast<double>(panel.cells.size()))));
  const Grid grid(panel);
  grid.draw_planes(svg, y + heading / 2, panel.links.sides);
  for (const LinkCell& cell : panel.cells)
    svg.rectangle(grid.x(cell.place), y + heading / 2 + grid.y(cell.place), grid.cell(), grid.cell(),
                  fmt::format("fill=\"{}\"", colour_of(cell.share, busiest)),
                  fmt::format("{}: {}", network.name(cell.link), human_percent(cell.share)));
}

void draw_legend(Svg& svg, double busiest, bool planes) {
  constexpr double y = 40, step = 24;
  for (std::size_t i = 0; i < load_colours.size(); ++i)
    svg.rectangle(margin_left + step * static_cast<double>(i), y, step, 12,
                  fmt::format("fill=\"{}\"", load_colours[i]));
  svg.text(margin_left, y + 26, "0");
  svg.text(margin_left + step * load_colours.size(), y + 26, human_percent(busiest) + " of the time",
           "text-anchor=\"end\"");
  if (planes)
    svg.text(margin_left + step * load_colours.size() + 24, y + 10,
             "a cell: the link of a node; its first coordinate to the right, its second downwards, the "
             "others those of "
             "its plane");
}

}  // namespace

std::map<int, double> busy_links(const std::vector<Trace>& traces, const Network& network,
                                 const Placement& placement) {
  std::map<int, double> seconds;
  std::vector<int> links;
  for (const auto& [ends, bytes] : bytes_between(traces)) {
    network.route(placement.host_of(ends.first), placement.host_of(ends.second), links);
    for (const int link : links) seconds[link] += static_cast<double>(bytes) / network.bandwidth(link);
  }
  return seconds;
}

std::string links_picture(const std::string& title, const Network& network, const std::map<int, double>& busy,
                          double seconds, const std::string& source) {
  const std::vector<ClassPanel> panels = panels_of(network, busy, seconds);
  double busiest = 0, height = margin_top;
  for (const auto& [link, time] : busy) busiest = std::max(busiest, time / seconds);
  for (const ClassPanel& panel : panels) height += heading + Grid(panel).height() + between;
  Svg svg(margin_left + panel_width + 30, height + Svg::height_of_source(source));
  svg.text(margin_left, 24, title, "font-size=\"15\"");
  const auto is_torus = [](const ClassPanel& panel) { return !panel.links.sides.empty(); };
  if (!panels.empty()) draw_legend(svg, busiest, std::ranges::any_of(panels, is_torus));
  double y = margin_top + heading / 2;
  for (const ClassPanel& panel : panels) {
    draw_panel(svg, network, panel, y, busiest);
    y += heading + Grid(panel).height() + between;
  }
  svg.source(margin_left, height, source);
  return svg.document();
}

}  // namespace collsim
