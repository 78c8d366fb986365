#include "platforms/platform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "platforms/levels.hpp"
#include "platforms/network_models.hpp"
#include "platforms/platform_file.hpp"
#include "platforms/property.hpp"
#include "platforms/quantity.hpp"
#include "support/data_dir.hpp"
#include "support/names.hpp"

namespace collsim {
namespace {

std::string find_file(const std::string& name_or_path) {
  namespace fs = std::filesystem;
  const fs::path shipped = data_dir() / "platforms" / (name_or_path + ".xml");
  std::error_code none;  // what cannot be looked at is not there
  if (fs::exists(shipped, none)) return shipped.string();
  if (fs::exists(name_or_path, none)) return name_or_path;
  const auto names = platform_names();
  const std::string here = (is_path(name_or_path) ? "" : "./") + name_or_path + ".xml";
  if (fs::exists(here, none))
    throw Error(
        fmt::format("unknown platform '{}'; right would be {}, if that file is meant", name_or_path, here));
  if (is_path(name_or_path))
    throw Error(fmt::format("{}: no such file{}", name_or_path,
                            correction(fs::path(name_or_path).stem().string(), names)));
  throw Error(fmt::format("unknown platform '{}'{}", name_or_path, suggestion(name_or_path, names)));
}

}  // namespace

PlatformError::PlatformError(const std::string& file, long line, const std::string& what)
    : Error(line > 0 ? fmt::format("{}:{}: {}", file, line, what) : fmt::format("{}: {}", file, what)) {}

Platform Platform::load(const std::string& name_or_path,
                        const std::map<std::string, std::string>& overrides) {
  Platform platform;
  platform.file_ = find_file(name_or_path);
  platform.name_ = std::filesystem::path(platform.file_).stem().string();
  platform.overrides_ = overrides;
  PlatformFile file(platform.file_);
  file.complete();
  file.check();
  for (const auto& [name, value] : overrides) file.override_with(name, value);
  platform.properties_ = file.properties();
  platform.settings_ = file.settings();
  const auto values = file.values();
  for (const auto& name : file.numbers())
    platform.numbers_[name] = {values.at(name), platform.properties_.at("source." + name)};
  platform.xml_ = file.xml();
  platform.nodes_ = file.count_hosts("node-");
  platform.cores_ = file.cores();
  platform.domains_ = static_cast<int>(platform.number("memory.domains"));
  const int memories = file.count_hosts("memory-");
  const std::int64_t needed = std::int64_t{platform.nodes_} * platform.domains_;
  if (memories != needed)
    file.complain(0, fmt::format("has {} hosts called memory-*; {} nodes of {} memory domains need {}",
                                 memories, platform.nodes_, platform.domains_, needed));
  platform.memory_bandwidth_ = file.memory_bandwidth();
  platform.title_ = platform.text("title");
  const auto models = network_models();
  if (std::ranges::find(models, platform.network()) == models.end())
    file.complain(0, fmt::format("has the unknown network '{}'{}", platform.network(),
                                 suggestion(platform.network(), models)));
  static_cast<void>(platform.copy_rate(0));
  static_cast<void>(Levels::of_platform(platform));
  return platform;
}

double Platform::number(const std::string& property, std::int64_t bytes) const {
  const Property& its = collsim::property(property);
  const std::string* value = nullptr;
  double from = -1;
  for (auto place = properties_.lower_bound(property);
       place != properties_.end() && place->first.starts_with(property); ++place) {
    const auto& [name, text] = *place;
    if (name != property && name[property.size()] != '@') continue;
    const double size = name == property ? 0 : parse_bytes(name.substr(property.size() + 1));
    if (size > from && size <= static_cast<double>(bytes)) {
      from = size;
      value = &text;
    }
  }
  if (value) return value_of(its, *value);
  if (property == "cores") return cores_;
  if (its.otherwise.empty()) return 0;
  return find_property(its.otherwise) ? number(its.otherwise) : value_of(its, its.otherwise);
}

std::string Platform::text(const std::string& property) const {
  const auto place = properties_.find(property);
  return place == properties_.end() ? collsim::property(property).otherwise : place->second;
}

double Platform::combine_rate(const std::string& op_class, const std::string& type,
                              std::int64_t vector_bytes) const {
  const double exact = number("combine." + op_class + "." + type, vector_bytes);
  const double found = exact > 0 ? exact : number("combine." + op_class, vector_bytes);
  if (found > 0) return found;
  throw PlatformError(file_, 0,
                      fmt::format("names no rate of combining for operators of class {0} on {1}; add <prop "
                                  "id=\"combine.{0}\" value=\"...Bps\"/>",
                                  op_class, type));
}

double Platform::copy_rate(std::int64_t vector_bytes) const {
  const double found = number("copy", vector_bytes);
  if (found > 0) return found;
  throw PlatformError(file_, 0, "names no rate of copying; add <prop id=\"copy\" value=\"...Bps\"/>");
}

double Platform::overhead(Level level) const {
  constexpr const char* of_level[level_count] = {"overhead.domain", "overhead.node", "overhead"};
  return number(of_level[static_cast<std::size_t>(level)]);
}

std::vector<std::string> platform_names() {
  return data_names("platforms", ".xml");
}

}  // namespace collsim
