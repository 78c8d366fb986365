#include "lab/scenarios/scenario.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "lab/scenarios/expand.hpp"
#include "lab/scenarios/keys.hpp"
#include "lab/scenarios/schema.hpp"
#include "lab/scenarios/title.hpp"
#include "platforms/variants.hpp"
#include "support/data_dir.hpp"
#include "support/json.hpp"
#include "support/names.hpp"
#include "support/printable.hpp"
#include "support/range.hpp"

namespace collsim {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// The JSON that a flag's text stands for. Sizes stay a text: the schema takes ranges there.
json flag_value(const std::string& key, const std::string& text) {
  switch (scenario_key(key).takes) {
    case Takes::list:
    case Takes::distinct:
      return split_list(text);
    case Takes::names: {
      const auto parts = split_list(text);
      return parts.size() == 1 ? json(parts.front()) : json(parts);
    }
    case Takes::truth:
      return text == "true" || text == "false" ? json(text == "true") : json(text);
    case Takes::changes:
      return parse_changes(text, flag_of(key));
    case Takes::name:
    case Takes::numbers:
      break;
  }
  return text;
}

void apply(const Flags& flags, json& document) {
  const auto erase = [&](const std::string& key) {
    document.erase(key);
    const auto sweeps = document.find("sweeps");
    if (sweeps == document.end()) return;
    for (auto& sweep : *sweeps) sweep.erase(key);
  };
  // What says the same in another way must go, too.
  static const std::map<std::string, std::vector<std::string>> rivals = {{"bytes", {"count"}},
                                                                         {"count", {"bytes"}},
                                                                         {"placement", {"ppn", "mapping"}},
                                                                         {"ppn", {"placement"}},
                                                                         {"mapping", {"placement"}}};
  for (const auto& [key, text] : flags) {
    erase(key);
    if (const auto others = rivals.find(key); others != rivals.end())
      for (const auto& other : others->second) erase(other);
  }
  for (const auto& [key, text] : flags) document[key] = flag_value(key, text);
}

/// Whether the flags ask something else than the file, of which its title may speak: not only who answers, or what is drawn.
bool asks_otherwise(const Flags& flags, const json& document) {
  const auto sweeps = document.value("sweeps", json::array());
  return std::ranges::any_of(flags, [&](const auto& flag) {
    const std::string& key = flag.first;
    const bool swept = std::ranges::any_of(sweeps, [&](const json& sweep) { return sweep.contains(key); });
    const bool same = !swept && document.contains(key) && document[key] == flag_value(key, flag.second);
    return !scenario_key(key).of_answer && !same;
  });
}

/// What is asked becomes part of the results, which are JSON, and of pictures and tables. Throws Error.
void check_text(const std::string& text) {
  try {
    static_cast<void>(json(text).dump());
  } catch (const json::type_error&) {
    throw Error("is not UTF-8; right would be plain text");
  }
  if (printable(text) != text)
    throw Error("'" + text + "' has control characters; right would be plain text");
}

/// All texts of a document that follows its schema, below its keys.
void check_texts(const json& value, const std::string& pointer, const Origin& origin) {
  if (value.is_string()) origin.placed(pointer, [&] { check_text(value.get<std::string>()); });
  if (!value.is_structured()) return;
  for (const auto& [key, part] : value.items()) check_texts(part, below(pointer, key), origin);
}

/// Whether no level of a document says who answers.
bool names_nobody(const json& document) {
  const auto sweeps = document.value("sweeps", json::array());
  return !document.contains("backends") &&
         std::ranges::none_of(sweeps, [](const json& sweep) { return sweep.contains("backends"); });
}

/// A path as it is; a bare name among the scenarios that come with collsim.
fs::path find_file(const std::string& name_or_path) {
  std::error_code none;  // what cannot be looked at is not there
  const bool exists = fs::exists(name_or_path, none);
  if (exists && !fs::is_directory(name_or_path, none)) return name_or_path;
  const auto names = scenario_names();
  if (std::find(names.begin(), names.end(), name_or_path) != names.end())
    return data_dir() / "scenarios" / (name_or_path + ".json");
  if (exists) return name_or_path;  // a folder, as whoever reads it says
  const std::string bare = fs::path(name_or_path).stem().string();
  throw DocumentError(name_or_path, "",
                      is_path(name_or_path) ? "no such file" + correction(bare, names)
                                            : "no such scenario" + suggestion(bare, names));
}

}  // namespace

const Platform& Platforms::get(const std::string& name, const std::map<std::string, std::string>& overrides) {
  const auto key = std::make_pair(name, overrides);
  const auto place = loaded_.find(key);
  if (place != loaded_.end()) return place->second;
  return loaded_.emplace(key, Platform::load(name, overrides)).first->second;
}

Scenario parse_scenario(const std::string& text, const std::string& file, const Flags& flags,
                        std::size_t most_points) {
  Origin origin{file};
  origin.placed("", [&] { check_text(file); });
  for (const auto& flag : flags) Origin{flag_of(flag.first)}.placed("", [&] { check_text(flag.second); });
  json document = parse_json(text, origin);
  check_schema(document, origin, scenario_schema());
  const bool other = asks_otherwise(flags, document);
  check_texts(document, "", origin);
  if (!flags.empty()) {
    apply(flags, document);
    for (const auto& [key, value] : flags) origin.flags.emplace(key, flag_of(key));
    check_schema(document, origin, scenario_schema());
  }
  Scenario scenario{.file = file,
                    .name = fs::path(file).stem().string(),
                    .title = {},
                    .question = {},
                    .points = {},
                    .left_out = {},
                    .figures = document.value("figures", std::vector<std::string>()),
                    .published = document.value("published", ""),
                    .names_nobody = names_nobody(document),
                    .document = {},
                    .platforms = {}};
  expand(document, origin, most_points, scenario);
  if (other && !scenario.points.empty()) {
    document["title"] = title_of(scenario.points);
    document.erase("question");
  }
  scenario.title = document.value("title", "");
  if (scenario.title.empty()) scenario.title = scenario.name;
  scenario.question = document.value("question", "");
  scenario.document = document.dump(2);
  return scenario;
}

Scenario load_scenario(const std::string& name_or_path, const Flags& flags) {
  const fs::path path = find_file(name_or_path);
  return parse_scenario(read_document(path, "a scenario's file"), path.string(), flags);
}

std::vector<std::string> scenario_names() {
  auto names = data_names("scenarios", ".json");
  std::erase(names, "schema");
  return names;
}

}  // namespace collsim
