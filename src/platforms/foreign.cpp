#include "platforms/foreign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/algorithm/string/predicate.hpp>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "platforms/property.hpp"
#include "platforms/quantity.hpp"
#include "platforms/radical.hpp"
#include "support/error.hpp"
#include "support/number.hpp"

namespace collsim {
namespace {

using Renamed = std::pair<const char*, const char*>;

std::string attribute_text(const pugi::xml_node& element, const char* attribute) {
  return element.attribute(attribute).value();
}

void set(pugi::xml_node element, const char* attribute, const std::string& value) {
  auto its = element.attribute(attribute);
  (its ? its : element.append_attribute(attribute)).set_value(value.c_str());
}

/// What older versions of SimGrid's file say in other words.
void modernize(pugi::xml_document& document) {
  for (const auto& [old, now] :
       {Renamed{"AS", "zone"}, {"ASroute", "zoneRoute"}, {"bypassASroute", "bypassZoneRoute"}})
    for (const auto& found : document.select_nodes(fmt::format("//{}", old).c_str()))
      found.node().set_name(now);
  for (const auto& found : document.select_nodes("//*[@power]"))
    found.node().attribute("power").set_name("speed");
  for (const auto& found : document.select_nodes("//@*[.='FULLDUPLEX']"))
    found.attribute().set_value("SPLITDUPLEX");
  for (const char* silent :
       {"//disk", "//storage", "//storage_type", "//mount", "//host/prop", "//link/prop", "//cluster/prop"})
    for (const auto& found : document.select_nodes(silent)) found.parent().remove_child(found.node());
  for (const auto& found : document.select_nodes("//host/@pstate")) found.parent().remove_attribute("pstate");
}

/// The units that SimGrid reads.
void write_units_of_simgrid(pugi::xml_document& document) {
  for (const PropertyGroup& group : property_groups())
    for (const Property& each : group.properties) {
      if (each.kind != PropertyKind::rate) continue;
      for (const auto& [element, attribute] : each.places)
        for (const auto& place : document.select_nodes(element))
          if (auto its = place.node().attribute(attribute)) its.set_value(simgrid_rate(its.value()).c_str());
    }
}

bool is_ours(const pugi::xml_document& document) {
  if (document.select_node("//cluster[starts-with(@prefix,'memory-')] | //host[starts-with(@id,'memory-')]"))
    return true;
  return std::ranges::all_of(document.select_nodes("//host | //cluster"), [](const pugi::xpath_node& found) {
    const std::string id = attribute_text(found.node(), "id"), node = "node-";
    if (std::string(found.node().name()) == "cluster")
      return attribute_text(found.node(), "prefix") == node && attribute_text(found.node(), "suffix").empty();
    return id.starts_with(node) && number_in<int>(id.substr(node.size())).has_value();
  });
}

/// The new names of hosts.
class HostNames {
 public:
  void add_host(const pugi::xml_node& host) {
    hosts_[attribute_text(host, "id")] = next_;
    set(host, "id", node(next_++));
  }

  void add_cluster(pugi::xml_node cluster) {
    Named named{attribute_text(cluster, "prefix"), attribute_text(cluster, "suffix"), {}, next_};
    named.radicals = read_radicals(attribute_text(cluster, "radical"));
    const int first = next_;
    for (const Radicals& run : named.radicals) next_ += run.count;
    if (next_ > largest_platform)
      throw Error(fmt::format("has {} hosts and more; write at most {}", next_, largest_platform));
    // Routes may name the router as SimGrid does.
    if (!cluster.attribute("router_id"))
      set(cluster, "router_id", named.prefix + attribute_text(cluster, "id") + "_router" + named.suffix);
    set(cluster, "prefix", "node-");
    set(cluster, "suffix", "");
    set(cluster, "radical", fmt::format("{}-{}", first, next_ - 1));
    clusters_.push_back(std::move(named));
  }

  std::string new_name(const std::string& old) const {
    if (const auto place = hosts_.find(old); place != hosts_.end()) return node(place->second);
    for (const Named& cluster : clusters_) {
      const auto& [prefix, suffix, radicals, first] = cluster;
      if (old.size() <= prefix.size() + suffix.size() || !old.starts_with(prefix) || !old.ends_with(suffix))
        continue;
      const auto number =
          number_in<int>(old.substr(prefix.size(), old.size() - prefix.size() - suffix.size()));
      int before = first;
      for (const Radicals& run : radicals) {
        if (number && *number >= run.first && *number < run.first + run.count)
          return node(before + *number - run.first);
        before += run.count;
      }
    }
    return old;
  }

 private:
  struct Named {
    std::string prefix, suffix;
    std::vector<Radicals> radicals;
    int first;
  };

  static std::string node(int number) { return fmt::format("node-{}", number); }

  std::map<std::string, int> hosts_;
  std::vector<Named> clusters_;
  int next_ = 0;
};

void rename_hosts(pugi::xml_document& document) {
  HostNames names;
  for (const auto& found : document.select_nodes("//host | //cluster")) {
    if (std::string(found.node().name()) == "host")
      names.add_host(found.node());
    else
      names.add_cluster(found.node());
  }
  const auto rename = [&](const char* places) {
    for (const auto& found : document.select_nodes(places))
      found.attribute().set_value(names.new_name(found.attribute().value()).c_str());
  };
  rename("//route/@src | //route/@dst");
  rename("//@gw_src | //@gw_dst");
}

pugi::xml_node root_of(const pugi::xml_document& document) {
  return document.child("platform").child("zone");
}

/// Puts the elements of a platform that are to be in its root into a new one.
void enclose(pugi::xml_document& document, const std::string& id) {
  auto platform = document.child("platform");
  std::vector<pugi::xml_node> moved;
  for (const auto& child : platform.children())
    if (child.type() == pugi::node_element && std::string(child.name()) != "config") moved.push_back(child);
  auto root = platform.append_child("zone");
  set(root, "id", id);
  set(root, "routing", "Full");
  for (const auto& each : moved) root.append_move(each);
}

}  // namespace

std::string simgrid_rate(const std::string& text) {
  for (const auto& [ours, its] : {std::pair{"B/s", "Bps"}, {"bit/s", "bps"}, {"b/s", "bps"}, {"bits", "bps"}})
    if (text.ends_with(ours)) return text.substr(0, text.size() - std::string(ours).size()) + its;
  return text;
}

void give_form(pugi::xml_document& document) {
  modernize(document);
  write_units_of_simgrid(document);
  const auto platform = document.child("platform");
  if (platform.child("cluster") && !platform.child("zone"))
    enclose(document, "around-" + attribute_text(platform.child("cluster"), "id"));
  if (!is_ours(document)) rename_hosts(document);
}

void make_room(pugi::xml_document& document) {
  auto inside = root_of(document);
  if (boost::iequals(attribute_text(inside, "routing"), "Full") &&
      !inside.select_node("host | router | route"))
    return;
  enclose(document, "around-" + attribute_text(inside, "id"));
  auto root = root_of(document);
  std::vector<pugi::xml_node> said;
  for (const auto& prop : root.child("zone").children("prop")) {
    const std::string name = attribute_text(prop, "id");
    if (name.starts_with("source.") || name.starts_with("range.") || find_property(name))
      said.push_back(prop);
  }
  for (auto each = said.rbegin(); each != said.rend(); ++each) root.prepend_move(*each);
}

}  // namespace collsim
