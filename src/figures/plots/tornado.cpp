#include "figures/plots/tornado.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "figures/plots/few.hpp"
#include "figures/plots/figure.hpp"
#include "figures/plots/rows.hpp"
#include "support/human.hpp"

namespace collsim {
namespace {

constexpr std::size_t most_bars = 10;

}  // namespace

std::string tornado_rows(const Tornado& tornado, double factor) {
  std::string text = "panel,title,rank,parameter,change,mean,least,most\n";
  std::size_t panel = 0;
  for (const std::size_t size : spread(tornado.sizes.size(), most_panels)) {
    ++panel;
    std::vector<Bar> bars = tornado.bars;
    std::ranges::stable_sort(bars, std::ranges::greater(),
                             [&](const Bar& bar) { return bar.by_size[size].size(); });
    for (std::size_t i = 0; i < std::min(bars.size(), most_bars); ++i) {
      const Swing& swing = bars[i].by_size[size];
      if (swing.none()) break;
      for (const auto& [change, effect] :
           {std::pair{"divided", swing.divided}, {"multiplied", swing.multiplied}})
        text += fmt::format("{},{},{},{},{} by {:g},{},{},{}\n", panel, human_bytes(tornado.sizes[size]),
                            i + 1, plain(bars[i].parameter.name), change, factor, effect.mean, effect.least,
                            effect.most);
    }
  }
  return text;
}

std::vector<std::string> draw_tornado(const Tornado& tornado, double factor, const std::string& output_prefix,
                                      const std::string& title, const std::string& source) {
  return draw_rows("tornado", tornado_rows(tornado, factor), output_prefix, output_prefix, title, source);
}

}  // namespace collsim
