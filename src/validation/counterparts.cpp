#include "validation/counterparts.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>

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

}  // namespace

Counterparts::Counterparts(const std::filesystem::path& file) : file_(file.string()) {
  const Origin origin{.file = file_};
  const json document = parse_json(read_document(file, "the counterparts of measured algorithms"), origin);
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
    std::ranges::stable_sort(patterns, std::ranges::greater(),
                             [](const Pattern& each) { return each.name.size(); });
  }
}

MeasuredCounterpart Counterparts::of(const std::string& collective, const std::string& algorithm) const {
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
  return {
      .collective = ours,
      .why_none = fmt::format("'{}' is no {} that {} knows{}", algorithm, collective, file_,
                              near.starts_with("; did you mean")
                                  ? near
                                  : "; right would be a name of that file or one of --counterparts FILE, or "
                                    "NAME(OPTIONS) as `collsim list algorithms` has it"),
      .is_known = false};
}

}  // namespace collsim
