#include "platforms/properties.hpp"

#include <algorithm>
#include <cmath>
#include <pugixml.hpp>

#include "platforms/quantity.hpp"

namespace collsim {
std::map<std::string, std::string> properties(const Platform& platform) {
  pugi::xml_document document;
  document.load_string(platform.xml().c_str());
  std::map<std::string, std::string> all;
  for (const auto& prop : document.child("platform").child("zone").children("prop"))
    all[prop.attribute("id").value()] = prop.attribute("value").value();
  return all;
}

RateFrom rate_from(const Platform& platform, const std::string& name) {
  const auto found = by_size(platform, name);
  return found.empty() ? RateFrom() : RateFrom{found.front().first, found.front().second};
}

double PageCosts::seconds(const PageWork& work) const {
  const auto pages = [this](std::int64_t of) { return std::ceil(static_cast<double>(of) / bytes); };
  return work.mapped * map + pages(work.read) * fault + pages(work.written) * copy +
         pages(work.unmapped) * unmap;
}

std::optional<PageCosts> page_costs(const Platform& platform) {
  const auto& numbers = platform.numbers();
  PageCosts costs;
  for (const auto& [name, cost] : {std::pair("page.map", &costs.map),
                                   {"page.fault", &costs.fault},
                                   {"page.copy", &costs.copy},
                                   {"page.unmap", &costs.unmap}}) {
    const auto place = numbers.find(name);
    if (place == numbers.end()) return std::nullopt;
    *cost = parse_quantity(place->second.first);
  }
  if (const auto place = numbers.find("page"); place != numbers.end())
    costs.bytes = parse_bytes(place->second.first);
  return costs;
}

std::optional<CollectiveNetwork> collective_network(const Platform& platform) {
  const auto& numbers = platform.numbers();
  const auto latency = numbers.find("collective_network.latency"),
             bandwidth = numbers.find("collective_network.bandwidth");
  if (latency == numbers.end() || bandwidth == numbers.end()) return std::nullopt;
  return CollectiveNetwork{parse_quantity(latency->second.first), parse_quantity(bandwidth->second.first)};
}

std::vector<std::pair<double, double>> by_size(const Platform& platform, const std::string& name) {
  std::vector<std::pair<double, double>> found;
  for (const auto& [number, value] : platform.numbers())
    if (number.starts_with(name + "@"))
      found.emplace_back(parse_bytes(number.substr(name.size() + 1)), parse_quantity(value.first));
  std::ranges::sort(found);
  return found;
}

}  // namespace collsim
