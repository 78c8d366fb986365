#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "algorithms/error.hpp"

namespace collsim {

/// A platform file that cannot be used: file, line where known, what would be right.
struct PlatformError : Error {
  PlatformError(const std::string& file, long line, const std::string& what);
};

/// A modeled machine: a SimGrid XML file whose root zone's <prop>s hold what SimGrid has no word for.
///
/// Hosts: node i is the host `node-i` (its `core` attribute: cores per node); the memory of its domain d is
/// the host `memory-(i * domains + d)`, whose speed is the memory bandwidth (1 flop = 1 byte). Properties
/// (bytes per second unless said otherwise; `NAME@SIZE` replaces NAME for vectors of SIZE bytes and more):
///   title                    what machine this is, in a line
///   combine.CLASS[.TYPE]     rate at which a rank combines two vectors, by operator class and type
///   copy                     rate at which a rank copies a vector
///   message                  rate of a message within a node, where memory and not the loopback link limits
///   it memory.domains           memory hosts per node (default 1) cores.effective          cores' worth of
///   work that a node does when it has more ranks than cores (simultaneous
///                            multithreading makes it more than its cores; default: its cores)
///   overhead                 seconds of software per message, spent by its receiver (default 0)
///   quantum                  seconds that a polling rank holds a core it shares (default 0)
///   source.X                 where the number X comes from, "STATUS: text"; every number of the file needs
///   one, X being
///                            its property, or link.bandwidth, link.latency, loopback.bandwidth,
///                            loopback.latency, memory.bandwidth, cores for the attributes of the clusters
///                            and links
/// SimGrid's own settings stand in <config>, smpi/bw-factor "0:F" for the share F of a link that one flow can
/// fill; they need a source, too. STATUS: published, secondary, derived, estimate, calibrated (the text says
/// from which published figures) or chosen. Overrides name a property or one of those attributes, and give a
/// new value ("4GBps") or a factor ("x2").
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
  int nodes() const { return nodes_; }
  int cores() const { return cores_; }      ///< per node
  int domains() const { return domains_; }  ///< memory domains per node
  double effective_cores() const;
  double overhead() const;  ///< seconds
  double quantum() const;   ///< seconds

  /// Bytes per second on one undisturbed rank, for a call on vectors of `vector_bytes`. Throw PlatformError
  /// if the file names none.
  double combine_rate(const std::string& op_class, const std::string& type, std::int64_t vector_bytes) const;
  double copy_rate(std::int64_t vector_bytes) const;
  /// Of a message within a node; 0 where the loopback link alone carries it.
  double message_rate(std::int64_t vector_bytes) const;

  /// SimGrid's settings in the file's <config>.
  const std::map<std::string, std::string>& settings() const { return settings_; }
  /// Every property, for `collsim show` and for reports.
  const std::map<std::string, std::string>& properties() const { return properties_; }

 private:
  double rate(const std::string& property, std::int64_t vector_bytes) const;

  std::string name_, file_, title_, xml_;
  int nodes_ = 0, cores_ = 1, domains_ = 1;
  std::map<std::string, std::string> properties_, settings_;
};

/// Names of the platforms that come with collsim, sorted.
std::vector<std::string> platform_names();

}  // namespace collsim
