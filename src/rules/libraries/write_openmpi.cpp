#include <fmt/format.h>

#include <algorithm>

#include "rules/libraries/bands.hpp"
#include "rules/libraries/openmpi.hpp"
#include "rules/libraries/writers.hpp"
#include "support/json.hpp"

namespace collsim {
namespace {

/// From so many bytes on.
std::string own_choice_from(std::int64_t bytes) {
  return fmt::format("  {} 0 0 0  # its own choice\n", bytes);
}

long parameter(const Written& theirs, const char* name) {
  const auto found = theirs.options.find(name);
  return found == theirs.options.end() ? 0 : std::stol(found->second);
}

/// The rules of a band, by the sizes from which on they hold.
std::vector<const Rule*> by_size(const Band& band) {
  std::vector<const Rule*> rules = band.rules;
  std::ranges::stable_sort(rules, {}, [](const Rule* rule) { return rule->region.bytes.first; });
  return rules;
}

int id_of(const std::string& collective, const Written& theirs) {
  return named(Library::openmpi, collective, theirs.name).front()->id;
}

}  // namespace

std::string openmpi_classic_text(const Rules& rules) {
  std::string text;
  const auto names = collectives_of(rules);
  text += fmt::format("{}  # collectives\n", names.size());
  for (const auto& collective : names) {
    std::string entries;
    int number = 0;
    const auto leave_to_library = [&](std::int64_t from) {
      entries += fmt::format(" {} 1\n{}", from, own_choice_from(0));
      ++number;
    };
    std::int64_t next = 0;  // number of processes that nothing is said about yet
    for (const Band& band : bands_of(rules, collective)) {
      if (band.processes.first > std::max<std::int64_t>(next, 1)) leave_to_library(next);
      const auto own = by_size(band);
      const bool from_zero = own.front()->region.bytes.first == 0;
      entries +=
          fmt::format(" {} {}  # processes, sizes\n", band.processes.first, own.size() + (from_zero ? 0 : 1));
      if (!from_zero) entries += own_choice_from(0);
      for (const Rule* rule : own) {
        if (rule->theirs == fixed_decision) {
          entries += own_choice_from(rule->region.bytes.first);
          continue;
        }
        const Written theirs = parse_written(rule->theirs);
        entries += fmt::format("  {} {} {} {}  # {}\n", rule->region.bytes.first, id_of(collective, theirs),
                               parameter(theirs, "fanout"), parameter(theirs, "segsize"), rule->theirs);
      }
      ++number;
      next = band.processes.last + 1;
    }
    if (next <= Region::all_processes.last) leave_to_library(next);
    text += fmt::format("{}  # {}\n{}  # communicator sizes\n{}", openmpi_id(collective), collective, number,
                        entries);
  }
  return text;
}

std::string openmpi_json_text(const Rules& rules) {
  nlohmann::ordered_json collectives = nlohmann::ordered_json::object();
  for (const auto& collective : collectives_of(rules)) {
    auto& entries = collectives[collective] = nlohmann::ordered_json::array();
    for (const Band& band : bands_of(rules, collective)) {
      nlohmann::ordered_json entry = {{"comm_size_min", band.processes.first}};
      if (band.processes.last != Region::all_processes.last) entry["comm_size_max"] = band.processes.last;
      for (const Rule* rule : band.rules) {
        const Written theirs = parse_written(rule->theirs);
        nlohmann::ordered_json line = {{"msg_size_min", rule->region.bytes.first}};
        if (rule->region.bytes.last != Region::all_bytes.last) line["msg_size_max"] = rule->region.bytes.last;
        line["alg"] = theirs.name;
        for (const auto& [key, name] :
             {std::pair("faninout", "fanout"), {"seg_size", "segsize"}, {"reqs", "reqs"}})
          if (const long value = parameter(theirs, name); value != 0) line[key] = value;
        entry["rules"].push_back(std::move(line));
      }
      entries.push_back(std::move(entry));
    }
  }
  const nlohmann::ordered_json document = {
      {"rule_file_version", 3}, {"module", "tuned"}, {"collectives", std::move(collectives)}};
  return document.dump(1) + "\n";
}

}  // namespace collsim
