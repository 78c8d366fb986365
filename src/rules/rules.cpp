#include "rules/rules.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <set>

#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/operand.hpp"
#include "points/chooser.hpp"
#include "support/document.hpp"
#include "support/error.hpp"
#include "support/json.hpp"

namespace collsim {
namespace {

using nlohmann::json;

constexpr const char* prefix = "COLLSIM_";
constexpr const char* schema = "rules/schema.json";

std::string variable_of(std::string collective) {
  for (char& c : collective) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return prefix + collective;
}

/// The one algorithm that an entry names; none for the library.
std::optional<Choice> one_choice(const std::string& collective, const std::string& entry) {
  if (entry == installed_library) return std::nullopt;
  const Error optioned("'" + entry + "': the MPI library takes no options here; right would be 'library'");
  // Before a word on the options of its simulation.
  if (entry.substr(0, entry.find('(')) == installed_library) throw optioned;
  std::vector<Choice> choices = choose(collective, entry);
  if (choices.size() != 1)
    throw Error("'" + entry + "' stands for " + std::to_string(choices.size()) +
                " algorithms; right would be one, such as '" + choices.front().about->name + "'");
  if (choices.front().about->is_library()) throw optioned;
  if (chooser(choices.front().about->name))
    throw Error("'" + entry + "' chooses algorithms; right would be one of them");
  return choices.front();
}

/// Do all ranks know all blocks? Where they vary, not if only the root has their sizes or each rank its own.
bool all_know_bytes(const Collective& about) {
  return about.size != Collective::Size::varied || (!about.rooted && !about.rotates);
}

/// Empty, or why rules of the collective cannot ask for bytes.
std::string why_no_bytes(const std::string& name) {
  const Collective& about = collective(name);
  const std::string remedy = "; right would be a rule without 'bytes'";
  if (!all_know_bytes(about)) return "not all ranks of " + name + " know its bytes" + remedy;
  return about.size == Collective::Size::nothing ? name + " moves no data" + remedy : "";
}

Interval interval(const json& value, const Interval& all, Of of) {
  return parse_interval(value.is_string() ? value.get<std::string>() : value.dump(), all, of);
}

Rule to_rule(const json& entry, const std::string& pointer, const Origin& origin) {
  const auto at = [&](const char* key, const auto& read) {
    if (entry.contains(key)) origin.placed(below(pointer, key), [&] { read(entry[key]); });
  };
  Rule rule{.where = pointer, .collective = entry["collective"]};
  at("collective", [&](const json&) {
    const auto known = known_collectives();
    if (std::find(known.begin(), known.end(), rule.collective) == known.end())
      throw Error("unknown collective '" + rule.collective + "'" + suggestion(rule.collective, known));
  });
  at("processes",
     [&](const json& value) { rule.region.processes = interval(value, Region::all_processes, Of::things); });
  at("bytes", [&](const json& value) {
    const std::string why = why_no_bytes(rule.collective);
    if (!why.empty()) throw Error(why);
    rule.region.bytes = interval(value, Region::all_bytes, Of::bytes);
  });
  at("block", [&](const json& value) {
    const Collective& about = collective(rule.collective);
    if (about.size == Collective::Size::vector || !why_no_bytes(rule.collective).empty())
      throw Error(rule.collective +
                  " has no blocks whose mean all ranks know; right would be a rule without 'block'");
    rule.region.block = interval(value, Region::all_bytes, Of::bytes);
  });
  at("operator", [&](const json& value) {
    if (!collective(rule.collective).combines)
      throw Error(rule.collective + " has no operator; right would be a rule without 'operator'");
    rule.operator_class = value;
    rule.region.operators = operator_class(rule.operator_class);
  });
  if (entry.contains("nodes")) rule.only.insert(Condition::nodes_in_order);
  at("only", [&](const json& list) {
    for (const json& word : list) rule.only.insert(collsim::parse<Condition>(word.get<std::string>()));
  });
  rule.theirs = entry.value("theirs", "");
  at("algorithm", [&](const json& value) { rule.choice = one_choice(rule.collective, value); });
  return rule;
}

/// MPI's operators that no point can name (band, lor ...) are loops of the library as well.
OperatorKind kind_of(const CallFacts& facts) {
  if (facts.op == "user") return {"user", facts.commutative};
  for (const auto& known : operand_ops())
    if (known.name == facts.op) return {known.op_class, known.commutative};
  return {"arithmetic", true};
}

/// Whether each of so many equal parts of the vector, the least of them too, has an element and at least so many bytes.
bool has_parts(const CallFacts& facts, std::int64_t parts, std::int64_t bytes) {
  if (!facts.elements) return true;
  const std::int64_t elements = *facts.elements / parts;
  return elements > 0 && elements * (facts.bytes.value_or(0) / *facts.elements) >= bytes;
}

bool takes(const Rule& rule, const CallFacts& facts) {
  return rule.collective == facts.collective && rule.region.processes.contains(facts.processes) &&
         rule.region.bytes.contains(facts.bytes.value_or(0)) &&
         rule.region.block.contains(facts.bytes.value_or(0) / facts.processes) &&
         (facts.op.empty() || rule.region.operators.contains(kind_of(facts))) &&
         std::ranges::all_of(rule.only,
                             [&](Condition each) { return holds(each, facts, rule.segment_bytes()); });
}

bool switched_on(const std::string& name, const std::string& value) {
  if (value != "0" && value != "1") throw Error(name + ": '" + value + "' is neither 1 nor 0");
  return value == "1";
}

/// Throws where the name is nearly one of ours; else it may be somebody else's.
void refuse_slip(const std::string& name) {
  const std::size_t skipped = std::strlen(prefix);  // what all names share makes none of them near
  std::vector<std::string> known = {"COLLSIM_RULES", "COLLSIM_REPORT", "COLLSIM_SAME_RESULT", "COLLSIM_PPN",
                                    "COLLSIM_DATA_DIR"};
  for (const auto& collective : known_collectives()) known.push_back(variable_of(collective));
  std::vector<std::string> bare;
  for (const auto& one : known) bare.push_back(one.substr(skipped));
  if (suggestion(name.substr(skipped), bare).starts_with("; did you mean"))
    throw Error("unknown variable '" + name + "'" + suggestion(name, known));
}

}  // namespace

bool is_of_nodes(Condition condition) {
  return condition == Condition::nodes_in_order || condition == Condition::one_per_node ||
         condition == Condition::single_node;
}

bool holds(Condition condition, const CallFacts& facts, std::int64_t segment_bytes) {
  const auto processes = static_cast<unsigned>(facts.processes);
  switch (condition) {
    case Condition::nodes_in_order:
      return facts.nodes_in_order;
    case Condition::power_of_two:
      return std::has_single_bit(processes);
    case Condition::even:
      return processes % 2 == 0;
    case Condition::element_each:
      return has_parts(facts, facts.processes, 0);
    case Condition::enough_elements:
      return has_parts(facts, std::bit_floor(processes), 0);
    case Condition::equal_parts:
      return !facts.elements || *facts.elements % facts.processes == 0;
    case Condition::two_segments:
      return has_parts(facts, 2, segment_bytes);
    case Condition::segment_each:
      return has_parts(facts, facts.processes, segment_bytes);
    case Condition::one_per_node:
      return facts.nodes == facts.processes;
    case Condition::single_node:
      return facts.nodes == 1;
  }
  return false;
}

CallFacts facts_of(const std::string& collective, const Shape& shape) {
  return {.collective = collective,
          .processes = shape.processes,
          .bytes = shape.bytes(),
          .op = shape.commutative ? "sum" : "user",
          .commutative = shape.commutative,
          .nodes_in_order = !shape.nodes || shape.nodes->in_order(),
          .elements = shape.count,
          .nodes = shape.nodes ? shape.nodes->count() : shape.processes};
}

Rules Rules::parse(const std::string& text, const std::string& file) {
  const Origin origin{file};
  const json document = parse_json(text, origin);
  check_schema(document, origin, load_schema(schema));
  const bool says_source = document.is_object();
  const json& list = says_source ? document["rules"] : document;
  const std::string above = says_source ? "/rules" : "";
  Rules rules;
  if (says_source) rules.source_ = document["source"];
  for (std::size_t i = 0; i < list.size(); ++i)
    rules.rules_.push_back(to_rule(list[i], below(above, std::to_string(i)), origin));
  return rules;
}

std::string Rules::text_of(const std::string& file) {
  return read_document(file, "a file of rules");
}

Rules Rules::load(const std::string& file) {
  return parse(text_of(file), file);
}

bool Rules::take_collective(const std::string& name, const std::string& value) {
  for (const auto& collective : known_collectives()) {
    if (variable_of(collective) != name) continue;
    if (value.empty()) throw Error(name + " is empty; right would be an algorithm, or 'library'");
    std::string entry = value;
    const auto colon = entry.find(':');
    std::replace(entry.begin(), entry.end(), ':', ',');
    if (colon != std::string::npos) entry = entry.substr(0, colon) + "(" + entry.substr(colon + 1) + ")";
    try {
      rules_.push_back({.where = name, .collective = collective, .choice = one_choice(collective, entry)});
    } catch (const Error& error) {
      throw Error(name + ": " + error.what());
    }
    return true;
  }
  return false;
}

Rules Rules::from_environment(const char* const* environment,
                              const std::function<std::string(const std::string& file)>& read) {
  static const std::set<std::string> of_others = {"COLLSIM_REPORT", "COLLSIM_PPN", "COLLSIM_DATA_DIR"};
  Rules rules, from_file;
  for (; *environment; ++environment) {
    const std::string entry = *environment;
    const std::string name = entry.substr(0, entry.find('='));
    if (!name.starts_with(prefix) || of_others.contains(name)) continue;
    const std::string value = entry.substr(std::min(entry.size(), name.size() + 1));
    if (name == "COLLSIM_SAME_RESULT")
      rules.same_result_ = switched_on(name, value);
    else if (name == "COLLSIM_RULES" && value.empty())
      throw Error(name + " is empty; right would be a file of rules");
    else if (name == "COLLSIM_RULES")
      from_file = parse(read(value), value);
    else if (!rules.take_collective(name, value)) {
      refuse_slip(name);
      rules.strangers_.push_back(name);
    }
  }
  rules.rules_.insert(rules.rules_.end(), from_file.rules_.begin(), from_file.rules_.end());
  return rules;
}

bool Rules::may_serve(int processes) const {
  return std::ranges::any_of(
      rules_, [&](const Rule& rule) { return rule.choice && rule.region.processes.contains(processes); });
}

bool Rules::know_nodes() const {
  return std::ranges::any_of(rules_, [](const Rule& rule) {
    return std::ranges::any_of(rule.only, is_of_nodes) || (rule.choice && rule.choice->about->knows_nodes);
  });
}

const Rule* Rules::match(const CallFacts& facts) const {
  const auto found =
      std::find_if(rules_.begin(), rules_.end(), [&](const Rule& rule) { return takes(rule, facts); });
  return found == rules_.end() ? nullptr : &*found;
}

std::optional<Choice> Rules::choose(const CallFacts& facts) const {
  const Rule* rule = match(facts);
  return rule ? rule->choice : std::nullopt;
}

std::string Rules::document() const {
  std::string lines;
  for (const Rule& rule : rules_) {
    nlohmann::ordered_json entry = {{"collective", rule.collective}};
    const auto add = [&](const char* key, const Interval& part, const Interval& all) {
      if (part != all) entry[key] = to_string(part, all);
    };
    add("processes", rule.region.processes, Region::all_processes);
    add("bytes", rule.region.bytes, Region::all_bytes);
    add("block", rule.region.block, Region::all_bytes);
    if (!rule.operator_class.empty()) entry["operator"] = rule.operator_class;
    for (const Condition each : rule.only) entry["only"].push_back(to_text(each));
    if (!rule.theirs.empty()) entry["theirs"] = rule.theirs;
    if (rule.choice || rule.theirs.empty()) entry["algorithm"] = rule.algorithm();
    lines += (lines.empty() ? "  " : ",\n  ") + entry.dump();
  }
  const std::string list = "[\n" + lines + "\n]";
  if (source_.empty()) return list + "\n";
  return "{\n \"source\": " + json(source_).dump() + ",\n \"rules\": " + list + "\n}\n";
}

std::int64_t Rule::segment_bytes() const {
  const bool has = choice && choice->options.values().contains("segment_bytes");
  return has ? choice->options.integer("segment_bytes") : 0;
}

std::string Rule::algorithm() const {
  if (!choice) return installed_library;
  std::string changed;
  for (const auto& option : choice->about->options)
    if (const std::string& value = choice->options.text(option.name); value != option.fallback)
      changed += (changed.empty() ? "" : ",") + option.name + "=" + value;
  return choice->about->name + (changed.empty() ? "" : "(" + changed + ")");
}

}  // namespace collsim
