#pragma once

#include <map>
#include <pugixml.hpp>
#include <set>
#include <string>
#include <vector>

#include "platforms/property.hpp"

namespace collsim {

/// The XML of a platform file while it is being read: every complaint is a PlatformError that names the file
/// and, where known, the line.
class PlatformFile {
 public:
  /// What SimGrid wrote otherwise has the form of platforms/README.md at once.
  explicit PlatformFile(std::string file);
  /// Reads a text that is in no file yet, which will be called so.
  PlatformFile(std::string file, const std::string& text);

  /// Adds what the file leaves out, marked as assumed and with its range: typical numbers (typical_numbers()), but those of
  /// `left_out` machines; and sources, "given". Nothing where the file's `unsaid` is `nothing`. Returns the names of the
  /// numbers added.
  std::vector<std::string> complete(const std::set<std::string>& left_out = {});
  /// Takes SimGrid's own settings, and what smpirun charges besides: nothing.
  void take_smpi_defaults();
  /// Adds one number: a <prop> of the root with its source and its range, if that is not empty.
  void add(const std::string& name, const std::string& value, const std::string& source,
           const std::string& range = {});
  /// Adds a setting to <config>.
  void add_setting(const std::string& name, const std::string& value, const std::string& source);

  [[noreturn]] void complain(long line, const std::string& what) const;
  [[noreturn]] void complain(const pugi::xml_node& where, const std::string& what) const;

  std::map<std::string, std::string> properties() const;  ///< of the root zone
  std::map<std::string, std::string> settings() const;    ///< of <config>
  /// Properties, settings and attributes have these values, all of them where the file's clusters and links differ.
  std::map<std::string, std::string> values() const;
  /// The names that need a source, sorted: attributes, settings and properties.
  std::vector<std::string> numbers() const;

  /// Every property must have a meaning, and every number be one and say where it comes from; nodes must be alike and
  /// have memory. All that is wrong is one complaint.
  void check() const;
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

  /// All, or those that say one property.
  std::vector<Attribute> attributes(const std::string& name = "") const;
  /// Gives a torus other sides, "4,4,4" or "4x4x4"; false where there is none.
  bool reshape(const std::string& given);
  void read(const std::string& text);
  void add_loopbacks();
  void add_memory(const std::set<std::string>& left_out);
  /// Whether it says the number, for whatever sizes, or one that holds instead.
  bool says(const std::string& name) const;
  bool says_within_nodes(const std::string& attribute, double limit) const;
  void check_name(const pugi::xml_node& prop, const std::vector<std::string>& sources) const;
  void check_source(const std::string& source, const std::map<std::string, std::string>& known) const;
  void check_hosts() const;
  void check_range(const pugi::xml_node& prop) const;
  void check_number(const pugi::xml_node& where, const std::string& name, const std::string& text,
                    Units units) const;
  std::string changed(const std::string& name, const std::string& old_value, const std::string& value) const;
  std::vector<std::string> overridable() const;
  void check_depth() const;

  std::string file_;
  bool as_smpirun_ = false;
  std::string text_;
  pugi::xml_document document_;
  pugi::xml_node root_;
};

}  // namespace collsim
