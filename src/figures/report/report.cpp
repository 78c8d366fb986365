#include "figures/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "figures/report/chart.hpp"
#include "figures/report/html.hpp"
#include "lab/scenarios/keys.hpp"
#include "lab/scenarios/scenario.hpp"
#include "lab/scenarios/schema.hpp"
#include "platforms/platform.hpp"
#include "support/csv.hpp"
#include "support/data_dir.hpp"
#include "support/error.hpp"
#include "support/json.hpp"
#include "support/text_file.hpp"
#include "support/xml_text.hpp"

namespace collsim {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* question =
    "Which collective algorithm wins on this machine, at this size, and why? What if the links were twice as "
    "fast? Does "
    "the simulation agree with a real run and with the formula?";

json read_written(const fs::path& file) {
  json document = read_json_file(file);
  if (document.is_discarded())
    throw Error(file.string() + ": is not JSON; right would be what collsim run wrote");
  return document;
}

std::vector<fs::path> result_folders(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code unreadable;
  if (fs::exists(folder / "results.json")) found.push_back(folder);
  for (const auto& entry : fs::directory_iterator(folder, unreadable))
    if (fs::exists(entry.path() / "results.json")) found.push_back(entry.path());
  if (found.empty())
    throw Error(folder.string() +
                ": nothing was run there; right would be the folder of results of collsim run");
  std::ranges::sort(found);
  return found;
}

/// A key's value as its flag takes it.
std::string flag_text(const json& value) {
  if (value.is_string()) return value;
  if (!value.is_array()) return value.dump();
  std::string list;
  for (const json& item : value) list += (list.empty() ? "" : ",") + flag_text(item);
  return list;
}

/// The command that asks this: the scenario, and the flags in which it was asked otherwise.
std::string command_of(const json& context, const fs::path& folder) {
  const fs::path file = context.at("file").get<std::string>();
  if (file.filename() == "claims.json") return "collsim validate published";
  if (file == "engines" || file == "native") return "collsim validate " + file.string();
  const json asked = context.at("scenario"),
             original = fs::exists(file) ? read_written(file) : json::object();
  std::string line = fs::exists(folder / "map.csv") ? "collsim map"
                     : asked.contains("whatif")     ? "collsim whatif"
                                                    : "collsim run";
  const bool shipped = file.parent_path().filename() == "scenarios";
  if (file != "map") line += " " + (shipped ? file.stem().string() : file.string());
  if (asked.contains("whatif")) line += " " + asked["whatif"].get<std::string>();
  for (const Key& key : scenario_keys())
    if (asked.contains(key.name) && (!original.contains(key.name) || original[key.name] != asked[key.name]))
      line += fmt::format(" {} '{}'", flag_of(key.name), flag_text(asked[key.name]));
  return line;
}

std::string table_of(const fs::path& file, const std::string& summary) {
  if (!fs::exists(file)) return {};
  const CsvTable table = read_csv(file);
  return html_details(fmt::format("{}: {} rows", summary, table.rows.size()),
                      html_table(table.header, table.rows));
}

std::string figures_of(const fs::path& folder, const std::string& title) {
  std::vector<fs::path> pictures;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".svg" && is_file(entry.path())) pictures.push_back(entry.path());
  std::ranges::sort(pictures);
  std::string all;
  for (const fs::path& picture : pictures)
    all += html_picture(picture, title + ": " + picture.stem().string());
  return all;
}

/// What a folder answers.
struct AnsweringFolder {
  std::string name;  ///< of the folder
  std::string title, question, command;

  /// The first sentence of the question if it is one, else the title.
  std::string short_question() const {
    const auto mark = question.find('?');
    return mark == std::string::npos ? title : question.substr(0, mark + 1);
  }
  /// What the filter looks at.
  std::string words() const { return xml_text(fmt::format("{} {} {} {}", name, title, question, command)); }
};

AnsweringFolder asked_in(const fs::path& folder, const json& results) {
  const json& context = results.at("context");
  const std::string name = fs::weakly_canonical(folder).filename().string();
  return {.name = name,
          .title = context.at("scenario").value("title", name),
          .question = context.at("scenario").value("question", ""),
          .command = command_of(context, folder)};
}

std::string entry(const AnsweringFolder& asked) {
  const std::string link = asked.short_question();
  const std::string beside =
      link == asked.title ? "" : fmt::format(" <span class=\"note\">{}</span>", xml_text(asked.title));
  return fmt::format("<li data-words=\"{}\"><a href=\"#{}\">{}</a>{}</li>\n", asked.words(),
                     xml_text(asked.name), xml_text(link), beside);
}

std::string section(const fs::path& folder, const AnsweringFolder& asked, const std::string& plots) {
  std::string text = fmt::format("<section data-words=\"{}\">\n<h2 id=\"{}\">{}</h2>\n", asked.words(),
                                 xml_text(asked.name), xml_text(asked.title));
  if (!asked.question.empty()) text += fmt::format("<p>{}</p>\n", xml_text(asked.question));
  text += fmt::format("<p><code>{}</code></p>\n", xml_text(asked.command));
  text += plots;
  text += table_of(folder / "scoreboard.csv", "Scoreboard: every published number and claim");
  text += table_of(folder / "report.csv", "Published, simulated and by formula");
  text += table_of(folder / "map.csv", "Winners");
  text += table_of(folder / "whatif.csv", "Times over the baseline's");
  text += table_of(folder / "crossings.csv", "Where another algorithm becomes the faster");
  return text + table_of(folder / "results.csv", "Answers") + "</section>\n";
}

std::string provenance(const std::set<std::string>& names) {
  std::string text = "<h2>Platforms</h2>\n";
  for (const auto& name : names) try {
      const Platform platform = Platform::load(name);
      std::vector<std::vector<std::string>> rows;
      for (const auto& [number, value_and_source] : platform.numbers())
        rows.push_back({number, value_and_source.first, value_and_source.second});
      text += html_details(platform.name() + ": " + platform.title(),
                           html_table({"number", "value", "source"}, rows));
    } catch (const Error& error) {
      text += fmt::format("<p class=\"note\">{}</p>\n", xml_text(error.what()));
    }
  return text;
}

}  // namespace

std::string report_of(const fs::path& folder) {
  std::string contents, sections;
  bool any_chart = false;
  std::set<std::string> platforms;
  for (const fs::path& each : result_folders(folder)) try {
      const json results = read_written(each / "results.json");
      const AnsweringFolder asked = asked_in(each, results);
      contents += entry(asked);
      const std::string figures = figures_of(each, asked.title);
      const std::string chart = figures.empty() ? "" : chart_of(each / "results.csv", each / "report.csv");
      any_chart |= !chart.empty();
      sections += section(each, asked, figures + chart);
      for (const json& row : results.at("rows")) platforms.insert(row.at("platform").get<std::string>());
    } catch (const json::exception& error) {
      throw Error(fmt::format("{}: {}; right would be what collsim run wrote",
                              (each / "results.json").string(), error.what()));
    }
  return html_page("collsim: what was asked, and what came of it",
                   fmt::format("<h1>collsim</h1>\n<p><strong>{}</strong></p>\n{}<ul>\n{}</ul>\n{}{}{}",
                               question, html_filter("asked", "questions with these words"), contents,
                               sections, provenance(platforms), any_chart ? chart_scripts() : ""));
}

}  // namespace collsim
