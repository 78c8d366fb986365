#include "lab/site/slurm_switches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/algorithm/string/case_conv.hpp>
#include <boost/algorithm/string/predicate.hpp>
#include <map>
#include <set>
#include <sstream>

#include "support/error.hpp"
#include "support/number.hpp"
#include "support/text_file.hpp"
#include "support/words.hpp"

namespace collsim {
namespace {

constexpr std::size_t most_names = 1'000'000;

/// The parts between commas outside brackets.
std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (c == ',' && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

/// What a bracket stands for: "01-03,7" as 01, 02, 03, 7.
std::vector<std::string> bracket_numbers(const std::string& text) {
  std::vector<std::string> found;
  for (const auto& part : parts_of(text)) {
    const auto dash = part.find('-');
    const std::string first = part.substr(0, dash),
                      last = dash == std::string::npos ? first : part.substr(dash + 1);
    const auto from = number_in<int>(first), to = number_in<int>(last);
    if (!from || !to || *from < 0 || *to < *from || static_cast<std::size_t>(*to - *from) >= most_names)
      throw Error(fmt::format("'[{}]' is no list of numbers", text));
    for (int i = *from; i <= *to; ++i) found.push_back(fmt::format("{:0{}}", i, first.size()));
  }
  return found;
}

struct Switch {
  std::string name;
  std::vector<std::string> nodes, below;
  long line;
};

std::vector<Switch> switches_in(const std::string& text) {
  std::istringstream lines(text);
  std::vector<Switch> found;
  long number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    Switch made{.name = {}, .nodes = {}, .below = {}, .line = number};
    for (const auto& word : words_of(line.substr(0, line.find('#')))) {
      const auto equals = word.find('=');
      const std::string key = boost::algorithm::to_lower_copy(word.substr(0, equals)),
                        value = equals == std::string::npos ? "" : word.substr(equals + 1);
      if (key == "blockname") throw Error(fmt::format("line {} is of the plugin topology/block", number));
      try {
        if (key == "switchname") made.name = value;
        if (key == "nodes") made.nodes = expand_hostlist(value);
        if (key == "switches") made.below = expand_hostlist(value);
      } catch (const Error& error) {
        throw Error(fmt::format("line {}: {}", number, error.what()));
      }
    }
    if (!made.name.empty()) found.push_back(std::move(made));
  }
  return found;
}

/// Levels of switches from this one down.
int levels_below(const std::string& name, const std::map<std::string, const Switch*>& by_name, int depth) {
  constexpr int deepest = 16;
  const auto place = by_name.find(name);
  if (place == by_name.end()) throw Error(fmt::format("no line names the switch '{}'", name));
  if (depth > deepest) throw Error(fmt::format("the switch '{}' is below itself", name));
  int most = 0;
  for (const auto& below : place->second->below)
    most = std::max(most, levels_below(below, by_name, depth + 1));
  return most + 1;
}

}  // namespace

std::vector<std::string> expand_hostlist(const std::string& text) {
  std::vector<std::string> found;
  for (const auto& part : parts_of(text)) {
    std::vector<std::string> names(1);
    for (std::size_t at = 0; at < part.size();) {
      const auto open = std::min(part.find('[', at), part.size());
      for (auto& name : names) name += part.substr(at, open - at);
      if (open == part.size()) break;
      const auto close = part.find(']', open);
      if (close == std::string::npos) throw Error(fmt::format("'{}' has an open bracket", part));
      const auto numbers = bracket_numbers(part.substr(open + 1, close - open - 1));
      std::vector<std::string> longer;
      if (names.size() * numbers.size() > most_names) throw Error(fmt::format("'{}' is too long", part));
      for (const auto& name : names)
        for (const auto& number : numbers) longer.push_back(name + number);
      names = std::move(longer);
      at = close + 1;
    }
    if (names.size() == 1 && names.front().empty()) continue;
    found.insert(found.end(), names.begin(), names.end());
    if (found.size() > most_names) throw Error(fmt::format("'{}' is too long", text));
  }
  return found;
}

LeafSwitches read_switches(const std::filesystem::path& file) try {
  const auto all = switches_in(read_text(file, "Slurm's topology.conf"));
  std::map<std::string, const Switch*> by_name;
  std::set<std::string> nodes;
  LeafSwitches found;
  for (const Switch& each : all) {
    if (!by_name.emplace(each.name, &each).second)
      throw Error(fmt::format("line {} names the switch '{}' again", each.line, each.name));
    for (const auto& node : each.nodes)
      if (!nodes.insert(node).second)
        throw Error(
            fmt::format("line {} has the node '{}', which is at another switch, too", each.line, node));
    if (!each.nodes.empty()) found.leaves.push_back(static_cast<int>(each.nodes.size()));
  }
  if (found.leaves.empty()) throw Error("no switch has nodes");
  for (const Switch& each : all) found.levels = std::max(found.levels, levels_below(each.name, by_name, 0));
  return found;
} catch (const Error& error) {
  throw Error(
      fmt::format("{}: {}; right would be SwitchName=... Nodes=... and SwitchName=... Switches=... as in "
                  "Slurm's topology.conf",
                  file.string(), error.what()));
}

}  // namespace collsim
