#include "platforms/platform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <pugixml.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "platforms/data_dir.hpp"
#include "platforms/quantity.hpp"

namespace collsim {
namespace {

/// Attributes of clusters and links that overrides and sources can name, by the element that bears them.
struct AttributeName {
  const char* name;     ///< in overrides and in source.*
  const char* element;  ///< XPath
  const char* attribute;
  bool quantity = true;  ///< a number with a unit, which overrides can change
};
constexpr AttributeName attribute_names[] = {
    {"link.bandwidth", "//cluster[not(starts-with(@prefix,'memory-'))]", "bw"},
    {"link.bandwidth", "//cluster[not(starts-with(@prefix,'memory-'))]", "bb_bw"},
    {"link.bandwidth", "//link[not(starts-with(@id,'loopback'))]", "bandwidth"},
    {"link.latency", "//cluster[not(starts-with(@prefix,'memory-'))]", "lat"},
    {"link.latency", "//cluster[not(starts-with(@prefix,'memory-'))]", "bb_lat"},
    {"link.latency", "//link[not(starts-with(@id,'loopback'))]", "latency"},
    {"loopback.bandwidth", "//cluster", "loopback_bw"},
    {"loopback.bandwidth", "//link[starts-with(@id,'loopback')]", "bandwidth"},
    {"loopback.latency", "//cluster", "loopback_lat"},
    {"loopback.latency", "//link[starts-with(@id,'loopback')]", "latency"},
    {"memory.bandwidth", "//cluster[starts-with(@prefix,'memory-')]", "speed"},
    {"memory.bandwidth", "//host[starts-with(@id,'memory-')]", "speed"},
    {"cores", "//cluster[starts-with(@prefix,'node-')]", "core"},
    {"cores", "//host[starts-with(@id,'node-')]", "core"},
    {"nodes", "//cluster[starts-with(@prefix,'node-')]", "radical", false},
    {"topology", "//cluster[starts-with(@prefix,'node-')]", "topo_parameters", false},
};

constexpr const char* statuses[] = {"published", "secondary", "derived", "estimate", "calibrated", "chosen"};

long line_at(const std::string& text, std::ptrdiff_t offset) {
  const auto end = text.begin() + std::clamp<std::ptrdiff_t>(offset, 0, std::ssize(text));
  return 1 + std::count(text.begin(), end, '\n');
}

/// One XML file while it is being read: every complaint names the file and, where known, the line.
class Reader {
 public:
  explicit Reader(std::string file) : file_(std::move(file)) {
    std::ifstream stream(file_, std::ios::binary);
    text_.assign(std::istreambuf_iterator<char>(stream), {});
    if (!stream) complain(0, "cannot be read");
    const auto result = document_.load_buffer(text_.data(), text_.size(), pugi::parse_full);
    if (!result) complain(line_at(text_, result.offset), result.description());
    const auto platform = document_.child("platform");
    for (const auto& child : platform.children("zone")) root_ = child;
    if (!root_)
      complain(1, "has no <zone> inside <platform>; the root must be a zone that contains the clusters");
  }

  [[noreturn]] void complain(long line, const std::string& what) const {
    throw PlatformError(file_, line, what);
  }
  [[noreturn]] void complain(const pugi::xml_node& where, const std::string& what) const {
    complain(line_at(text_, where.offset_debug()), what);
  }

  std::map<std::string, std::string> properties() const {
    std::map<std::string, std::string> all;
    for (const auto& prop : root_.children("prop")) {
      if (!all.emplace(prop.attribute("id").value(), prop.attribute("value").value()).second)
        complain(prop, fmt::format("names property '{}' twice", prop.attribute("id").value()));
    }
    return all;
  }

  std::map<std::string, std::string> settings() const {
    std::map<std::string, std::string> all;
    for (const auto& setting : document_.select_nodes("//config/prop"))
      all[setting.node().attribute("id").value()] = setting.node().attribute("value").value();
    return all;
  }

  void override_with(const std::string& name, const std::string& value) {
    bool found = false;
    for (const auto& known : attribute_names) {
      if (name != known.name || !known.quantity) continue;
      for (const auto& place : document_.select_nodes(known.element)) {
        if (auto attribute = place.node().attribute(known.attribute)) {
          attribute.set_value(changed(name, attribute.value(), value).c_str());
          found = true;
        }
      }
    }
    for (auto prop : root_.children("prop")) {
      if (prop.attribute("id").value() != name || name.starts_with("source.")) continue;
      prop.attribute("value").set_value(changed(name, prop.attribute("value").value(), value).c_str());
      found = true;
    }
    for (const auto& place : document_.select_nodes("//config/prop")) {
      if (place.node().attribute("id").value() != name) continue;
      place.node().attribute("value").set_value(value.c_str());
      found = true;
    }
    if (!found) complain(0, fmt::format("has no '{}' to override{}", name, suggestion(name, overridable())));
  }

  /// Nodes or memory hosts: hosts and members of clusters whose names start with `prefix`.
  int count_hosts(const std::string& prefix) const {
    int hosts = 0;
    for (const auto& host : document_.select_nodes("//host"))
      if (std::string(host.node().attribute("id").value()).starts_with(prefix)) ++hosts;
    for (const auto& cluster : document_.select_nodes("//cluster"))
      if (cluster.node().attribute("prefix").value() == prefix) hosts += radical_size(cluster.node());
    return hosts;
  }

  double memory_bandwidth() const {
    const auto place = document_.select_node(
        "//cluster[starts-with(@prefix,'memory-')] | //host[starts-with(@id,'memory-')]");
    return parse_quantity(place.node().attribute("speed").value());
  }

  int cores() const {
    std::set<int> found;
    for (const auto& known : attribute_names) {
      if (std::string(known.name) != "cores") continue;
      for (const auto& place : document_.select_nodes(known.element))
        found.insert(place.node().attribute(known.attribute).as_int(1));
    }
    if (found.size() > 1) complain(0, "has nodes with different numbers of cores; all must be alike");
    return found.empty() ? 1 : *found.begin();
  }

  /// Every number must say where it comes from.
  void check_sources(const std::map<std::string, std::string>& properties) const {
    std::set<std::string> numbers;
    for (const auto& known : attribute_names)
      for (const auto& place : document_.select_nodes(known.element))
        if (place.node().attribute(known.attribute)) numbers.insert(known.name);
    for (const auto& [name, value] : properties)
      if (name != "title" && !name.starts_with("source.")) numbers.insert(name);
    for (const auto& [name, value] : settings()) numbers.insert(name);
    for (const auto& name : numbers) {
      const auto source = properties.find("source." + name);
      const auto names_status = [&](const char* status) {
        return source->second.starts_with(std::string(status) + ": ");
      };
      if (source == properties.end() || std::ranges::none_of(statuses, names_status))
        complain(
            0, fmt::format("does not say where '{0}' comes from; add <prop id=\"source.{0}\" value=\"STATUS: "
                           "text\"/>, STATUS one of {1}",
                           name, fmt::join(statuses, ", ")));
    }
  }

  std::string xml() const {
    std::ostringstream text;
    document_.save(text, "  ");
    return text.str();
  }

 private:
  std::string changed(const std::string& name, const std::string& old_value, const std::string& value) const {
    const auto parsed = [&](const std::string& text) {
      const double number = name == "memory.cache" ? parse_bytes(text) : parse_quantity(text);
      const bool may_be_zero = name.ends_with("latency") || name == "overhead" || name == "quantum";
      if (number < 0 || (number == 0 && !may_be_zero)) throw Error(fmt::format("'{}' is too small", text));
      return number;
    };
    try {
      const std::string text =
          value.starts_with("x") ? scale_quantity(old_value, parse_quantity(value.substr(1))) : value;
      const double number = parsed(text);
      // A host's speed is in flop/s, and 1 flop is 1 byte here.
      return name == "memory.bandwidth" ? fmt::format("{}f", number) : text;
    } catch (const Error& error) {
      complain(0, fmt::format("override '{}': {}; give a value with its unit or a factor such as x2", name,
                              error.what()));
    }
  }

  std::vector<std::string> overridable() const {
    std::set<std::string> names;
    for (const auto& known : attribute_names)
      if (known.quantity) names.insert(known.name);
    for (const auto& [name, value] : properties())
      if (name != "title" && !name.starts_with("source.")) names.insert(name);
    for (const auto& [name, value] : settings()) names.insert(name);
    return {names.begin(), names.end()};
  }

  int radical_size(const pugi::xml_node& cluster) const {
    static const std::regex range("([0-9]{1,9})(?:-([0-9]{1,9}))?");
    std::istringstream parts(cluster.attribute("radical").value());
    int hosts = 0;
    for (std::string part; std::getline(parts, part, ',');) {
      std::smatch match;
      if (!std::regex_match(part, match, range))
        complain(cluster, fmt::format("has the radical '{}'; write 0-63", part));
      hosts += match[2].matched ? std::stoi(match[2]) - std::stoi(match[1]) + 1 : 1;
    }
    return hosts;
  }

  std::string file_;
  std::string text_;
  pugi::xml_document document_;
  pugi::xml_node root_;
};

std::string find_file(const std::string& name_or_path) {
  namespace fs = std::filesystem;
  const fs::path shipped = data_dir() / "platforms" / (name_or_path + ".xml");
  if (fs::exists(shipped)) return shipped.string();
  if (fs::exists(name_or_path)) return name_or_path;
  throw Error(
      fmt::format("unknown platform '{}'{}", name_or_path, suggestion(name_or_path, platform_names())));
}

}  // namespace

PlatformError::PlatformError(const std::string& file, long line, const std::string& what)
    : Error(line > 0 ? fmt::format("{}:{}: {}", file, line, what) : fmt::format("{}: {}", file, what)) {}

Platform Platform::load(const std::string& name_or_path,
                        const std::map<std::string, std::string>& overrides) {
  Platform platform;
  platform.file_ = find_file(name_or_path);
  platform.name_ = std::filesystem::path(platform.file_).stem().string();
  Reader reader(platform.file_);
  reader.check_sources(reader.properties());
  for (const auto& [name, value] : overrides) reader.override_with(name, value);
  platform.properties_ = reader.properties();
  platform.settings_ = reader.settings();
  platform.xml_ = reader.xml();
  platform.nodes_ = reader.count_hosts("node-");
  platform.cores_ = reader.cores();
  if (platform.nodes_ == 0)
    reader.complain(0, "has no host called node-0; compute nodes are named node-0, node-1, ...");
  if (platform.properties_.contains("memory.domains"))
    platform.domains_ = static_cast<int>(platform.rate("memory.domains", 0));
  const int memories = reader.count_hosts("memory-");
  if (memories != platform.nodes_ * platform.domains_)
    reader.complain(
        0, fmt::format("has {} hosts called memory-*; {} nodes of {} memory domains need {}", memories,
                       platform.nodes_, platform.domains_, platform.nodes_ * platform.domains_));
  platform.memory_bandwidth_ = reader.memory_bandwidth();
  if (platform.properties_.contains("title")) platform.title_ = platform.properties_.at("title");
  static_cast<void>(platform.copy_rate(0));
  if (std::ranges::none_of(platform.properties_,
                           [](const auto& item) { return item.first.starts_with("combine."); }))
    reader.complain(0, "names no rate of combining; add <prop id=\"combine.arithmetic\" value=\"...Bps\"/>");
  return platform;
}

double Platform::rate(const std::string& property, std::int64_t vector_bytes) const {
  const std::string* value = nullptr;
  double from = -1;
  for (const auto& [name, text] : properties_) {
    if (name != property && !name.starts_with(property + "@")) continue;
    const double size = name == property ? 0 : parse_bytes(name.substr(property.size() + 1));
    if (size > from && size <= static_cast<double>(vector_bytes)) {
      from = size;
      value = &text;
    }
  }
  if (!value) return 0;
  try {
    const double number = parse_quantity(*value);
    if (number > 0) return number;
  } catch (const Error& error) {
    throw PlatformError(file_, 0, fmt::format("property '{}': {}", property, error.what()));
  }
  throw PlatformError(file_, 0,
                      fmt::format("property '{}' is '{}'; it must be greater than 0", property, *value));
}

double Platform::combine_rate(const std::string& op_class, const std::string& type,
                              std::int64_t vector_bytes) const {
  const double exact = rate("combine." + op_class + "." + type, vector_bytes);
  const double found = exact > 0 ? exact : rate("combine." + op_class, vector_bytes);
  if (found > 0) return found;
  throw PlatformError(file_, 0,
                      fmt::format("names no rate of combining for operators of class {0} on {1}; add <prop "
                                  "id=\"combine.{0}\" value=\"...Bps\"/>",
                                  op_class, type));
}

double Platform::copy_rate(std::int64_t vector_bytes) const {
  const double found = rate("copy", vector_bytes);
  if (found > 0) return found;
  throw PlatformError(file_, 0, "names no rate of copying; add <prop id=\"copy\" value=\"...Bps\"/>");
}

double Platform::message_rate(std::int64_t vector_bytes) const {
  return rate("message", vector_bytes);
}

double Platform::arrival_rate(std::int64_t vector_bytes) const {
  return rate("arrival", vector_bytes);
}

double Platform::cache() const {
  const auto place = properties_.find("memory.cache");
  return place == properties_.end() ? 0 : parse_bytes(place->second);
}

double Platform::effective_cores() const {
  const double found = rate("cores.effective", 0);
  return found > 0 ? found : cores_;
}

double Platform::overhead() const {
  return rate("overhead", 0);
}

double Platform::quantum() const {
  return rate("quantum", 0);
}

std::vector<std::string> platform_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(data_dir() / "platforms"))
    if (entry.path().extension() == ".xml") names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

}  // namespace collsim
