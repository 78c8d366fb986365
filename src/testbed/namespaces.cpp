#include "testbed/namespaces.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>

#include "support/error.hpp"
#include "support/process.hpp"
#include "support/text_table.hpp"
#include "testbed/session_folder.hpp"

namespace collsim {
namespace {

namespace fs = std::filesystem;

/// The output of a program of iproute2, which reads `input`.
std::string tool(std::vector<std::string> words, const std::string& input = "") {
  const std::string name = fmt::format("{}", fmt::join(words, " "));
  const Ended ended = run({.words = std::move(words), .input = input});
  if (ended.failure.empty()) return ended.output;
  if (ended.failure.find("cannot be started") != std::string::npos)
    throw Error(ended.failure + "; right would be a machine with iproute2 (apt install iproute2)");
  // It is told as "Specified qdisc kind is unknown" and, before that, "qdisc not found" or the like.
  const bool no_tbf = ended.errors.find("qdisc kind is unknown") != std::string::npos;
  throw Error(fmt::format("{}: {}{}", name, ended.failure,
                          no_tbf ? "; right would be a kernel with tbf (modprobe sch_tbf)" : ""));
}

void check_root() {
  if (geteuid() != 0)
    throw Error(
        "a testbed needs root, who alone makes network namespaces; right would be sudo collsim testbed ...");
}

/// The testbed's namespaces that there are.
std::vector<std::string> present(const Testbed& testbed) {
  const std::string switches = testbed.switches_namespace();
  std::vector<std::string> names;
  std::error_code none;  // no folder: no namespace
  for (const auto& entry : fs::directory_iterator("/run/netns", none)) {
    const std::string name = entry.path().filename().string();
    if (name == switches || name.starts_with(switches + ".")) names.push_back(name);
  }
  std::ranges::sort(names);
  return names;
}

std::vector<pid_t> processes_in(const std::string& name) {
  std::istringstream text(tool({"ip", "netns", "pids", name}));
  std::vector<pid_t> pids;
  for (pid_t pid = 0; text >> pid;) pids.push_back(pid);
  return pids;
}

/// What is killed may have started another process just before.
void end_processes(const std::string& name) {
  constexpr int looks = 100;
  constexpr int pause = 20'000;  // us
  for (int look = 0; look < looks; ++look, usleep(pause)) {
    const auto pids = processes_in(name);
    if (pids.empty()) return;
    for (const pid_t pid : pids) kill(pid, SIGKILL);
  }
  throw Error(
      fmt::format("processes in the namespace {} do not end; right would be to end them by hand", name));
}

std::string address(std::size_t rank) {
  return fmt::format("10.0.0.{}", rank + 1);
}
std::string hardware_address(std::size_t rank) {
  return fmt::format("02:00:00:00:00:{:02x}", rank + 1);
}

/// A token bucket that holds one packet at least; no queue that drops.
std::string shaped(const std::string& device, double rate) {
  constexpr double bits = 8;
  return fmt::format("qdisc add dev {} root tbf rate {:.0f}bit burst {:.0f} limit 64mb\n", device, rate,
                     std::max(Testbed::packet, rate * Testbed::rest / bits));
}

/// Sets what the namespace's kernel does, for all devices to come: no IPv6, whose announcements take up links; one plain
/// congestion control, which remembers nothing between messages. Nothing is ever lost here, and whoever takes packets that overtake
/// each other on two cores for a loss slows down, so that nobody tells of gaps and hundreds of packets may be out of order. Of a
/// connection no more than two pieces are in the host's queue, so that connections share its link piece by piece.
void tune(const std::string& name, int packets) {
  // Bytes for each packet of a piece. The kernel adds pieces until the queue holds more, and counts about 1000 for a piece besides
  // its packets: two fit, however many packets a piece has.
  constexpr int queued = 3072;
  const std::string settings = fmt::format(
      "cd /proc/sys/net && echo reno > ipv4/tcp_congestion_control && echo 0 > "
      "ipv4/tcp_slow_start_after_idle && echo 1 > ipv4/tcp_no_metrics_save && echo {} > "
      "ipv4/tcp_limit_output_bytes && echo 0 > ipv4/tcp_sack && echo 300 > ipv4/tcp_reordering && if [ -d "
      "ipv6 ]; then echo 1 > ipv6/conf/default/disable_ipv6; fi",
      queued * packets);
  tool({"ip", "netns", "exec", name, "sh", "-c", settings});
}

void add_switches(const Testbed& testbed) {
  const std::string name = testbed.switches_namespace();
  std::string links, rates;
  for (std::size_t i = 0; i < testbed.switches.size(); ++i) {
    const auto& [parent, uplink] = testbed.switches[i];
    links += fmt::format("link add s{0} type bridge mcast_snooping 0\nlink set s{0} up\n", i);
    if (parent < 0) continue;
    links += fmt::format(
        "link add up{0} type veth peer name down{0}\nlink set up{0} master s{0} up\n"
        "link set down{0} master s{1} up\n",
        i, parent);
    rates += shaped(fmt::format("up{}", i), uplink) + shaped(fmt::format("down{}", i), uplink);
  }
  for (std::size_t rank = 0; rank < testbed.hosts.size(); ++rank) {
    const auto& host = testbed.hosts[rank];
    links += fmt::format("link add h{0} type veth peer name eth0 netns {1}\nlink set h{0} master s{2} up\n",
                         rank, testbed.namespace_of(host), host.at);
    rates += shaped(fmt::format("h{}", rank), host.rate);
  }
  tool({"ip", "-n", name, "-batch", "-"}, links);
  tool({"tc", "-n", name, "-batch", "-"}, rates);
}

/// Its address, and those of all others: nobody need ask while time is taken. What it sends are short pieces from the
/// beginning, not long ones which its link would have to send without a break.
void set_up_host(const Testbed& testbed, std::size_t rank) {
  const std::string name = testbed.namespace_of(testbed.hosts[rank]);
  std::string links = fmt::format(
      "link set lo up\nlink set eth0 address {}\nlink set eth0 gso_max_segs {}\nlink set eth0 up\naddress "
      "add "
      "{}/24 dev eth0\n",
      hardware_address(rank), testbed.packets(), address(rank));
  for (std::size_t other = 0; other < testbed.hosts.size(); ++other)
    if (other != rank)
      links += fmt::format("neigh replace {} lladdr {} nud permanent dev eth0\n", address(other),
                           hardware_address(other));
  tool({"ip", "-n", name, "-batch", "-"}, links);
  tool({"tc", "-n", name, "-batch", "-"}, shaped("eth0", testbed.hosts[rank].rate));
}

void make(const Testbed& testbed, const std::function<bool()>& stop) {
  const auto add = [&](const std::string& name) {
    if (stop())
      throw Error(fmt::format("testbed {}: stopped while it came up; nothing is left", testbed.name));
    tool({"ip", "netns", "add", name});
    tune(name, testbed.packets());
  };
  add(testbed.switches_namespace());
  for (const auto& host : testbed.hosts) add(testbed.namespace_of(host));
  add_switches(testbed);
  for (std::size_t rank = 0; rank < testbed.hosts.size(); ++rank) set_up_host(testbed, rank);
}

}  // namespace

void bring_up(const Testbed& testbed, const std::function<bool()>& stop) {
  check_root();
  if (!present(testbed).empty())
    throw Error(
        fmt::format("testbed {0}: there is one of this name; right would be collsim testbed down {0}.json",
                    testbed.name));
  try {
    make(testbed, stop);
  } catch (...) {
    take_down(testbed);
    throw;
  }
}

bool take_down(const Testbed& testbed) {
  check_root();
  const auto names = present(testbed);
  for (const auto& name : names) end_processes(name);
  for (const auto& name : names) tool({"ip", "netns", "delete", name});
  return remove_session_folders(testbed) || !names.empty();
}

bool is_up(const Testbed& testbed) {
  return present(testbed).size() == testbed.hosts.size() + 1;
}

std::string status_table(const Testbed& testbed) {
  TextTable table{
      .headings = {{"rank", false}, {"host"}, {"switch", false}, {"Mbit/s", false}, {"namespace"}, {"state"}},
      .lines = {}};
  const auto names = present(testbed);
  for (std::size_t rank = 0; rank < testbed.hosts.size(); ++rank) {
    const auto& host = testbed.hosts[rank];
    const std::string name = testbed.namespace_of(host);
    const bool there = std::ranges::find(names, name) != names.end();
    table.lines.push_back({std::to_string(rank), host.name, std::to_string(host.at),
                           fmt::format("{}", host.rate / 1e6), name,
                           there ? fmt::format("up, {} processes", processes_in(name).size()) : "down"});
  }
  return fmt::format("{}: {}\n{}", testbed.name, testbed.title, aligned(table));
}

}  // namespace collsim
