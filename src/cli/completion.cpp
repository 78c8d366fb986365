#include "cli/completion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "algorithms/facts/distribution.hpp"
#include "algorithms/facts/operand.hpp"
#include "cli/completion_scripts.hpp"
#include "cli/table_columns.hpp"
#include "cli/verbs.hpp"
#include "figures/plots/figure.hpp"
#include "lab/scenarios/keys.hpp"
#include "lab/scenarios/published_tables.hpp"
#include "lab/scenarios/schema.hpp"
#include "points/choice.hpp"
#include "points/row.hpp"
#include "rules/libraries/formats.hpp"
#include "rules/libraries/target.hpp"
#include "support/data_dir.hpp"
#include "support/error.hpp"
#include "support/json.hpp"
#include "support/range.hpp"

namespace collsim {
namespace {

using Texts = std::vector<std::string>;

template <class Named>
Texts names_of(const std::vector<Named>& all) {
  Texts names;
  for (const Named& each : all) names.push_back(each.name);
  return names;
}

/// The value of a flag among the words; empty: it is not there.
std::string value_among(const Texts& words, const std::string& flag) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == flag && i + 1 < words.size()) return words[i + 1];
    if (words[i].starts_with(flag + "=")) return words[i].substr(flag.size() + 1);
  }
  return "";
}

/// The collective that a command line asks about; empty: nobody says.
std::string collective_of(const Texts& words) {
  const std::string flag = value_among(words, "--collective");
  const Texts known = scenario_names();
  if (!flag.empty() || words.size() < 3 || std::ranges::find(known, words[2]) == known.end()) return flag;
  return read_json_file(data_dir() / "scenarios" / (words[2] + ".json")).value("collective", "");
}

/// Algorithms of that collective; of all where nobody says which.
Texts algorithms(const Texts& words) {
  const std::string wanted = collective_of(words);
  Texts names;
  for (const auto* about : descriptions())
    if ((wanted.empty() || about->collective == wanted) &&
        std::ranges::find(names, about->name) == names.end())
      names.push_back(about->name);
  return names;
}

Texts full_names() {
  Texts names;
  for (const auto* about : descriptions()) names.push_back(about->full_name());
  return names;
}

Texts column_names() {
  Texts names = names_of(columns());
  names.emplace_back(all_columns);
  return names;
}

Texts testbeds() {
  return data_names("platforms/testbeds", ".json");
}

/// What a placeholder of an operand stands for, files aside.
Texts names_for(const std::string& placeholder) {
  static const std::map<std::string, std::function<Texts()>> all = {
      {"ALGORITHM", full_names},
      {"COLLECTIVE", known_collectives},
      {"COMMAND", [] { return names_of(verbs()); }},
      {"PLATFORM", platform_names},
      {"SCENARIO", scenario_names},
      {"RULES", rules_names},
      {"STUDY", [] { return data_folders("validation"); }},
      {"TESTBED", testbeds},
      {"MACHINE", platform_names}};
  const auto found = all.find(placeholder);
  return found == all.end() ? Texts() : found->second();
}

/// What a flag takes where neither its key nor its placeholder lists that.
Texts names_for_flag(const Flag& flag, const Texts& words) {
  static const std::map<std::string, std::function<Texts(const Texts&)>> all = {
      {"algorithms", algorithms},
      {"collective", [](const Texts&) { return known_collectives(); }},
      {"columns", [](const Texts&) { return column_names(); }},
      {"distribution", [](const Texts&) { return distributions(); }},
      {"figures", [](const Texts&) { return figure_names(); }},
      {"for", [](const Texts&) { return names_of(targets()); }},
      {"like", [](const Texts&) { return full_names(); }},
      {"measured", [](const Texts&) { return platform_names(); }},
      {"mpi", [](const Texts&) { return names_of(targets()); }},
      {"op", [](const Texts&) { return names_of(operand_ops()); }},
      {"platform", [](const Texts&) { return platform_names(); }},
      {"published", [](const Texts&) { return published_tables(); }},
      {"testbed", [](const Texts&) { return testbeds(); }},
      {"type", [](const Texts&) { return names_of(operand_types()); }},
      {"without", [](const Texts&) { return platform_names(); }}};
  const auto found = all.find(flag.long_name());
  return found == all.end() ? Texts() : found->second(words);
}

bool is_placeholder(const std::string& word) {
  return std::ranges::any_of(word, [](char c) { return c >= 'A' && c <= 'Z'; });
}

Texts split(const std::string& text, char mark) {
  Texts parts(1);
  for (const char c : text)
    if (c == mark)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

Completion values(const Flag& flag, const Texts& words) {
  Texts names = names_for_flag(flag, words);
  if (flag.is_key() && names.empty()) names = scenario_key(flag.key).choices;
  if (names.empty() && !is_placeholder(flag.value)) names = split(flag.value, '|');
  Completion found;
  for (const std::string& name : names) found.candidates.push_back({name});
  const auto takes = [&](const char* what) { return flag.value.find(what) != std::string::npos; };
  found.files = takes("FILE") || takes("DIR") || takes("PREFIX") || flag.long_name() == "platform";
  return found;
}

/// The words of each way to write a command's operands: {{"measured", "MACHINE"}, {"formula"}}. What may be left out counts.
std::vector<Texts> ways(const Verb& verb) {
  std::string text = verb.operands.substr(0, std::min(verb.operands.find(" [--"), verb.operands.find(" --")));
  std::erase_if(text, [](char c) { return c == '[' || c == ']'; });
  std::vector<Texts> all;
  for (const std::string& way : split(text, '|')) all.push_back(split(way, ' '));
  return all;
}

/// Without the dots that say that there may be more of it, and what may stand before it.
std::string bare(std::string placeholder) {
  if (placeholder.ends_with("...")) placeholder.resize(placeholder.size() - 3);
  return placeholder.substr(placeholder.find('=') + 1);
}

void add_operand(Completion& found, const std::string& written) {
  if (!is_placeholder(written)) {
    found.candidates.push_back({written});
    return;
  }
  const std::string placeholder = bare(written);
  for (const std::string& name : names_for(placeholder)) found.candidates.push_back({name});
  for (const char* file : {"FILE", "DIR", "FOLDER", "SCENARIO", "PLATFORM", "RULES", "TESTBED"})
    found.files = found.files || placeholder.starts_with(file);
}

/// `before`: the operands that stand before.
Completion operands(const Verb& verb, const Texts& before) {
  Completion found;
  for (const Texts& way : ways(verb)) {
    if (before.empty()) add_operand(found, way.front());
    const bool fits = before.empty() || is_placeholder(way.front()) || way.front() == before.front();
    if (before.empty() || !fits) continue;
    if (before.size() < way.size())
      add_operand(found, way[before.size()]);
    else if (way.back().ends_with("..."))
      add_operand(found, way.back());
  }
  return found;
}

Completion flags(const Verb& verb, const Texts& given) {
  Completion found;
  for (const Flag& each : verb.flags) {
    const std::string name = "--" + each.long_name();
    const bool there = std::ranges::any_of(
        given, [&](const std::string& word) { return word == name || word.starts_with(name + "="); });
    if (!each.meaning.empty() && (!there || each.kind == FlagKind::texts))
      found.candidates.push_back({name, each.meaning});
  }
  found.candidates.push_back({"--help", "what the command takes, with examples"});
  return found;
}

Completion commands() {
  Completion found;
  for (const Verb& each : verbs()) found.candidates.push_back({each.name, each.says});
  return found;
}

/// The flag of a command that a word is, written with its name or its letter; null: none.
const Flag* flag_called(const Verb& verb, const std::string& word) {
  for (const Flag& each : verb.flags) {
    const auto comma = each.name.find(',');
    if (word == "--" + each.long_name() ||
        (comma != std::string::npos && word == "-" + each.name.substr(comma + 1)))
      return &each;
  }
  return nullptr;
}

bool has_value(const Flag* flag) {
  return flag && !flag->value.empty();
}

/// The operands among the words of a command line but its last.
Texts operands_among(const Verb& verb, const Texts& words) {
  Texts found;
  for (std::size_t i = 2; i + 1 < words.size(); ++i)
    if (!words[i].starts_with("-") && !has_value(flag_called(verb, words[i - 1]))) found.push_back(words[i]);
  return found;
}

/// Every candidate after a text that stands before it in the same word, as what precedes the last comma of a list.
Completion after(const std::string& before, Completion found) {
  for (auto& candidate : found.candidates) candidate.word = before + candidate.word;
  return found;
}

Completion value_of(const Flag& flag, const std::string& before, const std::string& written,
                    const Texts& words) {
  const auto comma = written.rfind(',');
  const bool lists = flag.value.find(",...") != std::string::npos && comma != std::string::npos;
  return after(before + (lists ? written.substr(0, comma + 1) : ""), values(flag, words));
}

Completion after_verb(const Verb& verb, const Texts& words) {
  const std::string &last = words.back(), &previous = words[words.size() - 2];
  if (std::find(words.begin(), words.end() - 1, "--") != words.end() - 1)
    return {.candidates = {}, .files = true};
  if (const Flag* flag = flag_called(verb, previous); has_value(flag))
    return value_of(*flag, "", last, words);
  const auto equals = last.find('=');
  if (last.starts_with("--") && equals != std::string::npos) {
    const Flag* flag = flag_called(verb, last.substr(0, equals));
    return flag ? value_of(*flag, last.substr(0, equals + 1), last.substr(equals + 1), words) : Completion();
  }
  if (last.starts_with("-")) return flags(verb, {words.begin(), words.end() - 1});
  return operands(verb, operands_among(verb, words));
}

/// The words that bash breaks at =, whole again.
Texts whole(const Texts& broken) {
  Texts words;
  bool joins = false;
  for (const std::string& word : broken) {
    const bool equals = word == "=" && !words.empty() && words.back().starts_with("--");
    if (equals || joins)
      words.back() += word;
    else
      words.push_back(word);
    joins = equals;
  }
  return words;
}

Completion anything(const Texts& words) {
  if (words.size() == 2) {
    Completion found = commands();
    found.candidates.push_back({"help", "tells what a command takes, with examples"});
    return found;
  }
  if (words[1] == "help") return words.size() == 3 ? commands() : Completion();
  const auto asked = std::ranges::find(verbs(), words[1], &Verb::name);
  return asked == verbs().end() ? Completion() : after_verb(*asked, words);
}

int completion_command(const Context& context) {
  const std::string& what = operand(context.arguments, "bash|zsh|fish");
  if (what != "words") {
    fmt::print("{}", completion_script(what));
    return 0;
  }
  const Completion found = complete(context.arguments.program);
  for (const auto& [word, says] : found.candidates) fmt::print("{}\t{}\n", word, says);
  if (found.files) fmt::print(":files\n");
  return 0;
}

}  // namespace

Completion complete(const std::vector<std::string>& broken) {
  const Texts words = whole(broken);
  if (words.size() < 2) return {};
  Completion found = anything(words);
  std::erase_if(found.candidates,
                [&](const auto& candidate) { return !candidate.word.starts_with(words.back()); });
  return found;
}

Verb completion_verb() {
  return {"completion",
          "bash|zsh|fish|words -- collsim WORD ...",
          "prints what makes a shell complete the words of command lines",
          {},
          {"collsim completion bash > ~/.local/share/bash-completion/completions/collsim",
           "collsim completion fish > ~/.config/fish/completions/collsim.fish"},
          completion_command};
}

}  // namespace collsim
