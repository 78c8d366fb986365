#include "platforms/platform_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/erase.hpp>
#include <boost/algorithm/string/join.hpp>
#include <boost/algorithm/string/replace.hpp>
#include <boost/algorithm/string/split.hpp>
#include <cstdlib>
#include <exception>
#include <set>
#include <sstream>

#include "platforms/foreign.hpp"
#include "platforms/parameter_range.hpp"
#include "platforms/platform.hpp"
#include "platforms/quantity.hpp"
#include "platforms/radical.hpp"
#include "platforms/settings.hpp"
#include "platforms/typical.hpp"
#include "support/number.hpp"
#include "support/range.hpp"
#include "support/text_file.hpp"

namespace collsim {
namespace {

constexpr const char* statuses[] = {"published",  "secondary", "derived", "estimate",
                                    "calibrated", "chosen",    "given",   "assumed"};
constexpr const char* no_limit = "1PBps";
/// The source of what a file says without saying where it comes from.
constexpr const char* without_source = "given: by the file, which names no source";

/// None if its nodes are in no torus.
pugi::xml_node torus_of(const pugi::xml_document& document) {
  return document
      .select_node(
          "//cluster[starts-with(@prefix,'node-') and (@topology='TORUS' or "
          "@topology='CONCENTRATED_TORUS')]")
      .node();
}

/// The factor in "x2"; 0 makes a time nothing.
double factor_of(const std::string& text) {
  if (const auto factor = number_in<double>(text.substr(1))) return *factor;
  throw Error(fmt::format("'{}' is no factor", text));
}

/// Whether the name means something else in another process, as /dev/stdin does, and /dev/fd/63, as a shell calls a pipe.
bool is_own(const std::string& file) {
  return file.starts_with("/dev/stdin") || file.starts_with("/dev/fd/") || file.starts_with("/proc/self/");
}

long line_at(const std::string& text, std::ptrdiff_t offset) {
  const auto end = text.begin() + std::clamp<std::ptrdiff_t>(offset, 0, std::ssize(text));
  return 1 + std::count(text.begin(), end, '\n');
}

}  // namespace

/// Calls what may complain, one after the other.
class Complaints {
 public:
  explicit Complaints(std::string file) : file_(std::move(file)) {}

  template <class Call>
  void gather(const Call& call) {
    try {
      call();
    } catch (const PlatformError& error) {
      if (all_.empty()) first_ = std::current_exception();
      all_.emplace_back(error.what());
    }
  }
  /// Throws PlatformError with all of them, if there are any.
  void raise() const {
    if (all_.size() == 1) std::rethrow_exception(first_);
    if (all_.empty()) return;
    std::string text;
    for (std::size_t i = 0; i < all_.size(); ++i)
      text += fmt::format("{}({}) {}", i == 0 ? "" : "; ", i + 1, placed(all_[i].substr(file_.size() + 1)));
    throw PlatformError(file_, 0, fmt::format("{} complaints: {}", all_.size(), text));
  }

 private:
  /// Gives what stands after the file's name: " what", or "7: what" of a line.
  static std::string placed(const std::string& text) {
    return text.starts_with(" ") ? text.substr(1) : "line " + text;
  }

  std::string file_;
  std::exception_ptr first_;
  std::vector<std::string> all_;
};

PlatformFile::PlatformFile(std::string file) : file_(std::move(file)) {
  constexpr const char* right = "a platform's XML file";
  if (is_own(file_))
    complain(0, fmt::format("is of this process alone, and others read it, too; right would be {}", right));
  std::string text;
  try {
    text = read_text(file_, right);
  } catch (const Error& error) {
    complain(0, error.what());
  }
  read(text);
}

PlatformFile::PlatformFile(std::string file, const std::string& text) : file_(std::move(file)) {
  read(text);
}

void PlatformFile::read(const std::string& text) {
  text_ = text;
  const auto result = document_.load_buffer(text_.data(), text_.size(), pugi::parse_full);
  if (!result)
    complain(line_at(text_, result.offset),
             fmt::format("malformed XML: {}; right would be a platform's XML file", result.description()));
  check_depth();
  try {
    give_form(document_);
  } catch (const Error& error) {
    complain(0, error.what());
  }
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

bool PlatformFile::says(const std::string& name) const {
  const auto known = values();
  for (std::string said = name.substr(0, name.find('@')); !said.empty();) {
    const auto place = known.lower_bound(said);
    if (place != known.end() && (place->first == said || place->first.starts_with(said + "@"))) return true;
    const Property* its = find_property(said);
    said = its && find_property(its->otherwise) ? its->otherwise : "";
  }
  return false;
}

bool PlatformFile::says_within_nodes(const std::string& attribute, double limit) const {
  const auto known = values();
  const auto place = known.find(attribute);
  if (place == known.end()) return false;
  try {
    const double value = parse_quantity(split_list(place->second).front());
    return limit > 0 ? value < limit : value > 0;
  } catch (const Error&) {
    return true;  // check() complains of it
  }
}

void PlatformFile::add(const std::string& name, const std::string& value, const std::string& source,
                       const std::string& range) {
  for (const auto& [id, its] :
       {std::pair{name, value}, {"range." + name, range}, {"source." + name, source}}) {
    if (its.empty()) continue;
    pugi::xml_node last;
    for (const auto& prop : root_.children("prop")) last = prop;
    auto made = last ? root_.insert_child_after("prop", last) : root_.prepend_child("prop");
    made.append_attribute("id").set_value(id.c_str());
    made.append_attribute("value").set_value(its.c_str());
  }
}

void PlatformFile::add_setting(const std::string& name, const std::string& value, const std::string& source) {
  auto platform = document_.child("platform");
  auto config = platform.child("config");
  if (!config) config = platform.prepend_child("config");
  auto made = config.append_child("prop");
  made.append_attribute("id").set_value(name.c_str());
  made.append_attribute("value").set_value(value.c_str());
  add(name, "", source);
}

/// So that `message` and `overhead.node` alone say what a message within a node takes.
void PlatformFile::add_loopbacks() {
  bool added = false;
  for (const auto& found : document_.select_nodes("//cluster[@prefix='node-' and not(@loopback_bw)]")) {
    found.node().remove_attribute("loopback_lat");
    found.node().append_attribute("loopback_bw").set_value(no_limit);
    found.node().append_attribute("loopback_lat").set_value("0");
    added = true;
  }
  if (!added) return;
  const auto known = properties();
  for (const char* name : {"loopback.bandwidth", "loopback.latency"})
    if (!known.contains(std::string("source.") + name))
      add(name, "", "chosen: no limit; `message` and `overhead.node` say what a message within a node takes");
}

void PlatformFile::add_memory(const std::set<std::string>& left_out) {
  if (count_hosts("memory-") > 0) return;
  make_room(document_);
  root_ = document_.child("platform").child("zone");
  const auto known = properties();
  const auto domains = known.find("memory.domains");
  std::int64_t hosts = count_hosts("node-");
  try {
    if (domains != known.end())
      hosts *= static_cast<std::int64_t>(number_of("memory.domains", domains->second));
  } catch (const Error&) {  // check() complains of it
  }

  const Typical& speed = typical("memory.bandwidth", left_out);
  auto memory = root_.append_child("cluster");
  for (const auto& [name, value] : {std::pair<const char*, std::string>{"id", "memory"},
                                    {"prefix", "memory-"},
                                    {"suffix", ""},
                                    {"radical", fmt::format("0-{}", hosts - 1)},
                                    {"speed", fmt::format("{:g}Gf", parse_quantity(speed.value) / 1e9)},
                                    {"bw", "1GBps"},
                                    {"lat", "0"}})
    memory.append_attribute(name).set_value(value.c_str());
  add("memory.bandwidth", "", speed.source(), speed.range);
}

void PlatformFile::take_smpi_defaults() {
  as_smpirun_ = true;
  const auto known = values();
  for (const auto& [name, value] : smpi_settings)
    if (!known.contains(name)) add_setting(name, value, "published: default of SimGrid 3.32");
  for (const auto& [name, value] : {std::pair{"send_overhead", "0"},
                                    {"overhead", "0"},
                                    {"copy", no_limit},
                                    {"combine.arithmetic", no_limit},
                                    {"combine.location", no_limit},
                                    {"combine.user", no_limit},
                                    {"message", no_limit}})
    if (!known.contains(name)) add(name, value, "chosen: smpirun charges nothing for it");
}

std::vector<std::string> PlatformFile::complete(const std::set<std::string>& left_out) {
  const auto known = properties();
  if (const auto unsaid = known.find("unsaid"); unsaid != known.end() && unsaid->second == "nothing")
    return {};
  for (const auto& name : numbers())
    if (!known.contains("source." + name)) add(name, "", without_source);
  std::vector<std::pair<std::string, const Typical*>> missing;
  constexpr double fast = 1e12;  // bytes per second that no memory has
  for (const auto& [name, its] : typical_numbers(left_out)) {
    const Property* property = find_property(name);
    if (!its.usual || says(name) || (property && !property->places.empty())) continue;
    const bool within = name == "message" || name.starts_with("overhead.");
    if (within && known.contains("levels")) continue;  // which say it
    if (name == "message" && says_within_nodes("loopback.bandwidth", fast)) continue;
    if (name.starts_with("overhead.") && says_within_nodes("loopback.latency", 0)) continue;
    missing.emplace_back(name, &its);
  }
  std::vector<std::string> added;
  if (!as_smpirun_) add_loopbacks();
  if (count_hosts("memory-") == 0) added.emplace_back("memory.bandwidth");
  add_memory(left_out);
  for (const auto& [name, its] : missing) {
    if (find_property(name))
      add(name, its->value, its->source(), its->range);
    else
      add_setting(name, its->value, its->source());
    added.push_back(name);
  }
  if (as_smpirun_) add("unsaid", "nothing", "");
  return added;
}

std::map<std::string, std::string> PlatformFile::properties() const {
  std::map<std::string, std::string> all;
  for (const auto& prop : root_.children("prop"))
    all.emplace(prop.attribute("id").value(), prop.attribute("value").value());
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

std::vector<PlatformFile::Attribute> PlatformFile::attributes(const std::string& name) const {
  std::vector<Attribute> found;
  for (const PropertyGroup& group : property_groups())
    for (const Property& each : group.properties) {
      if (!name.empty() && each.name != name) continue;
      for (const auto& [element, attribute] : each.places)
        for (const auto& place : document_.select_nodes(element))
          if (const auto its = place.node().attribute(attribute)) found.push_back({&each, place.node(), its});
    }
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

void PlatformFile::check_name(const pugi::xml_node& prop, const std::vector<std::string>& sources) const {
  const std::string name = prop.attribute("id").value();
  for (const auto& before : root_.children("prop")) {
    if (before == prop) break;
    if (before.attribute("id").value() == name)
      complain(prop, fmt::format("names property '{}' twice", name));
  }
  if (std::ranges::binary_search(sources, name)) return;
  if (name.starts_with("range.")) return check_range(prop);
  try {
    if (name.starts_with("source."))
      throw Error(fmt::format("'{}' is the source of nothing here{}", name, suggestion(name, sources)));
    check_property(name);
  } catch (const Error& error) {
    complain(prop, error.what());
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

void PlatformFile::check_source(const std::string& source,
                                const std::map<std::string, std::string>& known) const {
  const auto place = known.find(source);
  const auto has_status = [&](const char* status) {
    return place->second.starts_with(std::string(status) + ": ");
  };
  if (place == known.end() || std::ranges::none_of(statuses, has_status))
    complain(0,
             fmt::format("does not say where '{}' comes from; add <prop id=\"{}\" value=\"STATUS: text\"/>, "
                         "STATUS one of {}",
                         source.substr(std::string("source.").size()), source, fmt::join(statuses, ", ")));
}

void PlatformFile::check_hosts() const {
  const int nodes = count_hosts("node-");
  if (nodes == 0) complain(0, "has no host called node-0; compute nodes are named node-0, node-1, ...");
  const auto known = properties();
  const auto given = known.find("memory.domains");
  const auto domains = static_cast<int>(number_of(
      "memory.domains", given == known.end() ? property("memory.domains").otherwise : given->second));
  const int memories = count_hosts("memory-");
  if (const std::int64_t needed = std::int64_t{nodes} * domains; memories != needed)
    complain(0, fmt::format("has {} hosts called memory-*; {} nodes of {} memory domains need {}", memories,
                            nodes, domains, needed));
}

void PlatformFile::check() const {
  Complaints found(file_);
  const auto known = properties();
  std::vector<std::string> sources;
  for (const auto& number : numbers()) sources.push_back("source." + number);
  for (const auto& prop : root_.children("prop")) found.gather([&] { check_name(prop, sources); });
  for (const auto& source : sources) found.gather([&] { check_source(source, known); });
  for (const Attribute& each : attributes())
    if (each.property->kind != PropertyKind::shape)
      found.gather(
          [&] { check_number(each.element, each.property->name, each.attribute.value(), Units::simgrid); });
  for (const auto& prop : root_.children("prop")) {
    const std::string name = prop.attribute("id").value();
    if (!is_text(name) && find_property(name))
      found.gather([&] { check_number(prop, name, prop.attribute("value").value(), Units::ours); });
  }
  found.raise();
  found.gather([&] { check_hosts(); });
  found.gather([&] { static_cast<void>(cores()); });
  found.gather([&] {
    if (!says("copy")) complain(0, "names no rate of copying; add <prop id=\"copy\" value=\"...Bps\"/>");
  });
  found.gather([&] {
    if (std::ranges::none_of(known, [](const auto& item) { return item.first.starts_with("combine."); }))
      complain(0, "names no rate of combining; add <prop id=\"combine.arithmetic\" value=\"...Bps\"/>");
  });
  found.gather([&] {
    const auto unsaid = known.find("unsaid");
    if (unsaid != known.end() && unsaid->second != "typical" && unsaid->second != "nothing")
      complain(0, fmt::format("says unsaid '{}'; right would be typical or nothing", unsaid->second));
  });
  found.raise();
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
