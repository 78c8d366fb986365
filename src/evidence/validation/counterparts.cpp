#include "evidence/validation/counterparts.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>

#include "lab/decisions/choices.hpp"
#include "support/document.hpp"
#include "support/json.hpp"

namespace collsim {
namespace {

using nlohmann::json;

bool matches(const std::string& pattern, const std::string& name) {
  return fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

bool is_ours(const std::string& collective, const std::string& choice) {
  try {
    return choose(collective, choice).size() == 1;
  } catch (const Error&) {
    return false;
  }
}

/// An object of texts.
const json& texts(const json& from, const char* key, const std::string& pointer, const Origin& origin) {
  static const json nothing = json::object();
  const auto place = from.find(key);
  if (place == from.end()) return nothing;
  if (!place->is_object())
    origin.fail(below(pointer, key), "is no object; right would be names with a text each");
  for (const auto& [name, text] : place->items())
    if (!text.is_string()) origin.fail(below(below(pointer, key), name), "is no text");
  return *place;
}

/// Benchmarks give every rank an equal block.
std::string measured_as(const std::string& collective) {
  return collective == "reduce_scatter" ? "reduce_scatter_block" : collective;
}

/// What a library's algorithm is where a setting of its name chooses it.
MeasuredCounterpart forced(Library library, const std::string& collective, const std::string& name) {
  Written theirs{name, {}};
  for (const ForeignAlgorithm* row : named(library, collective, name))
    if (const auto equals = row->forced.find('='); equals != std::string::npos)
      theirs.options[row->forced.substr(0, equals)] = row->forced.substr(equals + 1);
  MeasuredCounterpart meaning{.collective = measured_as(collective)};
  if (const ForeignAlgorithm* row = foreign_algorithm(library, collective, theirs)) {
    Rule rule{.where = {}, .collective = collective};
    rule.choice = choice_of(*row, theirs);
    if (is_ours(meaning.collective, rule.algorithm())) meaning.choice = rule.algorithm();
  }
  if (!meaning.choice.empty()) return meaning;
  meaning.why_none = named(library, collective, name).front()->why_none;
  if (meaning.why_none.empty()) meaning.why_none = "its parameters are not known";
  return meaning;
}

}  // namespace

Counterparts::Counterparts(const std::string& asked, const std::string& mpi) : asked_(asked) {
  const bool is_library = std::ranges::find(targets(), asked, &Target::name) != targets().end();
  if (!is_library) add_file();
  if (const std::string& library = is_library ? asked : mpi; !library.empty()) add_library(target(library));
  for (auto& [collective, patterns] : patterns_)
    std::ranges::stable_sort(patterns, std::ranges::greater(),
                             [](const MeasuredName& each) { return each.name.size(); });
}

void Counterparts::add_file() {
  const Origin origin{.file = asked_};
  const json document = parse_json(read_document(asked_, "the counterparts of measured algorithms"), origin);
  if (!document.is_object()) origin.fail("", "is no object; right would be an object for each collective");
  for (const auto& [name, suffix] : texts(document, "stacks", "", origin).items())
    stacks_.emplace_back(name, suffix.get<std::string>());
  for (const auto& [collective, about] : document.items()) {
    if (collective == "stacks") continue;
    const std::string pointer = below("", collective);
    if (!about.is_object())
      origin.fail(pointer, "is no object; right would have the keys ours, counterparts, none");
    const std::string ours = about.value("ours", collective);
    auto& patterns = patterns_[collective];
    for (const auto& [name, choice] : texts(about, "counterparts", pointer, origin).items()) {
      const std::string text = choice.get<std::string>();
      origin.placed(below(below(pointer, "counterparts"), name),
                    [&] { static_cast<void>(choose(ours, text)); });
      patterns.push_back({name, {.collective = ours, .choice = text}});
    }
    for (const auto& [name, why] : texts(about, "none", pointer, origin).items())
      patterns.push_back({name, {.collective = ours, .choice = {}, .why_none = why.get<std::string>()}});
  }
}

void Counterparts::add_library(const Target& library) {
  for (const ForeignAlgorithm& row : foreign_algorithms(library.library)) {
    if (row.since > library.version || library.version >= row.until) continue;
    const std::string name = parse_written(row.theirs).name;
    const MeasuredCounterpart meaning = forced(library.library, row.collective, name);
    auto& patterns = patterns_[row.collective];
    const auto add = [&](const std::string& called, const MeasuredCounterpart& means) {
      if (std::ranges::find(patterns, called, &MeasuredName::name) == patterns.end())
        patterns.push_back({called, means});
    };
    const MeasuredCounterpart own{.collective = meaning.collective, .choice = installed_library};
    add("default", own);
    add(name, meaning);
    if (row.id < 0) continue;
    add("0", own);
    add(std::to_string(row.id), meaning);
  }
}

MeasuredCounterpart Counterparts::counterpart_of(const std::string& collective,
                                                 const std::string& algorithm) const {
  const auto place = patterns_.find(collective);
  if (place == patterns_.end()) {
    if (is_ours(collective, algorithm)) return {.collective = collective, .choice = algorithm};
    std::vector<std::string> known;
    for (const auto& [name, patterns] : patterns_) known.push_back(name);
    return {.collective = collective,
            .why_none = fmt::format("unknown collective '{}'{}", collective, suggestion(collective, known)),
            .is_known = false};
  }
  const std::string& ours = place->second.front().meaning.collective;
  const bool is_one_of_ours = is_ours(ours, algorithm);
  std::vector<std::string> known;
  for (const auto& [name, meaning] : place->second) {
    known.push_back(name);
    if (is_one_of_ours ? name != algorithm : !matches(name, algorithm)) continue;
    MeasuredCounterpart found = meaning;
    for (const auto& [pattern, suffix] : stacks_)
      if (matches(pattern, algorithm)) found.stack = suffix;
    return found;
  }
  if (is_one_of_ours) return {.collective = ours, .choice = algorithm};
  for (const Description* about : descriptions())
    if (about->collective == ours) known.push_back(about->name);
  // Where none is near, dozens of names would hide what to do.
  const std::string near = suggestion(algorithm, known);
  return {.collective = ours,
          .why_none = fmt::format("'{}' is no {} that {} knows{}", algorithm, collective, asked_,
                                  near.starts_with("; did you mean")
                                      ? near
                                      : "; right would be a name of that, or of another --counterparts, or "
                                        "NAME(OPTIONS) as `collsim list algorithms` has it"),
          .is_known = false};
}

}  // namespace collsim
