#pragma once

#include <string>
#include <vector>

namespace collsim {

/// Hosts that are network namespaces of this machine, joined by a tree of switches; platforms/testbed_schema.json is its format.
struct Testbed {
  struct Switch {
    int parent;     ///< number of the switch that the uplink leads to; -1: the root
    double uplink;  ///< bits per second, either way; 0 of the root
  };
  struct Host {
    std::string name;
    int at;       ///< number of its switch
    double rate;  ///< bits per second, either way
  };

  /// Packets that a host sends as one piece: as many as the slowest host's link passes in a quarter of a millisecond, and one at
  /// least. The machine works as long for a piece of several packets as for one.
  int packets() const;
  static constexpr double packet = 1514;  ///< bytes, Ethernet's header included

  /// Seconds of a link's rate for which its bucket holds tokens. A timer that fires so much later costs the link nothing.
  static constexpr double rest = 0.65e-3;

  /// Bytes that a TCP connection between two hosts has under way at most.
  static constexpr int receive_window = 128 << 10;

  std::string name;  ///< of the file, without folder and extension
  std::string title;
  std::vector<Switch> switches;  ///< the root first, each after its parent
  std::vector<Host> hosts;       ///< hosts[r] is that of rank r

  /// Throws DocumentError.
  static Testbed parse(const std::string& text, const std::string& file);
  /// A file, or the name of one of platforms/testbeds/. Throws DocumentError.
  static Testbed load(const std::string& name_or_file);

  /// The namespaces: one with all switches, and one for each host.
  std::string switches_namespace() const { return "collsim." + name; }
  std::string namespace_of(const Host& host) const { return switches_namespace() + "." + host.name; }
};

/// A rate in bits per second: "50Mbit/s"; kbit/s, Mbit/s and Gbit/s are known. Throws Error.
double parse_bit_rate(const std::string& text);

}  // namespace collsim
