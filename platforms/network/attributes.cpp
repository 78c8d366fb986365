#include "platforms/network/attributes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "algorithms/error.hpp"
#include "platforms/quantity.hpp"

namespace collsim::network {

void check_element(const pugi::xml_node& element, std::initializer_list<const char*> attributes,
                   std::initializer_list<const char*> children) {
  const auto complain = [&](const std::string& what, const std::vector<std::string>& known) {
    throw Error(fmt::format(
        "<{}{}> has {}, which the fast engine cannot model; it knows {}", element.name(),
        element.attribute("id") ? fmt::format(" id=\"{}\"", element.attribute("id").value()) : std::string(),
        what, fmt::join(known, " ")));
  };
  const std::vector<std::string> names(attributes.begin(), attributes.end());
  for (const auto& attribute : element.attributes())
    if (std::ranges::find(names, attribute.name()) == names.end())
      complain(fmt::format("the attribute '{}'", attribute.name()), names);
  const std::vector<std::string> inside(children.begin(), children.end());
  for (const auto& child : element.children())
    if (child.type() == pugi::node_element && std::ranges::find(inside, child.name()) == inside.end())
      complain(fmt::format("<{}>", child.name()), inside);
}

double quantity(const pugi::xml_node& element, const std::string& attribute) {
  try {
    return parse_quantity(element.attribute(attribute.c_str()).value());
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
