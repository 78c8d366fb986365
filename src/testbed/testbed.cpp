#include "testbed/testbed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "support/data_dir.hpp"
#include "support/document.hpp"
#include "support/error.hpp"
#include "support/json.hpp"

namespace collsim {
namespace {

using nlohmann::json;

constexpr std::size_t most_hosts = 200;  // addresses have one byte for the host
constexpr std::size_t longest_name = 32;
constexpr double least_rate = 1e5;  // a packet of 1500 bytes takes 120 ms
constexpr double largest_rate = 1e11;

/// What names of hosts and files become part of: namespaces, and commands that a shell reads.
void check_name(const std::string& name, const std::string& of) {
  const auto allowed = [](const char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  };
  if (name.empty() || name.size() > longest_name || name.front() == '-' ||
      !std::ranges::all_of(name, allowed))
    throw Error(fmt::format("'{}' cannot be the name of {}; right would be up to {} letters, digits, - and _",
                            name, of, longest_name));
}

double rate_at(const json& value, const std::string& pointer, const Origin& origin) {
  return origin.placed(pointer, [&] {
    if (!value.is_string()) throw Error("is no text; right would be a rate such as \"50Mbit/s\"");
    return parse_bit_rate(value.get<std::string>());
  });
}

/// Adds a switch and all below it.
void add_switch(const json& part, int parent, const std::string& pointer, const Origin& origin,
                Testbed& testbed) {
  const int number = static_cast<int>(testbed.switches.size());
  const double uplink = parent < 0 ? 0 : rate_at(part["uplink"], below(pointer, "uplink"), origin);
  testbed.switches.push_back({parent, uplink});
  const json hosts = part.value("hosts", json::object()), switches = part.value("switches", json::array());
  for (const auto& [key, rate] : hosts.items()) {
    const std::string& name = key;  // C++20 lets lambdas capture bindings, clang 14 does not
    const std::string place = below(below(pointer, "hosts"), name);
    origin.placed(place, [&] {
      check_name(name, "a host");
      for (const auto& host : testbed.hosts)
        if (host.name == name)
          throw Error(fmt::format("two hosts are called '{}'; right would be another name", name));
    });
    testbed.hosts.push_back({name, number, rate_at(rate, place, origin)});
  }
  for (std::size_t i = 0; i < switches.size(); ++i)
    add_switch(switches[i], number, below(below(pointer, "switches"), std::to_string(i)), origin, testbed);
}

/// The hosts in the order of their ranks.
std::vector<Testbed::Host> ranked(const json& ranks, std::vector<Testbed::Host> hosts, const Origin& origin) {
  std::vector<Testbed::Host> order;
  std::vector<std::string> names;
  for (const auto& host : hosts) names.push_back(host.name);
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    const std::string name = ranks[rank];
    const auto place = std::ranges::find(hosts, name, &Testbed::Host::name);
    if (place == hosts.end()) {
      const bool known = std::ranges::find(names, name) != names.end();
      origin.fail(below("/ranks", std::to_string(rank)),
                  known ? fmt::format("'{}' has a rank already; right would be each host once", name)
                        : fmt::format("no host is called '{}'{}", name, suggestion(name, names)));
    }
    order.push_back(*place);
    hosts.erase(place);
  }
  if (!hosts.empty())
    origin.fail("/ranks",
                fmt::format("the host '{}' has no rank; right would be each host once", hosts.front().name));
  return order;
}

}  // namespace

double parse_bit_rate(const std::string& text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, failure] = std::from_chars(text.data(), end, number);
  const std::string unit(rest, end);
  const double factor = unit == "kbit/s" ? 1e3 : unit == "Mbit/s" ? 1e6 : unit == "Gbit/s" ? 1e9 : 0;
  const double rate = number * factor;
  if (failure != std::errc() || !(rate >= least_rate && rate <= largest_rate))
    throw Error(
        fmt::format("'{}' is no rate of a link; right would be 100kbit/s to 100Gbit/s, such as "
                    "50Mbit/s",
                    text));
  return rate;
}

Testbed Testbed::parse(const std::string& text, const std::string& file) {
  const Origin origin{file};
  const json document = parse_json(text, origin);
  check_schema(document, origin, load_schema("platforms/testbed_schema.json"));
  Testbed testbed{.name = std::filesystem::path(file).stem().string(),
                  .title = document["title"],
                  .switches = {},
                  .hosts = {}};
  origin.placed("", [&] { check_name(testbed.name, "a testbed's file"); });
  add_switch(document["root"], -1, "/root", origin, testbed);
  if (testbed.hosts.size() > most_hosts)
    origin.fail("/root",
                fmt::format("has {} hosts; right would be at most {}", testbed.hosts.size(), most_hosts));
  testbed.hosts = ranked(document["ranks"], std::move(testbed.hosts), origin);
  return testbed;
}

Testbed Testbed::load(const std::string& name_or_file) {
  const std::vector<std::string> names = data_names("platforms/testbeds", ".json");
  const bool named = std::ranges::find(names, name_or_file) != names.end();
  if (!named && name_or_file.find('/') == std::string::npos && !name_or_file.ends_with(".json"))
    throw DocumentError(name_or_file, "", "no such testbed" + suggestion(name_or_file, names));
  const std::string file =
      named ? (data_dir() / "platforms" / "testbeds" / (name_or_file + ".json")).string() : name_or_file;
  return parse(read_document(file, "a testbed's JSON file"), file);
}

int Testbed::packets() const {
  constexpr double seconds = 250e-6, bits = 8;
  const double slowest = std::ranges::min(hosts, {}, &Host::rate).rate;
  return std::max(1, static_cast<int>(slowest * seconds / (bits * packet)));
}

}  // namespace collsim
