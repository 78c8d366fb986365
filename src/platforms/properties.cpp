#include "platforms/properties.hpp"

#include <algorithm>
#include <cmath>

#include "platforms/quantity.hpp"

namespace collsim {
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
  for (const char* name : {"page.map", "page.fault", "page.copy", "page.unmap"})
    if (!platform.has(name)) return std::nullopt;
  return PageCosts{.bytes = platform.number("page"),
                   .map = platform.number("page.map"),
                   .fault = platform.number("page.fault"),
                   .copy = platform.number("page.copy"),
                   .unmap = platform.number("page.unmap")};
}

std::optional<CollectiveNetwork> collective_network(const Platform& platform) {
  const std::string latency = "collective_network.latency", bandwidth = "collective_network.bandwidth";
  if (!platform.has(latency) || !platform.has(bandwidth)) return std::nullopt;
  return CollectiveNetwork{platform.number(latency), platform.number(bandwidth)};
}

std::vector<std::pair<double, double>> by_size(const Platform& platform, const std::string& name) {
  std::vector<std::pair<double, double>> found;
  const std::string any = name + "@";
  const auto& all = platform.numbers();
  for (auto place = all.lower_bound(any); place != all.end() && place->first.starts_with(any); ++place)
    found.emplace_back(parse_bytes(place->first.substr(any.size())), parse_quantity(place->second.first));
  std::ranges::sort(found);
  return found;
}

}  // namespace collsim
