#include "evidence/calibration/platform_xml.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "platforms/platform.hpp"
#include "support/error.hpp"
#include "support/xml_text.hpp"

namespace collsim {
namespace {

std::string property(const std::string& name, const std::string& value, const std::string& source) {
  const std::string told = fmt::format("    <prop id=\"source.{}\" value=\"{}\"/>\n", name, source);
  return value.empty() ? told : fmt::format("    <prop id=\"{}\" value=\"{}\"/>\n", name, value) + told;
}

/// Everything but hosts and links, for machines of this many ranks. `unsaid`: what holds of numbers that it leaves out.
std::string head(const std::string& name, const std::string& title, const std::string& bandwidth_source,
                 int ranks, const Calibration& calibration, const std::string& network,
                 const std::string& unsaid) {
  const std::string run = fmt::format("rows {}", calibration.digest.substr(0, 12));
  const std::string eager_in_smpi = std::to_string(std::min(calibration.eager, calibration.buffered));
  std::string factors;  // of sizes on the wire
  for (const auto& [above, factor] : calibration.latency_factors)
    factors += fmt::format(";{}:{}", static_cast<double>(above) + smpi_envelope, factor);
  if (!factors.empty() || unsaid != "nothing")  // no factor is an answer, too
    factors = fmt::format("    <prop id=\"smpi/lat-factor\" value=\"0:1{}\"/>\n", factors);
  std::string text = fmt::format(
      "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
      "<platform version=\"4.1\">\n  <config>\n    <prop id=\"smpi/async-small-thresh\" value=\"{}\"/>\n"
      "    <prop id=\"smpi/send-is-detached-thresh\" value=\"{}\"/>\n{}  </config>\n"
      "  <zone id=\"{}\" routing=\"Full\">\n    <prop id=\"title\" value=\"{}\"/>\n    <prop id=\"unsaid\" "
      "value=\"{}\"/>\n    <prop id=\"network\" value=\"{}\"/>\n",
      eager_in_smpi, calibration.buffered, factors, name, xml_text(title), unsaid, network);
  text += property(
      "smpi/async-small-thresh", "",
      fmt::format("calibrated: this run, messages that were there when their receiver asked for them, no "
                  "longer than what is buffered; {}",
                  run));
  text += property("smpi/send-is-detached-thresh", "",
                   fmt::format("calibrated: this run, what MPI_Send did not wait for; {}", run));
  text += property(
      "tcp.eager", std::to_string(calibration.eager + 1),
      fmt::format("calibrated: this run, messages that were there when their receiver asked for them; {}",
                  run));
  if (calibration.rest > 0)
    text += property(
        "tcp.rest", fmt::format("{}s", calibration.rest),
        fmt::format("calibrated: this run, what a ping-pong of 16 KiB is ahead of latency and rate; {}",
                    run));
  text += property("link.bandwidth", "", bandwidth_source + "; " + run);
  text += property(
      "link.latency", "",
      fmt::format(
          "calibrated: this run, rounds of 8 B with {} ranks at it less the sender's own time, half on the "
          "link of either host; {}",
          ranks, run));
  if (!factors.empty())
    text += property(
        "smpi/lat-factor", "",
        fmt::format(
            "calibrated: this run, ping-pongs of 512 B to 16 KiB less their bytes at the link's rate; {}",
            run));
  text += property("send_overhead", fmt::format("{}s", calibration.overhead),
                   fmt::format("calibrated: this run, MPI_Send of 8 B; {}", run));
  text += property("memory.bandwidth", "", "chosen: no limit; a node has one rank, which its rates bound");
  for (const auto& [rate, by_load] : calibration.rates)
    text += property(rate, fmt::format("{}Bps", by_load.at_load(ranks)),
                     fmt::format("calibrated: this run, {} ranks at it; {}", ranks, run));
  return text;
}

std::string host_link(std::size_t rank) {
  return fmt::format("host-{}", rank);
}
std::string uplink(int number) {
  return fmt::format("uplink-{}", number);
}

std::string link(const std::string& id, double rate, double latency) {
  return fmt::format(
      "    <link id=\"{}\" bandwidth=\"{}Bps\" latency=\"{}s\" sharing_policy=\"SPLITDUPLEX\"/>\n", id, rate,
      latency);
}

/// The switches from this one up to the root.
std::vector<int> way_up(const Testbed& testbed, int number) {
  std::vector<int> way;
  for (; number >= 0; number = testbed.switches[static_cast<std::size_t>(number)].parent)
    way.push_back(number);
  return way;
}

/// Up to the first switch that both hosts are below, and down.
std::string route(const Testbed& testbed, std::size_t from, std::size_t to) {
  auto up = way_up(testbed, testbed.hosts[from].at), down = way_up(testbed, testbed.hosts[to].at);
  while (up.size() > 1 && down.size() > 1 && up[up.size() - 2] == down[down.size() - 2])
    up.pop_back(), down.pop_back();
  up.pop_back();
  down.pop_back();
  const auto step = [](const std::string& id, const char* direction) {
    return fmt::format("<link_ctn id=\"{}\" direction=\"{}\"/>", id, direction);
  };
  std::string text = fmt::format("    <route src=\"node-{}\" dst=\"node-{}\">", from, to);
  text += step(host_link(from), "UP");
  for (const int number : up) text += step(uplink(number), "UP");
  for (const int number : std::vector<int>(down.rbegin(), down.rend())) text += step(uplink(number), "DOWN");
  return text + step(host_link(to), "DOWN") + "</route>\n";
}

}  // namespace

std::string platform_xml(const Testbed& testbed, const Calibration& calibration) {
  if (calibration.nominal <= 0)
    throw Error(
        "the calibration was not made on a testbed, so that nobody knows what its links can do; right would "
        "be "
        "collsim calibrate --testbed FILE");
  const double share = calibration.bandwidth / calibration.nominal;  // bytes per bit of the rate
  const int ranks = static_cast<int>(testbed.hosts.size());
  const std::string source = fmt::format(
      "calibrated: this run, exchange of 64 KiB to 1 MiB between two hosts of {:g} Mbit/s, which carried "
      "{:.4g} of that as data, and so of any rate",
      calibration.nominal / 1e6, 8 * share);
  // Other machines tell nothing of hosts that share one.
  std::string text = head(testbed.name, testbed.title, source, ranks, calibration, "tcp", "nothing");
  text += property("tcp.window", std::to_string(Testbed::receive_window),
                   "chosen: the buffer of a receiving socket, testbed/launch.cpp");
  text += property("tcp.packets", std::to_string(testbed.packets()),
                   "chosen: what hosts of such links send as one, testbed/testbed.cpp");
  text += property("cores", "", "chosen: the hosts share this machine's");
  if (const auto& cores = calibration.cores; cores.number > 0 && ranks > cores.number) {
    constexpr int stations = 3;
    const std::string by_all = "calibrated: this run, all ranks at it, ";
    const auto time = [&text](const std::string& name, double seconds, const std::string& from) {
      text += property(name, fmt::format("{}s", seconds), from);
    };
    text +=
        property("tcp.cores", std::to_string(cores.number), "chosen: this machine's, which the hosts share");
    time("tcp.poll", cores.poll, by_all + "round trips of 8 B between two while the others wait");
    if (cores.hand_over > 0)
      text += property("tcp.hand_over", fmt::format("{}Bps", 1 / cores.hand_over),
                       by_all + "MPI_Send of 16 and 64 KiB");
    time("tcp.forward", cores.forward / stations,
         "calibrated: this run, MPI_Send of 8 B, which pass two hosts and their switch");
    time("tcp.receive", cores.receive, by_all + "rounds of 8 B, less looks and what their pieces take");
    time("tcp.acknowledge", cores.acknowledge, by_all + "rounds of 8 B to one side, less those to all");
  }
  std::string links, routes;
  for (std::size_t rank = 0; rank < testbed.hosts.size(); ++rank) {
    text += fmt::format(
        "    <host id=\"node-{0}\" speed=\"1Gf\" core=\"1\"/>\n    <host id=\"memory-{0}\" "
        "speed=\"1Pf\"/>\n",
        rank);
    links += link(host_link(rank), testbed.hosts[rank].rate * share,
                  (calibration.latency.at_load(ranks) - calibration.overhead) / 2);
    for (std::size_t to = rank + 1; to < testbed.hosts.size(); ++to) routes += route(testbed, rank, to);
  }
  for (std::size_t i = 1; i < testbed.switches.size(); ++i)
    links += link(uplink(static_cast<int>(i)), testbed.switches[i].uplink * share, 0);
  return text + links + routes + "  </zone>\n</platform>\n";
}

std::string placement_csv(const Testbed& testbed) {
  std::string text = "rank,node\n";
  for (std::size_t rank = 0; rank < testbed.hosts.size(); ++rank) text += fmt::format("{0},{0}\n", rank);
  return text;
}

std::string platform_xml(const std::string& name, int nodes, const Calibration& calibration) {
  std::string text = head(name, fmt::format("A star with the numbers of point-to-point messages on {}", name),
                          "calibrated: this run, ping-pongs of 64 KiB to 1 MiB between two nodes", nodes,
                          calibration, "links", "typical");
  text += property("overhead", "0", "calibrated: this run, as a part of link.latency");
  text += property("exchange@1", fmt::format("{}Bps", 2 * calibration.bandwidth),
                   "calibrated: this run, exchanges of 64 KiB to 1 MiB between two nodes");
  text += property("nodes", "", "chosen: the ranks of this run");
  return text + fmt::format(
                    "    <cluster id=\"nodes\" prefix=\"node-\" suffix=\"\" radical=\"0-{0}\" speed=\"1Gf\" "
                    "bw=\"{1}Bps\" lat=\"{2}s\"/>\n    <cluster id=\"memory\" prefix=\"memory-\" suffix=\"\" "
                    "radical=\"0-{0}\" speed=\"1Pf\" bw=\"1GBps\" lat=\"0\"/>\n  </zone>\n</platform>\n",
                    nodes - 1, calibration.alone,
                    (calibration.latency.at_load(nodes) - calibration.overhead) / 2);
}

}  // namespace collsim
