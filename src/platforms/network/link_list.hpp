#pragma once

#include <map>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include "platforms/network/full_zone.hpp"

namespace collsim::network {

/// The <link>s of a platform file, by name.
class LinkList {
 public:
  /// Fills `links`. Throws Error.
  LinkList(const pugi::xml_node& platform, std::vector<Link>& links);

  /// What the <link_ctn>s of a <route> or <zoneRoute> name, or the way back. Throws Error.
  std::vector<int> of_route(const pugi::xml_node& route, bool back) const;
  /// The link leads from a host of a Full zone to itself unless a <route> says otherwise. Only files with hosts have it.
  int loopback() const { return loopback_; }

 private:
  void add(const pugi::xml_node& link, std::vector<Link>& links);
  int number(const pugi::xml_node& link_ctn, bool back) const;

  std::map<std::string, int> by_name_, split_;  ///< split: the way up; the way down is the next
  int loopback_ = -1;
};

/// What links are called whose names begin alike and lead the same way: "trunk up" of trunk-0-1_UP.
std::string class_name(const std::string& link);

}  // namespace collsim::network
