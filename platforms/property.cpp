#include "platforms/property.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/algorithm/string/erase.hpp>
#include <cmath>
#include <set>
#include <vector>

#include "algorithms/facts/operand.hpp"
#include "platforms/quantity.hpp"
#include "support/error.hpp"
#include "support/human.hpp"

namespace collsim {
namespace {

const std::string combine = "combine.";

/// Properties that may depend on the size of the vectors.
std::vector<std::string> rates() {
  std::set<std::string> names = {"arrival", "copy", "exchange", "fresh", "message", "overhead", "trimmed"};
  for (const auto& op : operand_ops()) names.insert(combine + op.op_class);
  return {names.begin(), names.end()};
}

bool is_count(const std::string& name) {
  return name == "cores" || name == "tcp.cores" || name == "tcp.packets" || name == "cores.effective" ||
         name.starts_with("memory.domains");
}

bool is_size(const std::string& name) {
  static const std::set<std::string> sizes = {"memory.cache", "envelope",    "page",      "tcp.eager",
                                              "tcp.header",   "tcp.segment", "tcp.window"};
  return sizes.contains(name);
}

/// Throws Error for a unit that is not of what the number is, and for none.
void check_unit(const std::string& name, const std::string& text, Units units) {
  if (is_size(name)) return;
  const auto wanted = [&](const char* right) { throw Error(fmt::format("'{}' should be {}", text, right)); };
  if (is_count(name)) {
    if (text.find_first_not_of("0123456789.") != std::string::npos) wanted("a number without unit");
    return;
  }
  const auto [number, dimension] = read_quantity(text);
  if (units == Units::simgrid && text.find(' ') != std::string::npos)
    throw Error(fmt::format("'{}' has a blank, which SimGrid does not read; right would be '{}'", text,
                            boost::algorithm::erase_all_copy(text, " ")));
  if (dimension == Dimension::none && units == Units::simgrid && std::isfinite(number)) return;
  if (dimension_of(name) == Dimension::time) {
    if (dimension == Dimension::none && number != 0)
      static_cast<void>(parse_seconds(text));  // which complains
    if (dimension != Dimension::time && dimension != Dimension::none) wanted("a time such as 1.5us");
  } else if (dimension != Dimension::rate && !(name == "memory.bandwidth" && dimension == Dimension::speed)) {
    wanted("a rate such as 480MBps");
  }
}

bool among(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void check_property(const std::string& name) {
  const auto at = name.find('@');
  std::string base = name.substr(0, at);
  const auto type = base.find('.', combine.size());
  if (base.starts_with(combine) && type != std::string::npos) {
    static_cast<void>(operand_type(base.substr(type + 1)));
    base.resize(type);
  }
  std::vector<std::string> known = rates();
  if (among(known, base)) return;
  for (const char* other : {"address",
                            "address.nodes",
                            "address.parts",
                            "address.torus",
                            "calibrated.cells",
                            "calibrated.numbers",
                            "collective_network.bandwidth",
                            "collective_network.latency",
                            "cores.effective",
                            "domains.latency",
                            "eager.copy",
                            "envelope",
                            "flag.latency",
                            "flag.transfer",
                            "gap",
                            "memory.cache",
                            "memory.domains",
                            "network",
                            "overhead.domain",
                            "overhead.node",
                            "page",
                            "page.copy",
                            "page.fault",
                            "page.map",
                            "page.unmap",
                            "placement",
                            "quantum",
                            "routing",
                            "send_overhead",
                            "tcp.acknowledge",
                            "tcp.cores",
                            "tcp.eager",
                            "tcp.forward",
                            "tcp.hand_over",
                            "tcp.header",
                            "tcp.packets",
                            "tcp.poll",
                            "tcp.receive",
                            "tcp.rest",
                            "tcp.segment",
                            "tcp.window",
                            "title"})
    known.emplace_back(other);
  if (!among(known, base)) throw Error("unknown property '" + name + "'" + suggestion(base, known));
  if (at != std::string::npos)
    throw Error("property '" + name + "' does not depend on a size; right would be '" + base + "'");
}

Dimension dimension_of(const std::string& name) {
  static const std::set<std::string> times = {"quantum",       "send_overhead", "gap",
                                              "flag.transfer", "tcp.rest",      "tcp.forward",
                                              "tcp.receive",   "tcp.poll",      "tcp.acknowledge"};
  if (times.contains(name) || name.ends_with("latency") || name.starts_with("overhead") ||
      name.starts_with("page."))
    return Dimension::time;
  return is_size(name) || is_count(name) ? Dimension::none : Dimension::rate;
}

double number_of(const std::string& name, const std::string& text, Units units) {
  check_unit(name, text, units);
  if (const auto at = name.find('@'); at != std::string::npos)
    static_cast<void>(parse_bytes(name.substr(at + 1)));
  const double number = is_size(name) ? parse_bytes(text) : parse_quantity(text);
  if ((name == "memory.domains" || name == "cores") && number != std::floor(number))
    throw Error(fmt::format("'{}' is not a whole number", text));
  if (!std::isfinite(number) || number > (is_count(name) ? 1e6 : 1e21))
    throw Error(fmt::format("'{}' is too large", text));
  const bool may_be_nothing = dimension_of(name) == Dimension::time || name == "envelope";
  if (number < 0 || (number < 1e-18 && !(may_be_nothing && number == 0)))
    throw Error(fmt::format("'{}' is too small", text));
  return number;
}

bool is_text(const std::string& name) {
  return name == "title" || name == "network" || name == "routing" || name == "placement" ||
         name.starts_with("address") || name.starts_with("calibrated.") || name.starts_with("range.");
}

bool is_measure(const std::string& name) {
  return !is_text(name) && !is_count(name) && name != "nodes" && name != "topology";
}

}  // namespace collsim
