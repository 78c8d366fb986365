#include "lab/site/presets.hpp"

#include <fmt/format.h>

#include "support/data_dir.hpp"
#include "support/document.hpp"
#include "support/json.hpp"
#include "support/number.hpp"

namespace collsim {
namespace {

nlohmann::json presets() {
  const Origin origin{(data_dir() / "platforms" / "presets.json").string()};
  return parse_json(read_document(origin.file, "the presets"), origin);
}

/// One of a kind. Throws Error with the names that there are.
nlohmann::json preset(const char* kind, const char* flag, const std::string& name) {
  const auto all = presets().at(kind);
  if (all.contains(name)) return all.at(name);
  std::vector<std::string> known;
  for (const auto& [each, its] : all.items()) known.push_back(each);
  throw Error(
      fmt::format("--{} is '{}', of which no data sheet is here{}", flag, name, suggestion(name, known)));
}

Stated stated(const nlohmann::json& its) {
  return {its.at("value"), its.at("source"), its.value("range", "")};
}

}  // namespace

std::string calibrated_torus() {
  return presets().at("torus").at("like");
}

Nic nic_preset(const std::string& name) {
  const auto its = preset("nics", "nic", name);
  return {.name = name,
          .bandwidth = stated(its.at("link.bandwidth")),
          .latency = its.contains("latency") ? stated(its.at("latency")) : Stated(),
          .ports = number_in<int>(its.at("ports").at("value").get<std::string>()).value(),
          .ports_source = its.at("ports").at("source"),
          .like = its.value("like", "")};
}

Cpu cpu_preset(const std::string& name) {
  const auto x = name.rfind('x');
  int sockets = 1;
  std::string one = name;
  if (x != std::string::npos)
    if (const auto given = number_in<int>(name.substr(x + 1))) {
      sockets = *given;
      one = name.substr(0, x);
    }
  const auto its = preset("cpus", "cpu", one);
  if (sockets < 1 || sockets > 16)
    throw Error(fmt::format("--cpu {} has {} sockets; right would be such as {}x2", name, sockets, one));
  std::vector<GroupProperty> groups;
  for (const auto& each : its.value("groups", nlohmann::json::array()))
    groups.push_back({each.at("cores"), each.at("property"), stated(each)});
  const std::string source = "published: " + its.at("source").get<std::string>();
  return {.name = one,
          .sockets = sockets,
          .cores = its.at("cores"),
          .memory = {its.at("memory.bandwidth"), source, ""},
          .cache = {its.at("memory.cache"), source, ""},
          .like = its.at("like"),
          .groups = std::move(groups)};
}

}  // namespace collsim
