#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "support/error.hpp"

namespace collsim {

/// A platform file that cannot be used: file, line where known, what would be right.
struct PlatformError : Error {
  PlatformError(const std::string& file, long line, const std::string& what);
};

/// How near two ranks are: in one memory domain of a node, in two domains of a node, or on two nodes.
enum class Level { domain, node, network };
constexpr std::size_t level_count = 3;

/// Bytes that SMPI adds to every message.
constexpr double smpi_envelope = 16;

/// A modeled machine: a SimGrid XML file whose root zone's <prop>s hold what SimGrid has no word for.
/// platforms/README.md tells the naming of hosts and the sources that every number needs, property_groups() the properties.
class Platform {
 public:
  /// `name_or_path`: a name of the platforms directory (star) or a file. Overrides as in a scenario:
  /// {"link.bandwidth": "x2"}. Throws PlatformError.
  static Platform load(const std::string& name_or_path,
                       const std::map<std::string, std::string>& overrides = {});

  const std::string& name() const { return name_; }
  const std::string& file() const { return file_; }
  const std::string& title() const { return title_; }
  /// The XML with the overrides applied: what SimGrid loads, and what a stored result depends on.
  const std::string& xml() const { return xml_; }
  const std::map<std::string, std::string>& overrides() const { return overrides_; }
  int nodes() const { return nodes_; }
  int cores() const { return cores_; }                           ///< per node
  int domains() const { return domains_; }                       ///< memory domains per node
  double memory_bandwidth() const { return memory_bandwidth_; }  ///< of a domain, bytes per second
  double overhead(Level level = Level::network) const;  ///< seconds of the receiver's software per message
  /// Names one of network_models(): how the fast engine takes the network if nobody says.
  std::string network() const { return text("network"); }

  /// What the file says of one of the properties (property_groups()), else what holds without it, in SI units; 0 where
  /// that is nothing. `bytes`: for vectors or messages of so many. Throws Error if there is no such property.
  double number(const std::string& property, std::int64_t bytes = 0) const;
  /// Gives one that is a text; empty where there is none.
  std::string text(const std::string& property) const;
  /// Whether the file says something of it itself, for all sizes.
  bool has(const std::string& property) const { return properties_.contains(property); }

  /// Bytes per second on one undisturbed rank, for a call on vectors of `vector_bytes`. Throw PlatformError
  /// if the file names none.
  double combine_rate(const std::string& op_class, const std::string& type, std::int64_t vector_bytes) const;
  double copy_rate(std::int64_t vector_bytes) const;

  /// All <prop>s of the root zone, with the overrides applied.
  const std::map<std::string, std::string>& properties() const { return properties_; }
  /// SimGrid's settings in the file's <config>.
  const std::map<std::string, std::string>& settings() const { return settings_; }
  /// Every number of the file by its name, as the file has it: value and "STATUS: text".
  const std::map<std::string, std::pair<std::string, std::string>>& numbers() const { return numbers_; }

 private:
  std::string name_, file_, title_, xml_;
  int nodes_ = 0, cores_ = 1, domains_ = 1;
  double memory_bandwidth_ = 0;
  std::map<std::string, std::string> overrides_, properties_, settings_;
  std::map<std::string, std::pair<std::string, std::string>> numbers_;
};

/// Names of the platforms that come with collsim, sorted.
std::vector<std::string> platform_names();

}  // namespace collsim
