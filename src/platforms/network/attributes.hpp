#pragma once

#include <initializer_list>
#include <pugixml.hpp>
#include <string>

namespace collsim::network {

/// Throws Error naming what `element` has besides these attributes and children: it would change the network
/// in a way that is not modeled.
void check_element(const pugi::xml_node& element, std::initializer_list<const char*> attributes,
                   std::initializer_list<const char*> children);

/// Returns bytes per second or seconds. Throws Error, also if there is no such attribute.
double quantity(const pugi::xml_node& element, const std::string& attribute);
/// 0 if there is no such attribute.
double optional_quantity(const pugi::xml_node& element, const std::string& attribute);

enum class Policy { shared, fatpipe, split };
/// Throws Error for others, such as WIFI.
Policy policy(const pugi::xml_node& element, const char* attribute, const char* fallback);

}  // namespace collsim::network
