#pragma once

#include <map>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include "platforms/property.hpp"

namespace collsim {

/// The XML of a platform file while it is being read: every complaint is a PlatformError that names the file
/// and, where known, the line.
class PlatformFile {
 public:
  explicit PlatformFile(std::string file);

  [[noreturn]] void complain(long line, const std::string& what) const;
  [[noreturn]] void complain(const pugi::xml_node& where, const std::string& what) const;

  std::map<std::string, std::string> properties() const;  ///< of the root zone
  std::map<std::string, std::string> settings() const;    ///< of <config>
  /// Properties, settings and attributes have these values, all of them where the file's clusters and links differ.
  std::map<std::string, std::string> values() const;
  /// These names need a source, sorted: attributes, settings and properties.
  std::vector<std::string> numbers() const;

  /// Every property must have a meaning, and every number be one and say where it comes from.
  void check_numbers() const;
  void override_with(const std::string& name, const std::string& value);

  /// Nodes or memory hosts: hosts and members of clusters whose names start with `prefix`.
  int count_hosts(const std::string& prefix) const;
  int cores() const;                ///< per node
  double memory_bandwidth() const;  ///< of a memory host, bytes per second
  std::string xml() const;

 private:
  /// An attribute that says a property, such as link.bandwidth.
  struct Attribute {
    const Property* property;
    pugi::xml_node element;
    pugi::xml_attribute attribute;
  };

  std::vector<Attribute> attributes() const;
  std::vector<Attribute> attributes(const std::string& name) const;
  /// Gives a torus other sides, "4,4,4" or "4x4x4"; false where there is none.
  bool reshape(const std::string& given);
  void check_names() const;
  void check_range(const pugi::xml_node& prop) const;
  void check_number(const pugi::xml_node& where, const std::string& name, const std::string& text,
                    Units units) const;
  std::string changed(const std::string& name, const std::string& old_value, const std::string& value) const;
  std::vector<std::string> overridable() const;
  void check_depth() const;

  std::string file_;
  std::string text_;
  pugi::xml_document document_;
  pugi::xml_node root_;
};

}  // namespace collsim
