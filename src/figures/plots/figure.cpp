#include "figures/plots/figure.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "figures/plots/few.hpp"
#include "figures/plots/palette.hpp"
#include "figures/plots/rows.hpp"
#include "support/data_dir.hpp"
#include "support/error.hpp"
#include "support/printable.hpp"
#include "support/process.hpp"
#include "support/text_file.hpp"

namespace collsim {
namespace {

namespace fs = std::filesystem;

/// With which a script ends that finds no row for its figure.
constexpr int nothing_to_show = 3;

fs::path plots_dir() {
  return data_dir() / "plots";
}

/// The scripts of studies, by the figure's name; each in its study's folder.
std::map<std::string, fs::path> scripts_of_studies() {
  std::map<std::string, fs::path> found;
  std::error_code none;  // no studies
  for (const auto& study : fs::directory_iterator(data_dir() / "validation", none))
    if (study.is_directory())
      for (const auto& script : files_in(study.path(), ".gp")) found[script.stem().string()] = script;
  return found;
}

fs::path script_of(const std::string& figure) {
  const auto studies = scripts_of_studies();
  const auto found = studies.find(figure);
  return found == studies.end() ? plots_dir() / (figure + ".gp") : found->second;
}

/// What style.gp calls looks: the series of rows that begin with one, without their collective, each once, in their order.
std::vector<std::string> looks_in(const std::string& rows) {
  std::vector<std::string> names;
  std::istringstream lines(rows);
  std::string line;
  if (!std::getline(lines, line) || !line.starts_with("series,")) return names;
  while (std::getline(lines, line)) {
    const std::string look = look_of(line.substr(0, line.find(',')));
    if (std::ranges::find(names, look) == names.end()) names.push_back(look);
  }
  return names;
}

/// Quotes a text for gnuplot, in which an apostrophe ends a text unless there are two.
std::string in_apostrophes(const std::string& text) {
  return "'" + boost::algorithm::replace_all_copy(text, "'", "''") + "'";
}

/// What page.gp takes from palette.hpp and few.hpp, as gnuplot's commands.
std::string colour_commands(const std::vector<std::string>& looks) {
  std::string colours, named;
  for (const std::uint32_t colour : palette)
    colours += fmt::format("{}0x{:06X}", colours.empty() ? "" : " ", colour);
  const std::vector<std::size_t> places = colours_of(looks);
  for (std::size_t i = 0; i < looks.size(); ++i)
    named += fmt::format("\"{}\" 0x{:06X} ", looks[i], palette.at(places[i]));
  return fmt::format("colours = '{}'; named_colours = {}; formula_grey = 0x{:06X}; most_series = {}", colours,
                     in_apostrophes(named), grey_of_formulas, most_series);
}

/// A private folder that disappears with its owner.
struct TemporaryFolder {
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "collsim-plot-XXXXXX").string();
    if (!mkdtemp(name.data())) throw Error(fmt::format("{}: {}", name, std::strerror(errno)));
    path = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  fs::path path;
};

/// gnuplot's complaint in one line. Warnings are left out: they also come for every series that a panel does
/// not have.
std::string complaint(const std::string& errors) {
  std::istringstream stream(errors);
  std::string said, line;
  while (std::getline(stream, line)) {
    const std::size_t start = line.find_first_not_of(" \t^");
    if (start != std::string::npos && line.find("warning:") == std::string::npos)
      said += (said.empty() ? "" : " ") + line.substr(start);
  }
  return said.empty() ? "gnuplot failed without a word" : said;
}

}  // namespace

std::vector<std::string> figure_names() {
  const std::set<std::string> others = {
      "by_collective", "imbalance", "line_names", "map",   "over_bytes", "page",   "panels",
      "place_names",   "predicted", "ratio",      "style", "switch",     "tornado"};
  auto names = data_names("plots", ".gp");
  std::erase_if(names, [&](const std::string& name) { return others.contains(name); });
  for (const auto& [name, script] : scripts_of_studies()) names.push_back(name);
  std::ranges::sort(names);
  return names;
}

std::vector<std::string> draw_rows(const std::string& script, const std::string& rows,
                                   const std::string& origin, const std::string& output_prefix,
                                   const std::string& title, const std::string& source) {
  const TemporaryFolder folder;
  const fs::path data = folder.path / "rows.csv";
  std::ofstream(data) << rows;

  const fs::path program = script_of(script);
  const std::string picture = (folder.path / "figure").string();
  const Ended gnuplot =
      run({.words = {"gnuplot", "-e", colour_commands(looks_in(rows)), "-c", program.string(), data.string(),
                     picture, printable(title), printable_lines(source)},
           .environment = {
               {"GNUPLOT_LIB", fmt::format("{}:{}", plots_dir().string(),
                                           program.parent_path().string())}}});  // scripts load each other
  if (WIFEXITED(gnuplot.status) && WEXITSTATUS(gnuplot.status) == nothing_to_show)
    throw NothingToShow(complaint(gnuplot.errors));
  if (gnuplot.status != 0)
    throw Error(fmt::format("figure {} of {}: {}", script, origin, complaint(gnuplot.errors)));

  std::vector<std::string> files;
  for (const char* format : {".svg", ".png"}) {
    const std::string made = picture + format;
    if (!fs::exists(made) || fs::file_size(made) == 0)
      throw Error(fmt::format("figure {} of {}: gnuplot wrote no {}: {}", script, origin, format,
                              complaint(gnuplot.errors)));
    files.push_back(output_prefix + format);
    std::error_code failed;
    fs::copy_file(made, files.back(), fs::copy_options::overwrite_existing, failed);
    if (failed)
      throw Error(
          fmt::format("{}: cannot be written: {}; right would be a folder with room that you may write to",
                      files.back(), failed.message()));
  }
  return files;
}

std::vector<std::string> draw(const std::string& figure, const std::string& results_csv,
                              const std::string& comparison_csv, const std::string& output_prefix,
                              const std::string& title, const std::string& source) {
  const std::vector<std::string> known = figure_names();
  if (std::find(known.begin(), known.end(), figure) == known.end())
    throw Error(fmt::format("no figure is called '{}'{}", figure, suggestion(figure, known)));
  const Few few = few_of(figure, shown_rows(results_csv, comparison_csv));
  std::string below = source;
  for (const auto& sentence : few.left_out) below += (below.empty() ? "" : "\n") + sentence;
  return draw_rows(figure, figure_rows(few.rows), results_csv, output_prefix, title, below);
}

}  // namespace collsim
