#include "platforms/network/cluster.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <sstream>
#include <tuple>

#include "platforms/network/attributes.hpp"
#include "support/error.hpp"

namespace collsim::network {
namespace {

std::optional<ClusterAttributes::Wire> read_wire(const pugi::xml_node& xml, const std::string& name,
                                                 bool shared) {
  const double bandwidth = optional_quantity(xml, name + "_bw");
  const double latency = optional_quantity(xml, name + "_lat");
  if (bandwidth == 0 && latency == 0) return {};
  if (bandwidth == 0) throw Error(fmt::format("has {0}_lat without {0}_bw; give both", name));
  return ClusterAttributes::Wire{bandwidth, latency, shared};
}

}  // namespace

ClusterAttributes read_cluster(const pugi::xml_node& xml) {
  ClusterAttributes is;
  is.id = xml.attribute("id").value();
  is.prefix = xml.attribute("prefix").value();
  is.suffix = xml.attribute("suffix").value();
  is.router = xml.attribute("router_id").value();
  if (is.router.empty()) is.router = is.prefix + is.id + "_router" + is.suffix;
  is.radicals = read_radicals(xml.attribute("radical").value());
  std::int64_t hosts = 0;
  for (const auto& run : is.radicals) hosts += run.count;
  check_count(2 * hosts);
  is.hosts = static_cast<int>(hosts);
  is.bandwidth = quantity(xml, "bw");
  is.latency = quantity(xml, "lat");
  is.split = policy(xml, "sharing_policy", "SPLITDUPLEX") == Policy::split;
  is.loopback = read_wire(xml, "loopback", false);
  is.backbone = read_wire(xml, "bb", policy(xml, "bb_sharing_policy", "SHARED") == Policy::shared);
  is.limiter = optional_quantity(xml, "limiter_link");
  is.node = optional_quantity(xml, "node_bw");
  is.flow = optional_quantity(xml, "flow_bw");
  return is;
}

Cluster::Cluster(ClusterAttributes attributes, int first_link, std::int64_t own_links, std::int64_t devices)
    : attributes_(std::move(attributes)), first_(first_link) {
  const std::int64_t loopbacks = attributes_.loopback ? attributes_.hosts : 0;
  const std::int64_t limiters = attributes_.limiter > 0 ? devices : 0;
  check_count(first_link + own_links + loopbacks + limiters);
  own_links_ = static_cast<int>(own_links);
  limiters_from_ = static_cast<int>(own_links + loopbacks);
  limiters_ = static_cast<int>(limiters);
}

std::string Cluster::name(int link) const {
  if (link < own_links_) return own_name(link);
  if (link < limiters_from_)
    return fmt::format("{}_link_{}_loopback", attributes_.id, radical(link - own_links_));
  return fmt::format("{}_link_{}_limiter", attributes_.id, limiter_id(link - limiters_from_));
}

std::string Cluster::host_name(int host) const {
  return fmt::format("{}{}{}", attributes_.prefix, radical(host), attributes_.suffix);
}

LinkClass Cluster::class_of(int link) const {
  if (link < own_links_) return own_class(link);
  return {link < limiters_from_ ? "within nodes" : "limiters"};
}

double Cluster::bandwidth(int link) const {
  if (link < own_links_) return own_bandwidth(link);
  return link < limiters_from_ ? attributes_.loopback->bandwidth : attributes_.limiter;
}

bool Cluster::shared(int link) const {
  return link < own_links_ ? own_shared(link) : link >= limiters_from_;
}

int Cluster::radical(int host) const {
  for (const auto& run : attributes_.radicals) {
    if (host < run.count) return run.first + host;
    host -= run.count;
  }
  return -1;
}

int Cluster::vertex(const std::string& name) const {
  const auto& [prefix, suffix] = std::tie(attributes_.prefix, attributes_.suffix);
  if (name.size() <= prefix.size() + suffix.size() || !name.starts_with(prefix) || !name.ends_with(suffix))
    return -1;
  const std::string digits = name.substr(prefix.size(), name.size() - prefix.size() - suffix.size());
  int number = -1, host = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (std::to_string(number) != digits) return -1;
  for (const auto& run : attributes_.radicals) {
    if (number >= run.first && number - run.first < run.count) return host + number - run.first;
    host += run.count;
  }
  return -1;
}

std::vector<std::vector<int>> read_parameters(const std::string& parameters, const std::string& right) {
  std::vector<std::vector<int>> groups;
  std::istringstream text(parameters);
  for (std::string group; std::getline(text, group, ';');) {
    groups.emplace_back();
    std::istringstream numbers(group);
    for (std::string number; std::getline(numbers, number, ',');) {
      int value = 0;
      const auto [end, failure] = std::from_chars(number.data(), number.data() + number.size(), value);
      if (failure != std::errc() || end != number.data() + number.size() || value < 1 || value > 1000000000)
        complain_of_parameters(parameters, right);
      groups.back().push_back(value);
    }
  }
  return groups;
}

void complain_of_parameters(const std::string& parameters, const std::string& right) {
  throw Error(fmt::format("has the topo_parameters '{}'; write {}", parameters, right));
}

std::int64_t product(const std::vector<int>& factors) {
  std::int64_t all = 1;
  for (const int factor : factors) {
    all *= factor;
    check_count(all);
  }
  return all;
}

void check_count(std::int64_t things) {
  if (things > std::numeric_limits<int>::max())
    throw Error(fmt::format("has {} hosts, switches or links; at most {} can be numbered", things,
                            std::numeric_limits<int>::max()));
}

void check_hosts(const ClusterAttributes& attributes, std::int64_t wanted) {
  if (attributes.hosts != wanted)
    throw Error(
        fmt::format("has {} hosts in its radical; its topo_parameters want {}", attributes.hosts, wanted));
}

}  // namespace collsim::network
