#include "rules/libraries/target.hpp"

#include <algorithm>
#include <set>

#include "algorithms/facts/collective.hpp"
#include "rules/libraries/formats.hpp"
#include "rules/libraries/openmpi.hpp"
#include "support/error.hpp"
#include "support/words.hpp"

namespace collsim {
namespace {

/// A rule that takes all calls of a collective.
Rule all_calls(const std::string& collective) {
  return {.where = {}, .collective = collective};
}

/// The numbers to try for a parameter of the library; none where it has another meaning.
std::vector<std::int64_t> values_of(const std::string& parameter, const Tried& tried) {
  if (parameter == "segsize" || parameter == "chunk_size") return tried.segments;
  if (parameter == "k") return tried.radixes;
  if (parameter == "fanout") return tried.fanouts;
  return {};
}

/// Each form with each of the values; those without stay where the algorithm does without the parameter.
std::vector<Written> with_values(const std::vector<Written>& forms, const std::string& parameter,
                                 const std::vector<std::int64_t>& values) {
  std::vector<Written> all;
  for (const Written& form : forms) {
    if (parameter != "k" && !form.options.contains(parameter)) all.push_back(form);
    for (const std::int64_t value : values) {
      all.push_back(form);
      all.back().options[parameter] = std::to_string(value);
    }
  }
  return all;
}

/// The row's algorithm with the parameters that it needs, once or for each value of those that it takes.
std::vector<Written> written_forms(const ForeignAlgorithm& row, const Tried& tried) {
  Written plain = parse_written(row.theirs);
  for (const auto& name : words_of(row.needs)) plain.options.emplace(name, "0");
  std::vector<Written> forms = {plain};
  for (const auto& parameter : open_parameters(row))
    forms = with_values(forms, parameter, values_of(parameter, tried));
  return forms;
}

/// The rules without the names that the library has for what they choose.
std::vector<Rule> nameless(std::vector<Rule> rules) {
  for (Rule& rule : rules) {
    if (rule.choice) rule.theirs.clear();
  }
  return rules;
}

/// What the target has of a collective on more than two ranks.
std::vector<const ForeignAlgorithm*> rows_of(const Target& target, const std::string& collective) {
  std::vector<const ForeignAlgorithm*> found;
  for (const ForeignAlgorithm& row : foreign_algorithms(target.library))
    if (row.collective == collective && row.since <= target.version && target.version < row.until &&
        row.theirs != "two_proc")
      found.push_back(&row);
  return found;
}

}  // namespace

bool Target::asks_bytes(const std::string& of) const {
  const Collective& about = collsim::collective(of);
  if (about.size == Collective::Size::nothing || format == Format::smpi) return false;
  if (about.size == Collective::Size::varied && (about.rooted || about.rotates)) return false;
  if (format == Format::ucc && of.starts_with("reduce_scatter"))
    return false;  // it compares one block of an unknown number
  const bool is_openmpi = format == Format::openmpi_classic || format == Format::openmpi_json;
  if (is_openmpi) return openmpi_knows_sizes(of);
  // MPICH leaves the type's size out for gather and scatter, and knows no size of scans.
  constexpr std::array sized = {"allgather", "allgatherv", "allreduce",      "alltoall",
                                "bcast",     "reduce",     "reduce_scatter", "reduce_scatter_block"};
  return is_collsim() || std::ranges::find(sized, of) != sized.end();
}

const std::vector<Target>& targets() {
  using enum Target::Format;
  static const std::vector<Target> all = {
      {"openmpi-4.1", openmpi_classic, Library::openmpi, 41, "openmpi-4.1"},
      {"openmpi-5.0", openmpi_classic, Library::openmpi, 50, "openmpi-5.0"},
      {"openmpi-6", openmpi_json, Library::openmpi, 60},
      {"mpich-4", mpich_json, Library::mpich, 40, "mpich-4"},
      {"mpich-5", mpich_json, Library::mpich, 50, "mpich-5"},
      {"ucc", Target::Format::ucc, Library::ucc},
      {"smpi", Target::Format::smpi, Library::smpi},
      {"collsim", Target::Format::collsim, Library::openmpi}};
  return all;
}

const Target& target(const std::string& name) {
  const auto found = std::ranges::find(targets(), name, &Target::name);
  if (found != targets().end()) return *found;
  std::vector<std::string> known;
  for (const auto& each : targets()) known.push_back(each.name);
  throw Error("unknown target '" + name + "'" + suggestion(name, known));
}

std::optional<Choice> TargetAlgorithm::serving(const CallFacts& facts) const {
  return as.choose(facts);
}

std::vector<TargetAlgorithm> candidates(const Target& target, const std::string& collective, bool commutative,
                                        const Tried& tried) {
  std::vector<TargetAlgorithm> found;
  if (target.is_collsim()) return found;
  for (const ForeignAlgorithm* its : rows_of(target, collective)) {
    const ForeignAlgorithm& row = *its;
    if (row.here.empty()) continue;
    if (row.only.contains(Condition::equal_parts))
      continue;  // which most sizes between those asked do not have
    if (target.can_be_proved() && row.like == Likeness::name) continue;
    if (!row.keeps_order && !commutative && !target.asks_commutativity()) continue;
    for (const Written& theirs : written_forms(row, tried)) {
      if (foreign_algorithm(target.library, collective, theirs) != &row) continue;  // the same as another's
      std::vector<Rule> rules;
      append_rules(target.library, all_calls(collective), theirs, rules);
      const std::string runs = Rules(nameless(rules)).document();
      const auto same = std::ranges::find(
          found, runs, [](const TargetAlgorithm& each) { return Rules(nameless(each.as.all())).document(); });
      if (same == found.end())
        found.push_back({written(theirs), Rules(std::move(rules))});
      else if (written(theirs).size() < same->theirs.size())
        *same = {written(theirs), Rules(std::move(rules))};
    }
  }
  return found;
}

std::optional<TargetAlgorithm> own_choice(const Target& target, const std::string& collective) {
  if (!target.has_known_choice()) return std::nullopt;
  static std::map<std::string, Rules> read;  // it takes long, and each collective asks
  auto table = read.find(target.table);
  if (table == read.end()) table = read.emplace(target.table, load_rules(target.table)).first;
  std::vector<Rule> rules = table->second.all();
  std::erase_if(rules, [&](const Rule& rule) { return rule.collective != collective; });
  return rules.empty() ? std::nullopt
                       : std::optional(TargetAlgorithm{fixed_decision, Rules(std::move(rules))});
}

std::vector<std::string> all_algorithms(const Target& target, const std::string& collective,
                                        const Tried& tried) {
  std::set<std::string> found;
  for (const ForeignAlgorithm* row : rows_of(target, collective))
    for (const Written& theirs : written_forms(*row, tried)) found.insert(written(theirs));
  return {found.begin(), found.end()};
}

Rule rule_naming(const Target& target, const std::string& collective, const Region& region,
                 const std::string& theirs) {
  Rule rule{.where = {}, .collective = collective, .region = region};
  rule.theirs = theirs;
  if (theirs == fixed_decision) return rule;
  const ForeignAlgorithm* row = foreign_algorithm(target.library, collective, parse_written(theirs));
  rule.choice = choice_of(*row, parse_written(theirs));
  // Where the library runs nothing in its stead, other rules must take the calls that it cannot serve.
  if (target.asks_powers_of_two() && row->otherwise.empty())
    rule.only.insert(row->only.begin(), row->only.end());
  if (row->keeps_order || !target.asks_commutativity()) return rule;
  rule.operator_class = "commutative";
  rule.region.operators = operator_class(rule.operator_class);
  return rule;
}

}  // namespace collsim
