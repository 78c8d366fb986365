#include "platforms/for_simgrid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>
#include <string_view>

#include "platforms/network/kautz.hpp"
#include "platforms/radical.hpp"

namespace collsim {
namespace {

/// Those of the radical's numbers that are below the limit, and its first.
std::string below(const std::string& radical, int limit) {
  std::string kept;
  for (const auto& [first, count] : read_radicals(radical)) {
    const int last = std::min(first + count, limit) - 1;
    if (last >= first) kept += fmt::format("{}{}-{}", kept.empty() ? "" : ",", first, last);
  }
  return kept.empty() ? std::to_string(read_radicals(radical).front().first) : kept;
}

}  // namespace

std::string xml_for_simgrid(const Platform& platform, int nodes) {
  pugi::xml_document document;
  document.load_string(platform.xml().c_str(), pugi::parse_full);
  for (const auto& found : document.select_nodes("//cluster[not(@topology)]")) {
    pugi::xml_attribute radical = found.node().attribute("radical");
    const bool memories = std::string_view(found.node().attribute("prefix").value()) == "memory-";
    radical.set_value(below(radical.value(), memories ? nodes * platform.domains() : nodes).c_str());
  }
  for (const auto& found : document.select_nodes("//cluster[@topology='KAUTZ']")) try {
      network::spell_out_kautz(found.node());
    } catch (const Error& error) {
      throw PlatformError(platform.file(), 0,
                          fmt::format("cluster '{}' {}", found.node().attribute("id").value(), error.what()));
    }
  std::ostringstream text;
  document.save(text);
  return text.str();
}

}  // namespace collsim
