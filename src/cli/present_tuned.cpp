#include "cli/present_tuned.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <regex>
#include <set>

#include "cli/shared_flags.hpp"
#include "lab/scenarios/atomically.hpp"
#include "lab/scenarios/version.hpp"
#include "support/human.hpp"
#include "support/json.hpp"
#include "support/number.hpp"
#include "support/range.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

const Flag rules_flag = {"rules", "N", "at most so many of a collective (default 12)", FlagKind::number,
                         "12"};
const Flag regret_flag = {
    "regret", "SHARE",
    "what rules may cost in the mean over the best choices; where what Open MPI chooses by itself "
    "costs no more, there are none (default 2%)",
    FlagKind::text, "2%"};
const Flag worst_flag = {"worst", "SHARE",
                         "what they may cost anywhere, where so few can keep it (default 10%)",
                         FlagKind::text, "10%"};
const Flag gain_flag = {"gain", "SHARE",
                        "what a rule must gain at each call over what Open MPI chooses by itself, else the "
                        "call is left to that (default 0)",
                        FlagKind::text, "0"};
const Flag commutative_flag = {"commutative", "", "all operators commute, so that no order is to be kept"};

/// "2%", or the same as a number, 0.02. Whoever writes 2 means 2 %.
double parse_share(const std::string& flag, const std::string& text) {
  const bool percent = text.ends_with('%');
  const auto number =
      number_in<double>(percent ? text.substr(0, text.size() - (text.ends_with(" %") ? 2 : 1)) : text);
  if (!number || !(*number >= 0) || (!percent && *number > 1))
    throw Error(fmt::format("--{} is '{}'; right would be a share such as 2%", flag, text));
  return percent ? *number / 100 : *number;
}

TuningBounds bounds_of(const CommandLine& arguments) {
  if (arguments.number(rules_flag) > 100)
    throw Error(fmt::format("--rules is {}; right would be 1 to 100", arguments.number(rules_flag)));
  return {.rules = static_cast<std::size_t>(arguments.number(rules_flag)),
          .mean = parse_share("regret", arguments.text(regret_flag)),
          .worst = parse_share("worst", arguments.text(worst_flag)),
          .gain = parse_share("gain", arguments.text(gain_flag)),
          .commutative = arguments.has(commutative_flag)};
}

std::vector<const Target*> asked_targets(const CommandLine& arguments) {
  if (arguments.text(flags::targets).empty()) {
    std::vector<std::string> known;
    for (const Target& each : targets()) known.push_back(each.name);
    throw Error(fmt::format("'tune' needs who is to follow the rules; right would be --for with some of {}",
                            fmt::join(known, ", ")));
  }
  std::vector<const Target*> asked;
  for (const auto& name : split_list(arguments.text(flags::targets))) {
    asked.push_back(&target(name));
    if (std::ranges::count(asked, asked.back()) > 1)
      throw Error(fmt::format("--for names {} twice; right would be once", name));
  }
  return asked;
}

std::string source_of_rules(const std::string& platform, const TuningBounds& bounds) {
  return fmt::format("collsim {} for {}: at most {} rules of a collective, {} in the mean{}",
                     collsim_version(), platform, bounds.rules, human_percent(bounds.mean),
                     bounds.gain > 0 ? ", a gain of " + human_percent(bounds.gain) : "");
}

void append(Cells& all, Cells more) {
  all.names = std::move(more.names);
  all.lines.insert(all.lines.end(), more.lines.begin(), more.lines.end());
}

/// "2 .. 1024", of what is in order.
template <class Number, class Text>
std::string range_text(const std::set<Number>& numbers, const Text& text) {
  return human_span(text(*numbers.begin()), text(*numbers.rbegin()));
}

/// What the rules are tuned for, and how to ask for something else.
std::string coverage_text(const std::vector<Row>& rows) {
  std::string text;
  for (const auto& [ppn, its] : rows_by_ppn(rows)) {
    std::set<int> processes;
    std::set<std::int64_t> bytes;
    for (const Row& row : its) {
      processes.insert(row.point.processes);
      bytes.insert(row.point.bytes());
    }
    text += fmt::format("{}{} ranks, {} a node, {}", text.empty() ? "Tuned for " : "; ",
                        range_text(processes, [](int p) { return std::to_string(p); }), ppn.text(),
                        range_text(bytes, human_bytes));
  }
  return text + " (--processes, --ppn, --bytes)";
}

/// Over which algorithms costs are counted.
std::string counted_text(const TuningBounds& bounds) {
  return bounds.commutative ? "Costs are over the best algorithm that rules may name."
                            : "Costs are over the best algorithm that rules may name, none of which changes "
                              "the order of operands (--commutative); collsim regret counts all that a "
                              "library has.";
}

/// Whether tune gives a file of the target that name: "openmpi-4.1.conf", "mpich-5.ppn1.svg".
bool is_of(const std::string& target, const std::string& file) {
  if (!file.starts_with(target + ".")) return false;
  static const std::regex endings(R"((meant\.)?json|conf|env|flags|(ppn[^.]+\.)?(svg|png))");
  return std::regex_match(file.substr(target.size() + 1), endings);
}

/// The targets that the folder's rules are for; none where tune has written none into it.
std::set<std::string> earlier_targets(const std::filesystem::path& folder) {
  std::set<std::string> found;
  const auto rules = read_json_file(folder / tuned_file);
  if (!rules.is_array()) return found;
  for (const auto& rule : rules)
    if (rule.is_object() && rule.contains("target") && rule["target"].is_string())
      found.insert(rule["target"].get<std::string>());
  return found;
}

/// Rules of another run would lie beside those that tuned.json explains. What tune has not written stays.
void remove_earlier(const std::filesystem::path& folder, const Files& now) {
  if (!std::filesystem::is_directory(folder)) return;
  const auto known = earlier_targets(folder);
  std::set<std::filesystem::path> earlier;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (entry.is_regular_file() && !now.contains(name) &&
        std::ranges::any_of(known, [&](const std::string& each) { return is_of(each, name); }))
      earlier.insert(entry.path());
  }
  for (const auto& file : earlier) {
    std::filesystem::remove(file);
    if (file.extension() != ".svg" && file.extension() != ".png")
      fmt::print("Removed, of an earlier run: {}\n", file.string());
  }
}

}  // namespace

FlagList tuning_flags() {
  return {flags::targets.saying(
              "TARGET,...",
              "who is to follow the rules: openmpi-4.1, openmpi-5.0, openmpi-6, mpich-4, mpich-5, "
              "ucc, smpi, collsim"),
          rules_flag,
          regret_flag,
          worst_flag,
          gain_flag,
          commutative_flag};
}

AskedTuning asked_tuning(const CommandLine& arguments) {
  const AskedTuning asked{asked_targets(arguments), bounds_of(arguments)};
  if (asked.bounds.gain > 0 && std::ranges::none_of(asked.targets, &Target::has_known_choice))
    throw Error(
        fmt::format("--gain means nothing to {}, whose own choice is not known here; right would be --for "
                    "openmpi-4.1 or openmpi-5.0",
                    asked.targets.front()->name));
  return asked;
}

std::map<PerNode, std::vector<Row>> rows_by_ppn(const std::vector<Row>& rows) {
  PerNode most = 1;
  for (const Row& row : rows) most = std::max(most, row.point.ppn);
  std::map<PerNode, std::vector<Row>> found;
  for (const Row& row : rows)
    found[row.point.ppn.nodes(row.point.processes) == 1 ? most : row.point.ppn].push_back(row);
  return found;
}

std::vector<FollowedTarget> present_tuned(const AskedTuning& tuning, const std::vector<Row>& rows,
                                          const std::string& asked, const std::filesystem::path& folder,
                                          const TermsOf& terms, const Searched* partly) {
  fmt::print("{}\n{}\n\n", wrapped(coverage_text(rows) + "; " + asked + ".", page_width()),
             wrapped(counted_text(tuning.bounds), page_width()));
  Files files;
  Cells rules, curves;
  std::vector<FollowedTarget> followed;
  for (const Target* each : tuning.targets) {
    const auto tuned = tune(*each, rows, tuning.bounds, terms);
    fmt::print("{}", to_text(*each, tuned, tuning.bounds, partly));
    append(rules, to_cells(*each, tuned));
    append(curves, curve_cells(*each, tuned));
    const Rules own = rules_of(tuned, source_of_rules(rows.front().point.platform, tuning.bounds));
    const auto is_known = [](const TunedCollective& collective) { return !collective.rules.empty(); };
    if (std::ranges::none_of(tuned, is_known)) continue;
    files.merge(write_for(*each, own, std::filesystem::absolute(folder).string()));
    if (each->can_be_proved()) files[each->name + ".meant.json"] = own.document();
    followed.emplace_back(each, as_followed(*each, own));
  }
  files["tuned.csv"] = to_csv(rules);
  files[tuned_file] = to_json_text(rules);
  files["curve.csv"] = to_csv(curves);
  remove_earlier(folder, files);
  for (const auto& [name, text] : files) {
    write_atomically(folder / name, text);
    fmt::print("Written: {}\n", (folder / name).string());
  }
  return followed;
}

}  // namespace collsim
