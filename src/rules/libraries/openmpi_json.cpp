#include <array>

#include "rules/libraries/foreign_algorithms.hpp"
#include "rules/libraries/formats.hpp"
#include "rules/libraries/openmpi.hpp"
#include "support/document.hpp"
#include "support/error.hpp"
#include "support/json.hpp"

namespace collsim {
namespace {

using nlohmann::json;

/// The keys of an object, of which Open MPI would ignore others in silence.
void check_keys(const json& object, const std::vector<std::string>& known, const std::string& pointer,
                const Origin& origin) {
  if (!object.is_object()) origin.fail(pointer, "is no object; right would be one");
  for (const auto& [key, value] : object.items())
    if (std::find(known.begin(), known.end(), key) == known.end())
      origin.fail(below(pointer, key),
                  "Open MPI ignores the key '" + key + "' in silence" + suggestion(key, known));
}

const json& list(const json& object, const char* key, const std::string& pointer, const Origin& origin) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_array())
    origin.fail(pointer, std::string("has no list '") + key + "'; right would be one");
  return *found;
}

long number(const json& object, const char* key, long otherwise, const std::string& pointer,
            const Origin& origin) {
  const auto found = object.find(key);
  if (found == object.end()) return otherwise;
  if (*found == "inf") return otherwise;
  if (!found->is_number_integer() || *found < 0)
    origin.fail(below(pointer, key),
                found->dump() + " is no size; right would be a whole number from 0 on" +
                    std::string(std::string(key).ends_with("max") ? ", or \"inf\"" : ""));
  return found->get<long>();
}

Interval interval(const json& object, const std::string& name, const Interval& all,
                  const std::string& pointer, const Origin& origin) {
  const Interval found = Interval{number(object, (name + "_min").c_str(), all.first, pointer, origin),
                                  number(object, (name + "_max").c_str(), all.last, pointer, origin)};
  if (found.last < found.first)
    origin.fail(pointer, name + "_max is below " + name + "_min; right would be at least as much");
  return found.common(all);
}

Written algorithm(const json& rule, const std::string& collective, const std::string& pointer,
                  const Origin& origin) {
  const auto alg = rule.find("alg");
  if (alg == rule.end())
    origin.fail(pointer, "has no 'alg'; right would be the name or number of an algorithm");
  return origin.placed(below(pointer, "alg"), [&] {
    if (!alg->is_string() && !alg->is_number_integer())
      throw Error("right would be the name or number of an algorithm");
    const std::string name =
        alg->is_string() ? alg->get<std::string>() : name_of(Library::openmpi, collective, *alg);
    return openmpi_algorithm(collective, name,
                             {{"fanout", number(rule, "faninout", 0, pointer, origin)},
                              {"segsize", number(rule, "seg_size", 0, pointer, origin)},
                              {"reqs", number(rule, "reqs", 0, pointer, origin)}});
  });
}

void read_communicator(const json& entry, Rule calls, const std::string& pointer, const Origin& origin,
                       std::vector<Rule>& rules) {
  check_keys(entry, {"comm_size_min", "comm_size_max", "comm_rank_distribution", "rules"}, pointer, origin);
  calls.region.processes = interval(entry, "comm_size", Region::all_processes, pointer, origin);
  const json distribution = entry.value("comm_rank_distribution", json("any"));
  if (distribution == "one-per-node")
    calls.only.insert(Condition::one_per_node);
  else if (distribution == "single-node")
    calls.only.insert(Condition::single_node);
  else if (distribution != "any")
    origin.fail(
        below(pointer, "comm_rank_distribution"),
        distribution.dump() + " is none; right would be \"any\", \"one-per-node\" or \"single-node\"");
  const json& sizes = list(entry, "rules", pointer, origin);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::string at = below(below(pointer, "rules"), std::to_string(i));
    check_keys(sizes[i], {"msg_size_min", "msg_size_max", "alg", "faninout", "seg_size", "reqs"}, at, origin);
    Rule rule = calls;
    rule.where = at;
    const Written theirs = algorithm(sizes[i], calls.collective, at, origin);
    if (take_openmpi_sizes(rule, interval(sizes[i], "msg_size", Region::all_bytes, at, origin)))
      append_rules(Library::openmpi, std::move(rule), theirs, rules);
  }
  // A communicator that the entry takes goes to no other, whatever its size.
  calls.where = pointer;
  calls.theirs = fixed_decision;
  rules.push_back(std::move(calls));
}

}  // namespace

Rules read_openmpi_json(const std::string& text, const std::string& file) {
  const Origin origin{file};
  const json document = parse_json(text, origin);
  check_keys(document, {"rule_file_version", "module", "collectives"}, "", origin);
  if (document.value("module", json("tuned")) != "tuned")
    origin.fail("/module", document["module"].dump() + " is another's; right would be \"tuned\"");
  std::vector<Rule> rules;
  const auto collectives = document.find("collectives");
  if (collectives == document.end() || !collectives->is_object())
    origin.fail("", "has no object 'collectives'; right would be one");
  for (const auto& [name, entries] : collectives->items()) {
    const std::string pointer = below("/collectives", name);
    if (openmpi_id(name) < 0) {
      std::vector<std::string> known;
      for (long id = 0; id < 16; ++id)
        if (!openmpi_collective(id).empty()) known.push_back(openmpi_collective(id));
      origin.fail(pointer, "unknown collective, for which Open MPI drops the whole file in silence" +
                               suggestion(name, known));
    }
    if (!entries.is_array()) origin.fail(pointer, "is no list; right would be one of communicator sizes");
    for (std::size_t i = 0; i < entries.size(); ++i)
      read_communicator(entries[i], openmpi_calls(name), below(pointer, std::to_string(i)), origin, rules);
  }
  return Rules(std::move(rules), "a file of rules for Open MPI 6");
}

}  // namespace collsim
