#pragma once

#include <string>
#include <vector>

#include "platforms/quantity.hpp"

namespace collsim {

/// What the value of a property is.
enum class PropertyKind {
  text,
  shape,  ///< which hosts there are, as the file's clusters write it
  count,
  whole,  ///< a count without a fraction
  size,
  time,
  rate,
  speed  ///< a rate that SimGrid takes in flop/s, of which one is a byte
};

/// Whether a property may say NAME@SIZE, for vectors or messages of SIZE bytes and more.
enum class BySize { never, also, only };

/// One thing that a platform's file may say of its machine: what it is called, and all that follows from that.
struct Property {
  /// An attribute that says it, in the elements that an XPath finds.
  struct XmlPlace {
    const char* element;
    const char* attribute;
  };

  /// combine.CLASS stands for a name for each class of operators, and for each of these and a type; level.NAME for one for each
  /// level.
  std::string name;
  PropertyKind kind = PropertyKind::text;
  std::string meaning;
  std::string otherwise =
      {};  ///< a file's value without it, or another property that says it then; empty: none, or 0
  std::string without = {};  ///< what that means, where `otherwise` does not tell
  BySize by_size = BySize::never;
  bool may_be_zero = false;           ///< times always may
  std::vector<XmlPlace> places = {};  ///< none: a <prop> of the root zone says it
};

struct PropertyGroup {
  std::string title;
  std::vector<Property> properties;
};

/// All that there are: whatever reads, checks, changes or lists properties takes them from here.
const std::vector<PropertyGroup>& property_groups();

/// The property of this name, which may bear a size, a class and a type; null if there is none.
const Property* find_property(const std::string& name);

/// Gives the property. Throws Error with the nearest names.
const Property& property(const std::string& name);

/// Throws Error with the nearest names unless the root zone of a platform can have a <prop> of this name, sources left
/// aside.
void check_property(const std::string& name);

/// Who gives a number its unit.
enum class Units {
  ours,    ///< properties, overrides and ranges: what has a unit bears it, unless it is 0
  simgrid  ///< attributes of a file: numbers without one are in seconds, bytes per second or flop/s, and none stands after a blank
};

/// The value of the number called `name`, a property or an attribute. Throws Error if it is none, too small or too large.
double number_of(const std::string& name, const std::string& text, Units units = Units::ours);

/// The value of a text that number_of() takes, in SI units.
double value_of(const Property& property, const std::string& text);

/// What the number is of; none of sizes and counts.
Dimension dimension_of(const std::string& name);

/// Whether a <prop> is neither a number nor in need of a source: a text, a range or a source.
bool is_text(const std::string& name);

/// Whether the number is a time, a rate or a size, which a factor can change.
bool is_measure(const std::string& name);

/// All properties, for people: a page in Markdown, which is docs/reference/properties.md.
std::string properties_page();

}  // namespace collsim
