// What a picture says can be read: no text meets another, runs into a coloured block or leaves the page.

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <sstream>

#include "figures/plots/few.hpp"
#include "figures/plots/figure.hpp"
#include "figures/plots/map.hpp"
#include "support/data_dir.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Box {
  double left, right, top, bottom;
  std::string text = {};

  bool meets(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
  bool holds_across(const Box& other) const { return left <= other.left && other.right <= right; }
};

/// In DejaVu Sans, of its size.
double width_of(char letter) {
  for (const auto& [width, letters] : std::vector<std::pair<double, std::string>>{{0.28, "ijl"},
                                                                                  {0.33, " I.,:;/|'"},
                                                                                  {0.39, "frt()[]-\""},
                                                                                  {0.52, "csz_*"},
                                                                                  {0.84, "=<>+wMw"},
                                                                                  {0.97, "mW%@"}})
    if (letters.find(letter) != std::string::npos) return width;
  return letter >= 'A' && letter <= 'Z' ? 0.68 : 0.62;
}

std::string unescaped(std::string text) {
  for (const auto& [entity, letter] : std::vector<std::pair<std::string, std::string>>{
           {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&amp;", "&"}})
    for (std::size_t at = 0; (at = text.find(entity, at)) != std::string::npos; ++at)
      text.replace(at, entity.size(), letter);
  return text;
}

/// Of letters without what they have below the line.
Box box_of(double x, double y, double size, const std::string& anchor, bool upright,
           const std::string& text) {
  double width = 0;
  for (const char letter : unescaped(text))
    if ((static_cast<unsigned char>(letter) & 0xC0U) != 0x80) width += width_of(letter) * size;
  const double before = anchor == "middle" ? width / 2 : anchor == "end" ? width : 0;
  if (upright) return {x - 0.72 * size, x, y - width + before, y + before, text};
  return {x - before, x - before + width, y - 0.72 * size, y, text};
}

struct Picture {
  Box page = {};
  std::vector<Box> texts, blocks;
};

/// The texts and the filled blocks that gnuplot and Svg write, a line or two each.
Picture read_picture(const std::string& svg) {
  static const std::regex placed(
      R"re(<g transform="translate\(([-0-9.]+),([-0-9.]+)\)( rotate\([^)]*\))?".*font-size="([0-9.]+)".*text-anchor="(\w+)")re");
  static const std::regex written(R"re(<text x="([-0-9.e]+)" y="([-0-9.e]+)"([^>]*)>([^<]*)</text>)re");
  static const std::regex page(R"re(viewBox="0 0 ([0-9.]+) ([0-9.]+)")re");
  static const std::regex sized(R"re(font-size="([0-9.]+)")re"), anchored(R"re(text-anchor="(\w+)")re");
  Picture picture;
  std::istringstream lines(svg);
  std::smatch place, found, part;
  std::string last;
  for (std::string line; std::getline(lines, line); last = line) {
    const auto number = [&](const std::smatch& match, std::size_t i) { return std::stod(match[i]); };
    const std::size_t begin = line.find("<text>");
    if (begin != std::string::npos && std::regex_search(last, place, placed)) {
      const std::string text = line.substr(begin + 6, line.find("</text>") - begin - 6);
      picture.texts.push_back(
          box_of(number(place, 1), number(place, 2), number(place, 4), place[5], place[3].matched, text));
    } else if (std::regex_search(line, found, written)) {
      const std::string style = found[3];
      const double size = std::regex_search(style, part, sized) ? number(part, 1) : 12;
      const std::string anchor = std::regex_search(style, part, anchored) ? std::string(part[1]) : "start";
      picture.texts.push_back(box_of(number(found, 1), number(found, 2), size, anchor,
                                     style.find("rotate") != std::string::npos, found[4]));
    } else if (line.find("<polygon fill") != std::string::npos) {
      std::istringstream points(line.substr(line.find("points = '") + 10));
      Box block{1e9, -1e9, 1e9, -1e9};
      char comma = 0;
      for (double x = 0, y = 0; points >> x >> comma >> y;)
        block = {std::min(block.left, x), std::max(block.right, x), std::min(block.top, y),
                 std::max(block.bottom, y)};
      picture.blocks.push_back(block);
    } else if (picture.page.right == 0 && std::regex_search(line, found, page)) {
      picture.page = {0, number(found, 1), 0, number(found, 2)};
    }
  }
  return picture;
}

/// A line for each text that cannot be read.
std::vector<std::string> illegible(const std::string& svg) {
  const Picture picture = read_picture(svg);
  std::vector<std::string> faults;
  for (std::size_t i = 0; i < picture.texts.size(); ++i) {
    const Box& text = picture.texts[i];
    if (text.left < 0 || text.right > picture.page.right || text.top < 0 || text.bottom > picture.page.bottom)
      faults.push_back(text.text + " leaves the page");
    for (std::size_t j = 0; j < i; ++j)
      if (text.meets(picture.texts[j])) faults.push_back(picture.texts[j].text + " meets " + text.text);
    for (const Box& block : picture.blocks)
      if (text.meets(block) && !block.holds_across(text)) faults.push_back(text.text + " runs into a block");
  }
  return faults;
}

std::string gnuplot_text(double x, const std::string& text) {
  return "<g transform=\"translate(" + std::to_string(x) +
         ",50.00)\" font-family=\"DejaVu Sans\" font-size=\"10.00\"  text-anchor=\"start\">\n\t\t<text>" +
         text + "</text>\n";
}

TEST(Legible, FindsWhatCannotBeRead) {
  const std::string page = "viewBox=\"0 0 100 100\"\n";
  EXPECT_THAT(illegible(page + gnuplot_text(10, "ring") + gnuplot_text(40, "tree")), IsEmpty());
  EXPECT_THAT(illegible(page + gnuplot_text(10, "rings") + gnuplot_text(30, "tree")),
              ElementsAre("rings meets tree"));
  EXPECT_THAT(illegible(page + gnuplot_text(80, "rings")), ElementsAre("rings leaves the page"));
  const std::string block = "<polygon fill = 'red' points = '30,55 60,55 60,40 30,40 '/>\n";
  EXPECT_THAT(illegible(page + gnuplot_text(10, "rings") + block), ElementsAre("rings runs into a block"));
  EXPECT_THAT(illegible(page + gnuplot_text(32, "ring") + block), IsEmpty()) << "inside";
  EXPECT_THAT(illegible("viewBox=\"0 0 100 100\"\n<text x=\"10\" y=\"50\" >rings</text>\n"
                        "<text x=\"30\" y=\"50\" text-anchor=\"start\">&lt;</text>\n"),
              ElementsAre("rings meets &lt;"));
}

TEST(Legible, Gallery) {
  int pictures = 0;
  for (const auto& file : fs::directory_iterator(data_dir() / "plots" / "gallery")) {
    if (file.path().extension() != ".svg") continue;
    EXPECT_THAT(illegible(testing::contents(file.path().string())), IsEmpty()) << file.path();
    ++pictures;
  }
  EXPECT_GT(pictures, 15);
}

/// `columns` numbers of processes, won in turn by algorithms with long names, the whole cell or in halves.
WinnerMap map_of(int columns, const std::vector<std::string>& algorithms) {
  WinnerMap map{.collective = "allreduce",
                .platform = "star",
                .overrides = "",
                .algorithms = algorithms,
                .processes = {},
                .sizes = {{}},
                .sides = {{.backend = "smpi", .winners = {}, .regrets = {}}},
                .judge = "smpi"};
  for (const auto& algorithm : algorithms)
    map.letters[algorithm] = 'a' + static_cast<char>(map.letters.size());
  for (int i = 0; i < columns; ++i) {
    map.processes.push_back(2 << i);
    map.sizes.front()[2 << i] = 8;
    const std::string &one = algorithms[i % algorithms.size()],
                      &other = algorithms[(i + 1) % algorithms.size()];
    map.sides.front().winners[{2 << i, 8}] = {2 << i, 8, {one, other}, 1, "", 1 + 0.1 * i};
  }
  return map;
}

TEST(Legible, MapsOfOnePanelHoweverNarrow) {
  const testing::Folder folder;
  const std::vector<std::string> algorithms = {"recursive_doubling", "halving_doubling", "binary_blocks",
                                               "circulant", "hierarchical(inter=rabenseifner,senders=24)"};
  for (const int columns : {1, 3, 12})
    for (const std::size_t shown : {1U, 2U, 4U, 5U}) {
      const auto files =
          draw_maps({map_of(columns, {algorithms.begin(), algorithms.begin() + static_cast<long>(shown)})},
                    "star: chosen", (folder.path() / "map").string(), "Who wins?");
      EXPECT_THAT(illegible(testing::contents(files.front())), IsEmpty()) << columns << ", " << shown;
    }
}

std::string with_formulas(int processes, int formulas, double apart) {
  std::string rows = "series,kind,quantity,p,bytes,value,low,high\n";
  for (int i = 0; i < formulas; ++i)
    for (int p = 2; p < 2 + processes; ++p)
      for (const int bytes : {8, 64, 1 << 20})
        for (const char* kind : {"fast/tcp", "model", "native"})
          rows += "algorithm_" + std::to_string(i) + "(segment_bytes=8192)," + kind + ",seconds," +
                  std::to_string(p) + "," + std::to_string(bytes) + "," +
                  std::to_string(1e-3 * bytes * (1 + apart * i)) + ",0.001,1000\n";
  return rows;
}

/// Formulas that end at one point, near each other, and as many as a panel has at most.
TEST(Legible, NamesOfLines) {
  const testing::Folder folder;
  for (const std::string& rows : {with_formulas(1, 3, 0), with_formulas(5, 3, 0.001),
                                  with_formulas(2, static_cast<int>(most_series), 0.5)}) {
    const auto files = draw_rows("time_over_bytes", rows, "rows", (folder.path() / "out").string(), "title");
    const std::string svg = testing::contents(files.front());
    EXPECT_THAT(illegible(svg), IsEmpty());
    EXPECT_THAT(svg, HasSubstr(">algorithm_0<"));
  }
}

}  // namespace
}  // namespace collsim
