#include "platforms/network/link_list.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "platforms/network/attributes.hpp"
#include "support/error.hpp"

namespace collsim::network {
namespace {

/// SimGrid's default.
const Link default_loopback{"__loopback__", 10e9, 0, false};

}  // namespace

LinkList::LinkList(const pugi::xml_node& platform, std::vector<Link>& links) {
  for (const auto& place : platform.select_nodes(".//link")) add(place.node(), links);
  if (!platform.select_node(".//host")) return;
  loopback_ = static_cast<int>(links.size());
  links.push_back(default_loopback);
}

void LinkList::add(const pugi::xml_node& link, std::vector<Link>& links) {
  check_element(link, {"id", "bandwidth", "latency", "sharing_policy"}, {"prop"});
  const Policy sharing = policy(link, "sharing_policy", "SHARED");
  const std::string id = link.attribute("id").value();
  const std::vector<std::string> names =
      sharing == Policy::split ? std::vector{id + "_UP", id + "_DOWN"} : std::vector{id};
  if (sharing == Policy::split) split_[id] = static_cast<int>(links.size());
  for (const auto& name : names) {
    if (!by_name_.emplace(name, static_cast<int>(links.size())).second)
      throw Error(fmt::format("has two links called '{}'", name));
    links.push_back(
        {name, quantity(link, "bandwidth"), quantity(link, "latency"), sharing != Policy::fatpipe});
  }
}

std::vector<int> LinkList::of_route(const pugi::xml_node& route, bool back) const {
  std::vector<int> links;
  for (const auto& link : route.children("link_ctn")) links.push_back(number(link, back));
  if (links.empty())
    throw Error(fmt::format("has a route from '{}' to '{}' without links", route.attribute("src").value(),
                            route.attribute("dst").value()));
  if (back) std::ranges::reverse(links);
  return links;
}

int LinkList::number(const pugi::xml_node& link_ctn, bool back) const {
  check_element(link_ctn, {"id", "direction"}, {});
  const std::string id = link_ctn.attribute("id").value();
  const std::string direction = link_ctn.attribute("direction").as_string("NONE");
  const bool directed = direction == "UP" || direction == "DOWN";
  const auto& known = directed ? split_ : by_name_;
  if (const auto place = known.find(id); place != known.end())
    return place->second + (directed && (direction == "DOWN") != back ? 1 : 0);
  if (!directed && split_.contains(id))
    throw Error(fmt::format("has a <link_ctn id=\"{}\"> without direction; write UP or DOWN", id));
  std::vector<std::string> names;
  for (const auto& [name, index] : known) names.push_back(name);
  throw Error(fmt::format("has no {} called '{}'{}", directed ? "SPLITDUPLEX <link>" : "<link>", id,
                          suggestion(id, names)));
}

std::string class_name(const std::string& link) {
  std::string name = link.substr(0, link.find_first_of("0123456789-_."));
  if (name.empty()) name = "link";
  if (link.ends_with("_UP")) name += " up";
  if (link.ends_with("_DOWN")) name += " down";
  return name;
}

}  // namespace collsim::network
