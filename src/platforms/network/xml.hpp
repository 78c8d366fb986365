#pragma once

#include <initializer_list>
#include <pugixml.hpp>
#include <string>
#include <utility>

namespace collsim::network {

/// A new element with these attributes, the last inside `parent`.
inline pugi::xml_node append(pugi::xml_node parent, const char* element,
                             std::initializer_list<std::pair<const char*, std::string>> attributes) {
  auto made = parent.append_child(element);
  for (const auto& [name, value] : attributes) made.append_attribute(name).set_value(value.c_str());
  return made;
}

}  // namespace collsim::network
