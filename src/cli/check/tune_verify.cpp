#include "cli/check/tune_verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "backends/backend.hpp"
#include "backends/traced.hpp"
#include "cli/check/probe.hpp"
#include "cli/present.hpp"
#include "cli/shared_flags.hpp"
#include "lab/scenarios/atomically.hpp"
#include "lab/tuner/proof.hpp"
#include "rules/libraries/formats.hpp"
#include "support/document.hpp"
#include "support/error.hpp"
#include "support/number.hpp"

namespace collsim {
namespace {

/// The variables that a file exports.
std::map<std::string, std::string> settings_in(const std::filesystem::path& file) {
  std::map<std::string, std::string> found;
  std::istringstream lines(read_document(file, "a folder that collsim tune has written for this target"));
  for (std::string line; std::getline(lines, line);) {
    constexpr std::string_view exported = "export ";
    if (!line.starts_with(exported)) continue;
    const auto equals = line.find('=');
    const std::string name = line.substr(exported.size(), equals - exported.size());
    if (equals == std::string::npos ||
        !(name.starts_with("OMPI_MCA_coll_") || name.starts_with("MPIR_CVAR_")))
      throw Error(
          fmt::format("{}: '{}' is no setting of collectives; right would be OMPI_MCA_coll_NAME=VALUE or "
                      "MPIR_CVAR_NAME=VALUE",
                      file.string(), name));
    std::string value = line.substr(equals + 1);
    std::erase(value, '\'');
    found[name] = value;
  }
  return found;
}

/// Who is asked, and by what means.
struct Launched {
  const Context& context;
  const Target& target;
  Probe probe;
  int processes = 0;
};

Launched launched(const Context& context, const std::filesystem::path& folder) {
  const Target& its = target(context.arguments.text(flags::targets));
  Launched who{
      .context = context, .target = its, .probe = Probe(its, context.arguments.text(flags::launch), folder)};
  const std::string greeting = who.probe.told({}, {});
  who.processes = number_in<int>(told_after(greeting, "processes")).value_or(0);
  if (who.processes < 1)
    throw Error(fmt::format("the launch told nothing; right would be one of {}", its.name));
  fmt::print("{} on {} processes\n", told_after(greeting, "library"), who.processes);
  return who;
}

/// What the ranks of an algorithm here send, as the fast engine sees it.
MessageSizes messages_here(const Setup& setup, const std::string& collective, const Choice& choice,
                           const Shape& shape) {
  static const Platform star = Platform::load("star");
  Point point;
  point.collective = collective;
  point.algorithm = choice.about->name;
  point.options = choice.options;
  point.backend = usual_backend(Backend::Kind::simulated).name();
  point.platform = star.name();
  point.network = backend(point).network("", star);
  point.schedule = RunsAs::fibers;
  point.processes = shape.processes;
  point.count = shape.count;
  point.data = Data::time;
  MessageSizes messages;
  const Explained run = traced(setup, star, point);
  for (std::size_t rank = 0; rank < run.traces.size(); ++rank)
    for (const Event& event : run.traces[rank])
      if (event.kind == Event::Kind::post_send && event.peer != static_cast<int>(rank))
        messages[{static_cast<int>(rank), event.peer}].push_back(event.bytes);
  return messages;
}

/// What the library makes of the calls under these settings, beside what the rules mean.
std::vector<Proof> proved(const Launched& who, const Rules& meant, const std::vector<std::string>& calls,
                          const std::map<std::string, std::string>& settings) {
  return proofs(who.target, as_followed(who.target, meant), who.processes, who.probe.told(calls, settings),
                [&](const std::string& collective, const Choice& choice, const Shape& shape) {
                  return messages_here(who.context.setup, collective, choice, shape);
                });
}

/// Under the file that tune has written.
std::vector<Proof> proved_file(const Context& context, const std::filesystem::path& folder) {
  const Target& its = target(context.arguments.text(flags::targets));
  const auto settings = tuned_settings(folder, its);
  const Rules meant = Rules::load((folder / (its.name + ".meant.json")).string());
  const Launched who = launched(context, folder);
  std::vector<std::string> calls = probing_calls(meant, who.processes);
  if (meant.empty())
    throw Error(folder.string() + " has no rules for " + its.name +
                ", whose own choice serves all calls; right would be a folder with some");
  if (calls.empty())
    throw Error(
        fmt::format("no rule is for {} processes; right would be a launch of as many as the rules are for",
                    who.processes));
  const auto checks = checking_calls(who.target, meant, who.processes);
  calls.insert(calls.end(), checks.begin(), checks.end());
  return proved(who, meant, calls, settings);
}

/// Rules that name the algorithms of each collective one after the other: the first list all first ones, and so on. Those whose results
/// are right for any operator stand in lists of their own, since some algorithms call others of the same file.
struct ListsOfAll {
  std::vector<Rules> right_for_any_operator = {}, others = {};
};
ListsOfAll lists_of_all(const Target& target, int processes) {
  const Tried tried = {.segments = {256}, .radixes = {3, 4}, .fanouts = {3}};
  const Region region{.processes = {processes, processes}};
  std::vector<std::vector<Rule>> right, others;
  for (const auto& collective : probed_collectives()) {
    std::set<std::string> safe;
    for (const TargetAlgorithm& each : candidates(target, collective, false, tried)) safe.insert(each.theirs);
    std::size_t next_right = 0, next_other = 0;
    for (const TargetAlgorithm& each : candidates(target, collective, true, tried)) {
      const bool is_safe = safe.contains(each.theirs);
      auto& lists = is_safe ? right : others;
      std::size_t& next = is_safe ? next_right : next_other;
      if (next == lists.size()) lists.emplace_back();
      lists[next++].push_back(rule_naming(target, collective, region, each.theirs));
    }
  }
  ListsOfAll all;
  for (auto& list : right) all.right_for_any_operator.emplace_back(std::move(list));
  for (auto& list : others) all.others.emplace_back(std::move(list));
  return all;
}

/// Under a file of these rules. `checked`: whether results are.
std::vector<Proof> proved_list(const Launched& who, const Rules& list, const std::filesystem::path& folder,
                               bool checked) {
  for (const auto& [name, text] : write_for(who.target, list, std::filesystem::absolute(folder).string()))
    write_atomically(folder / name, text);
  std::vector<std::string> calls;
  const Rules followed = as_followed(who.target, list);
  for (const Rule& rule : list.all())
    for (const auto& call : calls_of(rule, followed, who.processes)) {
      calls.push_back(call);
      if (checked) calls.push_back("check:" + call);
    }
  return proved(who, list, calls, settings_in(folder / (who.target.name + ".env")));
}

/// Under files that name every algorithm of the library that has a counterpart here.
std::vector<Proof> proved_counterparts(const Context& context, const std::filesystem::path& folder) {
  const Launched who = launched(context, folder);
  const ListsOfAll lists = lists_of_all(who.target, who.processes);
  std::vector<Proof> all;
  const auto add = [&](const std::vector<Rules>& of, bool checked) {
    for (const Rules& list : of) {
      const auto found = proved_list(who, list, folder, checked);
      all.insert(all.end(), found.begin(), found.end());
    }
  };
  add(lists.right_for_any_operator, true);
  add(lists.others, false);
  return all;
}

}  // namespace

std::map<std::string, std::string> tuned_settings(const std::filesystem::path& folder, const Target& target) {
  const std::filesystem::path file = folder / (target.name + ".env");
  auto settings = settings_in(file);
  const auto named = std::ranges::find_if(settings, [](const auto& each) {
    return each.first.ends_with("_filename") || each.first.ends_with("_JSON_FILE");
  });
  if (named == settings.end())
    throw Error(file.string() + " names no file of rules; right would be one that collsim tune has written");
  const std::filesystem::path rules = named->second;
  if (weakly_canonical(rules.parent_path()) != weakly_canonical(absolute(folder)))
    throw Error(
        fmt::format("{} names {}, which is not beside it; right would be a folder where collsim tune "
                    "has written it",
                    file.string(), rules.string()));
  try {
    static_cast<void>(read_rules(Rules::text_of(rules.string()), rules.string()));
  } catch (const DocumentError& error) {
    fmt::print("{}\n", error.what());
  }
  return settings;
}

int tune_verify_command(const Context& context) {
  const auto& words = context.arguments.words;
  if (context.arguments.text(flags::targets).empty())
    throw Error(
        "'tune verify' needs --for; right would be collsim tune verify [FOLDER] --for TARGET --launch "
        "'mpirun -n 8'");
  const bool of_file = words.size() == 3;
  const auto found = of_file ? proved_file(context, words[2])
                             : proved_counterparts(context, results_folder(context.arguments, "tune_verify"));
  fmt::print("{}{}", of_file ? "" : counterparts_text(found), to_text(found));
  const bool all =
      std::ranges::none_of(found, [](const Proof& each) { return each.verdict == Proof::Verdict::wrong; });
  return all ? 0 : 1;
}

}  // namespace collsim
