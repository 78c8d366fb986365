#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

#include "rules/libraries/bands.hpp"
#include "rules/libraries/formats.hpp"
#include "rules/libraries/openmpi.hpp"
#include "rules/libraries/writers.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

std::string to_ucc(const Interval& interval, const Interval& all) {
  return fmt::format(
      "{}-{}", interval.first,
      interval.last == all.last ? "inf" : std::to_string(interval.last + (all == Region::all_bytes)));
}

/// Numbers at both ends of intervals, and beside them.
std::set<std::int64_t> probes(const Rules& rules, Interval Region::*side, std::int64_t most) {
  std::set<std::int64_t> found;
  for (const Rule& rule : rules.all())
    for (const std::int64_t end : {(rule.region.*side).first, (rule.region.*side).last})
      for (const std::int64_t probe : {end - 1, end, end + 1})
        if (probe >= (side == &Region::processes ? 1 : 0) && probe <= most) found.insert(probe);
  return found;
}

/// What the library runs for a call; empty where it decides by itself.
std::string running(const Rules& rules, const CallFacts& facts) {
  const Rule* rule = rules.match(facts);
  if (!rule || rule->theirs == fixed_decision) return "";
  return rule->theirs.empty() ? rule->algorithm() : rule->theirs;
}

/// Throws Error where two lists do not run the same for a call beside one of their limits. `leaves`: what rules leave open is the library's
/// own choice in what was read, too.
void check_same(const Rules& meant, const Rules& read, const std::string& file, bool leaves) {
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  const auto processes = probes(meant, &Region::processes, 1 << 20);
  const auto bytes = probes(meant, &Region::bytes, most);
  for (const auto& collective : collectives_of(meant))
    for (const std::int64_t p : processes)
      for (const std::int64_t n : bytes)
        for (const bool commutative : {true, false})
          for (const bool enough : {true, false}) {
            const CallFacts facts = {.collective = collective,
                                     .processes = static_cast<int>(p),
                                     .bytes = n,
                                     .op = commutative ? "sum" : "user",
                                     .commutative = commutative,
                                     .elements = enough ? most : 0,
                                     .nodes = static_cast<int>(p)};
            const std::string own = running(meant, facts);
            if ((leaves || own != "") && own != running(read, facts))
              throw Error(fmt::format(
                  "{} would not say what is meant: '{}' instead of '{}' for {} of {} B on {} processes", file,
                  running(read, facts), own, collective, n, p));
          }
}

/// The rules as Open MPI or UCC follows them: with what runs where an algorithm cannot, and without those that leave calls to its own
/// choice.
Rules as_runs(Library library, const Rules& rules) {
  std::vector<Rule> all;
  for (const Rule& rule : rules.all()) {
    if (rule.theirs == fixed_decision) continue;
    Rule calls = {.where = {}, .collective = rule.collective};
    if (library == Library::openmpi) calls = openmpi_calls(rule.collective);
    calls.region.processes = rule.region.processes;
    calls.region.bytes = rule.region.bytes;
    append_rules(library, calls, parse_written(rule.theirs), all);
  }
  return Rules(std::move(all));
}

/// A shell's line, and why.
std::string setting(const std::string& name, const std::string& value, const std::string& why) {
  return "# " + why + "\nexport " + name + "=" + value + "\n";
}

/// A file's name in a shell's line.
std::string quoted(const std::string& file) {
  if (file.find('\'') != std::string::npos)
    throw Error(fmt::format(
        "{}: a shell's setting cannot name it for its apostrophe; right would be a folder without one",
        file));
  return "'" + file + "'";
}

constexpr const char* heeds = "OMPI_MCA_coll_tuned_use_dynamic_rules";
constexpr const char* han = "OMPI_MCA_coll_han_priority";

bool has_han(const Target& target) {
  return target.version >= 50;
}

std::string openmpi_settings(const std::string& file, const Target& target) {
  std::string text =
      setting(heeds, "1", "Without it Open MPI ignores the file.") +
      setting("OMPI_MCA_coll_tuned_dynamic_rules_filename", file,
              "Every node must have it: where one lacks it, ranks choose differently and hang.");
  if (has_han(target))
    text += setting(han, "0", "HAN would serve communicators that span nodes, and the file only its parts.");
  return text;
}

}  // namespace

std::string ucc_text(const Rules& rules) {
  std::string tokens;
  for (const Rule& rule : rules.all())
    tokens += fmt::format("{}{}:{}:host:[{}]:inf:@{}", tokens.empty() ? "" : "#", rule.collective,
                          to_ucc(rule.region.bytes, Region::all_bytes),
                          to_ucc(rule.region.processes, Region::all_processes), rule.theirs);
  return "UCC_TL_UCP_TUNE=" + tokens + "\n";
}

std::string smpi_text(const Rules& rules) {
  std::string flags;
  for (const Rule& rule : rules.all())
    flags += fmt::format("{}--cfg=smpi/{}:{}", flags.empty() ? "" : " ", rule.collective, rule.theirs);
  return flags + "\n";
}

Rules as_followed(const Target& target, const Rules& rules) {
  const bool runs_others =
      !target.is_collsim() && (target.library == Library::openmpi || target.library == Library::ucc);
  const Rules own = runs_others ? as_runs(target.library, rules) : rules;
  if (target.table.empty()) return own;
  std::vector<Rule> all = own.all();
  const Rules table = load_rules(target.table);
  all.insert(all.end(), table.all().begin(), table.all().end());
  return Rules(std::move(all));
}

std::map<std::string, std::string> openmpi_switches(const Target& target) {
  std::map<std::string, std::string> settings = {{heeds, "1"}};
  if (has_han(target)) settings[han] = "0";
  return settings;
}

Files write_for(const Target& target, const Rules& rules, const std::string& folder) {
  using enum Target::Format;
  const std::string environment = target.name + ".env";
  const auto with = [&](const std::string& ending, std::string text, const Rules& meant, auto read,
                        const std::string& settings) {
    const std::string name = target.name + ending;
    check_same(meant, read(text, name), name, target.format == openmpi_classic);
    return Files{{name, std::move(text)}, {environment, settings}};
  };
  const auto path = [&](const char* ending) { return quoted(folder + "/" + target.name + ending); };
  switch (target.format) {
    case openmpi_classic:
      return with(".conf", openmpi_classic_text(rules), as_runs(target.library, rules), read_openmpi_classic,
                  openmpi_settings(path(".conf"), target));
    case openmpi_json:
      return with(".json", openmpi_json_text(rules), as_runs(target.library, rules), read_openmpi_json,
                  openmpi_settings(path(".json"), target));
    case mpich_json: {
      std::string settings =
          setting("MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE", path(".json"), "Every node must have it.") +
          setting("MPIR_CVAR_DEVICE_COLLECTIVES", "none",
                  "The device would split calls by nodes, and the file would choose for one rank of each.");
      if (target.version >= 50)
        settings += setting("MPIR_CVAR_DEBUG_SUMMARY", "1", "MPI_Init prints which file was loaded.");
      return with(".json", mpich_json_text(rules, load_rules(target.table)), rules, read_mpich_json,
                  settings);
    }
    case ucc: {
      std::string text = ucc_text(rules);
      const std::string value = text.substr(text.find('=') + 1, text.size() - text.find('=') - 2);
      return with(".conf", std::move(text), as_runs(target.library, rules), read_ucc,
                  setting("UCC_TL_UCP_TUNE", "'" + value + "'", "UCC also reads it from ucc.conf.") +
                      setting("OMPI_MCA_coll_ucc_enable", "1", "Open MPI asks UCC,") +
                      setting("OMPI_MCA_coll_ucc_priority", "100", "and before all others."));
    }
    case smpi:
      return {{"smpi.flags", smpi_text(rules)}};
    case collsim:
      return with(".json", rules.document(), rules, Rules::parse,
                  setting("COLLSIM_RULES", path(".json"), "The drop-in library libcollsim_mpi.so reads it."));
  }
  throw Error("no format of " + target.name);
}

}  // namespace collsim
