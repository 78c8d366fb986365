#include "platforms/platform_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/erase.hpp>
#include <boost/algorithm/string/join.hpp>
#include <boost/algorithm/string/replace.hpp>
#include <boost/algorithm/string/split.hpp>
#include <cstdlib>
#include <set>
#include <sstream>

#include "platforms/parameter_range.hpp"
#include "platforms/platform.hpp"
#include "platforms/quantity.hpp"
#include "platforms/radical.hpp"
#include "support/number.hpp"
#include "support/text_file.hpp"

namespace collsim {
namespace {

constexpr const char* statuses[] = {"published", "secondary", "derived", "estimate", "calibrated", "chosen"};

/// None if its nodes are in no torus.
pugi::xml_node torus_of(const pugi::xml_document& document) {
  return document
      .select_node(
          "//cluster[starts-with(@prefix,'node-') and (@topology='TORUS' or "
          "@topology='CONCENTRATED_TORUS')]")
      .node();
}

/// Of "x2"; 0 makes a time nothing.
double factor_of(const std::string& text) {
  if (const auto factor = number_in<double>(text.substr(1))) return *factor;
  throw Error(fmt::format("'{}' is no factor", text));
}

long line_at(const std::string& text, std::ptrdiff_t offset) {
  const auto end = text.begin() + std::clamp<std::ptrdiff_t>(offset, 0, std::ssize(text));
  return 1 + std::count(text.begin(), end, '\n');
}

}  // namespace

PlatformFile::PlatformFile(std::string file) : file_(std::move(file)) {
  try {
    text_ = read_text(file_, "a platform's XML file");
  } catch (const Error& error) {
    complain(0, error.what());
  }
  const auto result = document_.load_buffer(text_.data(), text_.size(), pugi::parse_full);
  if (!result)
    complain(line_at(text_, result.offset),
             fmt::format("malformed XML: {}; right would be a platform's XML file", result.description()));
  check_depth();
  for (const auto& child : document_.child("platform").children("zone")) {
    if (root_) complain(child, "has a second <zone> inside <platform>; put both into one");
    root_ = child;
  }
  if (!root_)
    complain(1, "has no <zone> inside <platform>; the root must be a zone that contains the clusters");
}

void PlatformFile::check_depth() const {
  // A platform needs 5 levels. Every zone around two others may double their routes' length, and each takes stack.
  constexpr int deepest = 16;
  struct Walker : pugi::xml_tree_walker {
    bool for_each(pugi::xml_node& node) override {
      too_deep = node;
      return depth() < deepest;
    }
    pugi::xml_node too_deep;
  } walker;
  if (!document_.document_element().root().traverse(walker))
    complain(walker.too_deep,
             fmt::format("is nested deeper than {} levels; write zones side by side", deepest));
}

void PlatformFile::complain(long line, const std::string& what) const {
  throw PlatformError(file_, line, what);
}
void PlatformFile::complain(const pugi::xml_node& where, const std::string& what) const {
  complain(line_at(text_, where.offset_debug()), what);
}

std::map<std::string, std::string> PlatformFile::properties() const {
  std::map<std::string, std::string> all;
  for (const auto& prop : root_.children("prop")) {
    if (!all.emplace(prop.attribute("id").value(), prop.attribute("value").value()).second)
      complain(prop, fmt::format("names property '{}' twice", prop.attribute("id").value()));
  }
  return all;
}

std::map<std::string, std::string> PlatformFile::settings() const {
  std::map<std::string, std::string> all;
  for (const auto& setting : document_.select_nodes("//config/prop"))
    all[setting.node().attribute("id").value()] = setting.node().attribute("value").value();
  return all;
}

void PlatformFile::override_with(const std::string& name, const std::string& value) {
  bool found = false;
  for (const Attribute& each : attributes(name)) {
    if (each.property->kind == PropertyKind::shape) continue;
    pugi::xml_attribute its = each.attribute;
    its.set_value(changed(name, its.value(), value).c_str());
    found = true;
  }
  for (auto prop : root_.children("prop")) {
    if (prop.attribute("id").value() != name || name.starts_with("source.")) continue;
    auto old = prop.attribute("value");
    old.set_value(is_text(name) ? value.c_str() : changed(name, old.value(), value).c_str());
    found = true;
  }
  for (const auto& place : document_.select_nodes("//config/prop")) {
    if (place.node().attribute("id").value() != name) continue;
    place.node().attribute("value").set_value(value.c_str());
    found = true;
  }
  if (name == "topology") found = reshape(value);
  if (!found) complain(0, fmt::format("has no '{}' to override{}", name, suggestion(name, overridable())));
}

/// As many nodes as the torus takes, and the memory of each. A concentrated one keeps its hosts of a router and its cables.
bool PlatformFile::reshape(const std::string& given) {
  // Commas separate the overrides of a flag.
  const std::string shape = boost::algorithm::replace_all_copy(given, "x", ",");
  const auto nodes = torus_of(document_);
  const auto memory = document_.select_node("//cluster[starts-with(@prefix,'memory-')]").node();
  if (!nodes || !memory) return false;
  std::int64_t size = 1;
  std::vector<std::string> groups;
  boost::algorithm::split(groups, nodes.attribute("topo_parameters").value(), boost::is_any_of(";"));
  const bool is_concentrated = groups.size() == 3;
  if (is_concentrated) size = std::clamp(std::atoll(groups.front().c_str()), 0LL, 1LL * largest_platform);
  for (std::istringstream sides(shape); !sides.eof();) {
    std::int64_t side = 0;
    char comma = 0;
    if (!(sides >> side) || side < 1 || (sides >> comma && comma != ',') || (size *= side) > largest_platform)
      complain(nodes,
               fmt::format("override 'topology': '{}' is no shape of a torus; right would be such as 4,4,4",
                           given));
  }
  const std::string domains = root_.find_child_by_attribute("prop", "id", "memory.domains")
                                  .attribute("value")
                                  .as_string(property("memory.domains").otherwise.c_str());
  (is_concentrated ? groups[1] : groups[0]) = shape;
  nodes.attribute("topo_parameters").set_value(boost::algorithm::join(groups, ";").c_str());
  nodes.attribute("radical").set_value(fmt::format("0-{}", size - 1).c_str());
  memory.attribute("radical").set_value(
      fmt::format("0-{}", size * static_cast<std::int64_t>(number_of("memory.domains", domains)) - 1)
          .c_str());
  return true;
}

int PlatformFile::count_hosts(const std::string& prefix) const {
  std::int64_t hosts = 0;
  for (const auto& host : document_.select_nodes("//host"))
    if (std::string(host.node().attribute("id").value()).starts_with(prefix)) ++hosts;
  for (const auto& cluster : document_.select_nodes("//cluster")) {
    if (cluster.node().attribute("prefix").value() != prefix) continue;
    try {
      for (const auto& run : read_radicals(cluster.node().attribute("radical").value())) hosts += run.count;
    } catch (const Error& error) {
      complain(cluster.node(), error.what());
    }
  }
  if (hosts > largest_platform)
    complain(0, fmt::format("has {} hosts called {}*; write at most {}", hosts, prefix, largest_platform));
  return static_cast<int>(hosts);
}

double PlatformFile::memory_bandwidth() const {
  const auto place =
      document_.select_node("//cluster[starts-with(@prefix,'memory-')] | //host[starts-with(@id,'memory-')]");
  const auto speed = place.node().attribute("speed");
  if (!speed)
    complain(place.node(),
             "has a memory host without speed; its speed is the memory bandwidth, 1 flop = 1 byte");
  return parse_quantity(speed.value());
}

int PlatformFile::cores() const {
  std::string value;
  for (const Attribute& each : attributes("cores")) {
    if (!value.empty() && value != each.attribute.value())
      complain(0, "has nodes with different numbers of cores; all must be alike");
    value = each.attribute.value();
  }
  return static_cast<int>(parse_quantity(value.empty() ? property("cores").otherwise : value));
}

std::vector<PlatformFile::Attribute> PlatformFile::attributes() const {
  std::vector<Attribute> found;
  for (const PropertyGroup& group : property_groups())
    for (const Property& each : group.properties)
      for (const auto& [element, attribute] : each.places)
        for (const auto& place : document_.select_nodes(element))
          if (const auto its = place.node().attribute(attribute)) found.push_back({&each, place.node(), its});
  return found;
}

std::vector<PlatformFile::Attribute> PlatformFile::attributes(const std::string& name) const {
  std::vector<Attribute> found = attributes();
  std::erase_if(found, [&](const Attribute& each) { return each.property->name != name; });
  return found;
}

std::map<std::string, std::string> PlatformFile::values() const {
  std::map<std::string, std::string> all = properties();
  all.merge(settings());
  std::map<std::string, std::set<std::string>> different;
  for (const Attribute& each : attributes()) different[each.property->name].insert(each.attribute.value());
  for (const auto& [name, its] : different) all.emplace(name, fmt::format("{}", fmt::join(its, ", ")));
  return all;
}

std::vector<std::string> PlatformFile::numbers() const {
  std::set<std::string> names;
  for (const Attribute& each : attributes()) names.insert(each.property->name);
  for (const auto& [name, value] : properties())
    if (!is_text(name)) names.insert(name);
  for (const auto& [name, value] : settings()) names.insert(name);
  return {names.begin(), names.end()};
}

void PlatformFile::check_range(const pugi::xml_node& prop) const {
  const std::string name = std::string(prop.attribute("id").value()).substr(std::string("range.").size());
  std::vector<std::string> known = numbers();
  const auto its_settings = settings();
  std::erase_if(known,
                [&](const auto& number) { return its_settings.contains(number) || !is_measure(number); });
  if (std::ranges::find(known, name) == known.end())
    complain(prop, fmt::format("'range.{}' is the range of nothing here{}", name, suggestion(name, known)));
  try {
    check_stated_range(name, values().at(name), prop.attribute("value").value());
  } catch (const Error& error) {
    complain(prop, fmt::format("'range.{}': {}", name, error.what()));
  }
}

void PlatformFile::check_names() const {
  std::vector<std::string> sources;
  for (const auto& name : numbers()) sources.push_back("source." + name);
  for (const auto& prop : root_.children("prop")) {
    const std::string name = prop.attribute("id").value();
    if (std::ranges::binary_search(sources, name)) continue;
    if (name.starts_with("range.")) {
      check_range(prop);
      continue;
    }
    try {
      if (name.starts_with("source."))
        throw Error(fmt::format("'{}' is the source of nothing here{}", name, suggestion(name, sources)));
      check_property(name);
    } catch (const Error& error) {
      complain(prop, error.what());
    }
  }
}

void PlatformFile::check_number(const pugi::xml_node& where, const std::string& name, const std::string& text,
                                Units units) const {
  try {
    static_cast<void>(number_of(name, text, units));
  } catch (const Error& error) {
    complain(where, fmt::format("'{}': {}", name, error.what()));
  }
}

void PlatformFile::check_numbers() const {
  check_names();
  const auto known = properties();
  for (const auto& name : numbers()) {
    const auto source = known.find("source." + name);
    const auto has_status = [&](const char* status) {
      return source->second.starts_with(std::string(status) + ": ");
    };
    if (source == known.end() || std::ranges::none_of(statuses, has_status))
      complain(0,
               fmt::format("does not say where '{0}' comes from; add <prop id=\"source.{0}\" value=\"STATUS: "
                           "text\"/>, STATUS one of {1}",
                           name, fmt::join(statuses, ", ")));
  }
  for (const Attribute& each : attributes())
    if (each.property->kind != PropertyKind::shape)
      check_number(each.element, each.property->name, each.attribute.value(), Units::simgrid);
  for (const auto& prop : root_.children("prop")) {
    const std::string name = prop.attribute("id").value();
    if (is_text(name)) continue;
    check_number(prop, name, prop.attribute("value").value(), Units::ours);
  }
}

std::string PlatformFile::xml() const {
  std::ostringstream text;
  document_.save(text, "  ");
  return text.str();
}

std::string PlatformFile::changed(const std::string& name, const std::string& old_value,
                                  const std::string& value) const {
  try {
    const bool scales = value.starts_with("x");
    std::string text = scales ? scale_quantity(old_value, factor_of(value)) : value;
    const double number = number_of(name, text, scales ? Units::simgrid : Units::ours);
    boost::algorithm::erase_all(text, " ");  // which SimGrid does not read
    // A host's speed is in flop/s, and 1 flop is 1 byte here.
    return property(name).kind == PropertyKind::speed ? fmt::format("{}f", number) : text;
  } catch (const Error& error) {
    complain(0, fmt::format("override '{}': {}; give a value with its unit or a factor such as x2", name,
                            error.what()));
  }
}

std::vector<std::string> PlatformFile::overridable() const {
  std::vector<std::string> names = numbers();
  std::erase(names, "nodes");
  if (!torus_of(document_)) std::erase(names, "topology");
  return names;
}

}  // namespace collsim
