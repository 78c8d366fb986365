#include "lab/scenarios/schema.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <stdexcept>

#include "backends/backend.hpp"
#include "lab/scenarios/keys.hpp"
#include "support/json.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

using nlohmann::json;

std::vector<std::string> choices_of(const Key& key) {
  if (key.name == "backends") return backend_names([](const Backend&) { return true; });
  return key.name == "network" ? network_names() : key.choices;
}

std::string first_or(const std::string& text, const std::string& otherwise) {
  return text.empty() ? otherwise : text;
}

/// The words in quotation marks, with commas, and another word before the last.
std::string listed(const std::vector<std::string>& words, const std::string& before_last) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 < words.size() ? ", " : " " + before_last + " ") + ("\"" + words[i] + "\"");
  return text;
}

json text(const std::string& description) {
  return {{"description", description}, {"type", "string"}, {"minLength", 1}};
}

json item(const Key& key) {
  if (key.choices.empty()) return text(first_or(key.item, "a name"));
  return {{"description", listed(key.choices, "or")}, {"enum", key.choices}};
}

json list(const json& items) {
  return {{"type", "array"}, {"minItems", 1}, {"items", items}};
}

json one_or_list(const std::string& description, const json& one) {
  return {{"description", description}, {"anyOf", {one, list(one)}}};
}

json described(json part, const std::string& description) {
  part["description"] = description;
  return part;
}

json value(const Key& key) {
  static const json number_or_range = {
      {"description", R"(a whole number or a range such as "2..64:x2")"},
      {"anyOf", {{{"type", "integer"}, {"minimum", 0}}, {{"type", "string"}, {"minLength", 1}}}}};
  switch (key.takes) {
    case Takes::name:
      return item(key);
    case Takes::names:
      return one_or_list(key.choices.empty() ? "a name or a list of names"
                                             : listed(key.choices, "or") + ", or a list of them",
                         item(key));
    case Takes::list:
      return described(list(item(key)), first_or(key.right, "a list of names"));
    case Takes::distinct: {
      json distinct = list(item(key));
      distinct["uniqueItems"] = true;
      return described(distinct, "a list of " + listed(key.choices, "and") + ", each once");
    }
    case Takes::numbers:
      return one_or_list(key.right, number_or_range);
    case Takes::truth:
      return {{"description", "true or false"}, {"type", "boolean"}};
    case Takes::changes:
      return {{"description", key.right}, {"type", "object"}, {"additionalProperties", text(key.item)}};
  }
  return {};
}

/// An object with these properties and no others.
json closed(const std::string& description, const json& properties) {
  return {{"description", description},
          {"type", "object"},
          {"additionalProperties", false},
          {"properties", properties}};
}

json whole() {
  json definitions, in_sweep = json::object(), at_top = json::object();
  const auto refer = [](const std::string& name) { return json{{"$ref", "#/definitions/" + name}}; };
  for (const Key& key : scenario_keys()) {
    definitions[key.name] = value(key);
    at_top[key.name] = refer(key.name);
  }
  for (const Key& key : point_keys()) in_sweep[key.name] = refer(key.name);
  definitions["figures"].erase("minItems");  // a scenario may draw nothing
  definitions["text"] = {{"description", "a text"}, {"type", "string"}};
  definitions["sweep"] = closed("an object with keys of points, such as processes", in_sweep);
  for (const char* name : {"$schema", "title", "question"}) at_top[name] = refer("text");
  at_top["sweeps"] = described(list(refer("sweep")),
                               "a list of objects, each with keys of points that override the top level");
  json schema = closed("an object with the keys of a scenario", at_top);
  schema["$schema"] = "http://json-schema.org/draft-07/schema#";
  schema["title"] = "A scenario of collsim: a question about collective algorithms on modeled machines";
  schema["definitions"] = definitions;
  return schema;
}

}  // namespace

const std::vector<Key>& scenario_keys() {
  static const std::vector<Key> keys = [] {
    std::vector<Key> all = point_keys();
    all.push_back({.name = "figures",
                   .takes = Takes::list,
                   .placeholder = "NAME,...",
                   .meaning = "to draw",
                   .of_answer = true});
    all.push_back({.name = "published",
                   .takes = Takes::name,
                   .placeholder = "NAME",
                   .meaning = "table to compare with",
                   .of_answer = true});
    for (Key& key : all) {
      key.choices = choices_of(key);
      key.meaning = fmt::format(fmt::runtime(key.meaning), fmt::join(key.choices, ", "));
    }
    return all;
  }();
  return keys;
}

const Key& scenario_key(const std::string& name) {
  for (const Key& key : scenario_keys())
    if (key.name == name) return key;
  throw std::out_of_range(name);
}

std::string keys_page() {
  TextTable table{.headings = {{"key"}, {"flag"}, {"meaning"}}, .lines = {}};
  for (const Key& key : scenario_keys())
    table.lines.push_back(
        {"`" + key.name + "`", "`" + flag_of(key.name) + " " + key.placeholder + "`", key.meaning});
  return "# Keys of a scenario\n\n`collsim show keys` prints this page. [Scenarios](../guides/scenarios.md) "
         "explains the keys, and `collsim show schema` prints what each takes.\n\n" +
         markdown(table);
}

const json& scenario_schema() {
  static const json schema = whole();
  return schema;
}

}  // namespace collsim
