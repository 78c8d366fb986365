#include "platforms/network/attributes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "platforms/quantity.hpp"
#include "support/error.hpp"

namespace collsim::network {

void check_element(const pugi::xml_node& element, std::initializer_list<const char*> attributes,
                   std::initializer_list<const char*> children) {
  const auto check = [&](const std::string& name, const char* what, const auto& known) {
    if (std::ranges::find(known, name) != known.end()) return;
    std::string names;
    for (const char* one : known) names += std::string(" ") + one;
    const std::string id = element.attribute("id").value();
    throw Error(fmt::format("<{}>{} has the {} '{}', which the fast engine cannot model; it knows{}",
                            element.name(), id.empty() ? "" : " '" + id + "'", what, name, names));
  };
  for (const auto& attribute : element.attributes()) check(attribute.name(), "attribute", attributes);
  for (const auto& child : element.children())
    if (child.type() == pugi::node_element) check(child.name(), "element", children);
}

double quantity(const pugi::xml_node& element, const std::string& attribute) {
  try {
    const double number = parse_quantity(element.attribute(attribute.c_str()).value());
    if (!std::isfinite(number) || number < 0) throw Error("is out of range; write a number from 0 on");
    return number;
  } catch (const Error& error) {
    throw Error(fmt::format("{} of '{}': {}", attribute, element.attribute("id").value(), error.what()));
  }
}

double optional_quantity(const pugi::xml_node& element, const std::string& attribute) {
  return element.attribute(attribute.c_str()).empty() ? 0 : quantity(element, attribute);
}

Policy policy(const pugi::xml_node& element, const char* attribute, const char* fallback) {
  const std::string text = element.attribute(attribute).as_string(fallback);
  if (text == "SHARED") return Policy::shared;
  if (text == "FATPIPE") return Policy::fatpipe;
  if (text == "SPLITDUPLEX" || text == "FULLDUPLEX") return Policy::split;
  throw Error(
      fmt::format("{} of '{}' is '{}', which the fast engine cannot model; it knows SHARED, SPLITDUPLEX "
                  "and FATPIPE",
                  attribute, element.attribute("id").value(), text));
}

}  // namespace collsim::network
