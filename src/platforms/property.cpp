#include "platforms/property.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/algorithm/string/erase.hpp>
#include <cmath>
#include <map>
#include <set>

#include "algorithms/facts/operand.hpp"
#include "support/error.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

const std::string combine = "combine.", level = "level.";

/// The name without its size.
std::string base_of(const std::string& name) {
  return name.substr(0, name.find('@'));
}

/// The classes of operators, one for each name that combine.CLASS stands for.
std::set<std::string> classes() {
  std::set<std::string> found;
  for (const auto& op : operand_ops()) found.insert(op.op_class);
  return found;
}

/// The properties by the names that files write, classes spelled out.
const std::map<std::string, const Property*>& by_name() {
  static const auto found = [] {
    std::map<std::string, const Property*> all;
    for (const PropertyGroup& group : property_groups())
      for (const Property& each : group.properties) {
        if (!each.name.starts_with(combine)) all[each.name] = &each;
        if (each.name.starts_with(combine))
          for (const auto& op_class : classes()) all[combine + op_class] = &each;
      }
    return all;
  }();
  return found;
}

bool is_count(const Property& property) {
  return property.kind == PropertyKind::count || property.kind == PropertyKind::whole;
}

Dimension dimension_of(const Property& property) {
  switch (property.kind) {
    case PropertyKind::time:
      return Dimension::time;
    case PropertyKind::rate:
    case PropertyKind::speed:
      return Dimension::rate;
    default:
      return Dimension::none;
  }
}

/// Throws Error for a unit that is not of what the number is, and for none.
void check_unit(const Property& property, const std::string& text, Units units) {
  if (property.kind == PropertyKind::size) return;
  const auto wanted = [&](const char* right) { throw Error(fmt::format("'{}' should be {}", text, right)); };
  if (is_count(property)) {
    if (text.find_first_not_of("0123456789.") != std::string::npos) wanted("a number without unit");
    return;
  }
  const auto [number, dimension] = read_quantity(text);
  if (units == Units::simgrid && text.find(' ') != std::string::npos)
    throw Error(fmt::format("'{}' has a blank, which SimGrid does not read; right would be '{}'", text,
                            boost::algorithm::erase_all_copy(text, " ")));
  if (dimension == Dimension::none && units == Units::simgrid && std::isfinite(number)) return;
  if (property.kind == PropertyKind::time) {
    if (dimension == Dimension::none && number != 0)
      static_cast<void>(parse_seconds(text));  // which complains
    if (dimension != Dimension::time && dimension != Dimension::none) wanted("a time such as 1.5us");
  } else if (dimension != Dimension::rate &&
             !(property.kind == PropertyKind::speed && dimension == Dimension::speed)) {
    wanted("a rate such as 480MBps");
  }
}

const char* unit_of(const Property& property) {
  if (property.kind == PropertyKind::size) return "bytes";
  if (property.kind == PropertyKind::time) return "s";
  return dimension_of(property) == Dimension::rate ? "B/s" : "";
}

/// The names that a file may write, in Markdown.
std::string written(const Property& property) {
  if (property.by_size == BySize::only) return fmt::format("`{}@SIZE`", property.name);
  return property.by_size == BySize::also ? fmt::format("`{0}`, `{0}@SIZE`", property.name)
                                          : fmt::format("`{}`", property.name);
}

std::string without(const Property& property) {
  if (by_name().contains(property.otherwise)) return fmt::format("`{}`", property.otherwise);
  return property.otherwise + property.without;
}

}  // namespace

const Property* find_property(const std::string& name) {
  std::string base = base_of(name);
  if (base.starts_with(combine)) base.resize(std::min(base.find('.', combine.size()), base.size()));
  if (const auto end = base.find('.', level.size()); base.starts_with(level) && end != std::string::npos)
    base.replace(level.size(), end - level.size(), "NAME");
  const auto found = by_name().find(base);
  return found == by_name().end() ? nullptr : found->second;
}

const Property& property(const std::string& name) {
  if (const Property* found = find_property(name)) return *found;
  if (name == "domains.latency")
    throw Error("unknown property 'domains.latency'; right would be levels, each with level.NAME.latency");
  std::vector<std::string> known;
  for (const auto& [each, its] : by_name())
    if (its->places.empty()) known.push_back(each);
  throw Error("unknown property '" + name + "'" + suggestion(base_of(name), known));
}

void check_property(const std::string& name) {
  const std::string base = base_of(name);
  if (const auto type = base.find('.', combine.size());
      base.starts_with(combine) && type != std::string::npos)
    static_cast<void>(operand_type(base.substr(type + 1)));
  const Property& its = property(name);
  if (!its.places.empty())
    throw Error("unknown property '" + name + "'; right would be the attribute of a cluster or a link");
  if (name == base && its.by_size == BySize::only)
    throw Error("property '" + name + "' depends on a size; right would be such as '" + name + "@32MiB'");
  if (name != base && its.by_size == BySize::never)
    throw Error("property '" + name + "' does not depend on a size; right would be '" + base + "'");
}

Dimension dimension_of(const std::string& name) {
  return dimension_of(property(name));
}

double value_of(const Property& property, const std::string& text) {
  return property.kind == PropertyKind::size ? parse_bytes(text) : parse_quantity(text);
}

double number_of(const std::string& name, const std::string& text, Units units) {
  const Property& its = property(name);
  check_unit(its, text, units);
  if (const auto at = name.find('@'); at != std::string::npos)
    static_cast<void>(parse_bytes(name.substr(at + 1)));
  const double number = value_of(its, text);
  if (its.kind == PropertyKind::whole && number != std::floor(number))
    throw Error(fmt::format("'{}' is not a whole number", text));
  if (!std::isfinite(number) || number > (is_count(its) ? 1e6 : 1e21))
    throw Error(fmt::format("'{}' is too large", text));
  const bool may_be_nothing = its.kind == PropertyKind::time || its.may_be_zero;
  if (number < 0 || (number < 1e-18 && !(may_be_nothing && number == 0)))
    throw Error(fmt::format("'{}' is too small", text));
  return number;
}

bool is_text(const std::string& name) {
  if (name.starts_with("range.") || name.starts_with("source.")) return true;
  const Property* its = find_property(name);
  return its && its->kind == PropertyKind::text;
}

bool is_measure(const std::string& name) {
  const Property* its = find_property(name);
  return its && (its->kind == PropertyKind::size || dimension_of(*its) != Dimension::none);
}

std::string properties_page() {
  std::string page =
      "# Properties of a platform\n\n"
      "`collsim show properties` prints this page. [Platform files](../../platforms/README.md) says how a "
      "file states them, in which units, and what a source and a range are.\n\n"
      "`NAME@SIZE` replaces NAME for SIZE bytes and more.\n";
  for (const PropertyGroup& group : property_groups()) {
    TextTable table{.headings = {{"property"}, {"meaning"}, {"unit"}, {"without it"}}, .lines = {}};
    for (const Property& each : group.properties)
      table.lines.push_back({written(each), each.meaning, unit_of(each), without(each)});
    page += fmt::format("\n## {}\n\n{}", group.title, markdown(table));
  }
  return page;
}

}  // namespace collsim
