#include "lab/site/facts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>
#include <vector>

#include "lab/site/level_fit.hpp"
#include "lab/site/level_times.hpp"
#include "lab/site/lstopo.hpp"
#include "lab/site/ping_pong_output.hpp"
#include "lab/site/presets.hpp"
#include "lab/site/slurm_switches.hpp"
#include "lab/site/topology.hpp"
#include "platforms/foreign.hpp"
#include "platforms/parameter_range.hpp"
#include "platforms/platform_file.hpp"
#include "platforms/protocol.hpp"
#include "platforms/quantity.hpp"
#include "platforms/typical.hpp"
#include "support/human.hpp"
#include "support/pattern.hpp"
#include "support/xml_text.hpp"

namespace collsim {
namespace {

constexpr int usual_ports = 40;
constexpr std::int64_t long_message = 64 << 10;  // from which on a line tells the rate

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

/// A range of values that ends at the most that a time can be.
void cut(Stated& time, const std::string& name, double most) {
  const Ends ends = parse_ends(name, time.range);
  if (!ends.relative() && number_of(name, ends.last) > most && parse_quantity(time.value) < most)
    time.range = fmt::format("{}..{}", ends.first, written(property(name), most));
}

/// What software takes of a small message's time, at its sender and at its receiver.
struct Software {
  Stated sent, received;
  double sending = 0, receiving = 0;  ///< seconds

  double seconds() const { return sending + receiving; }
  void receive(double seconds) {
    receiving = seconds;
    received.value = written(property("overhead"), receiving);
  }
  /// Leaves less of both, in their proportion.
  void shrink_to(double most) {
    const double less = most / seconds();
    sending *= less;
    sent.value = written(property("send_overhead"), sending);
    receive(receiving * less);
    for (Stated* each : {&sent, &received}) {
      each->range = "x0.5..x2";
      each->source += ", less so that software takes half of the latency";
    }
  }
};

/// A platform file in the making.
class PlatformDraft {
 public:
  explicit PlatformDraft(const SiteFacts& facts) : facts_(facts) {}

  std::string write() {
    read();
    describe_node();
    describe_network();
    describe_latency();
    describe_inside();
    PlatformFile file(facts_.name + ".xml", text());
    file.complete(facts_.left_out);
    file.check();
    return file.xml();
  }

 private:
  struct Number {
    std::string name;
    Stated stated;
  };

  void read();
  void describe_node();
  void describe_memory();
  void describe_network();
  void describe_latency();
  void describe_inside();
  void count_nodes();
  Stated measured_rate() const;
  void tell_rate();
  Topology topology() const;
  std::string topology_source() const;
  std::string leaf_source() const;
  void join_by(const char* kind, const std::string& parameters);
  void add_trunk(const std::string& name, double links, const std::string& from, const std::string& range);
  void join(const Topology& topology);
  std::string join_torus(const Topology& topology);
  std::string join_fat_tree(const Topology& topology);
  std::string join_dragonfly(const Topology& topology);
  Software assumed_software() const;
  void split_latency(double latency, const Stated& given);
  void fit_factors(double software);
  void describe_levels();
  std::string text() const;

  void state(const std::string& name, const Stated& stated) { numbers_.push_back({name, stated}); }
  void source(const std::string& name, const std::string& of) { state(name, {"", of, ""}); }
  /// What another machine has, or what is typical. `such`: what it shares with this one.
  Stated assumed(const std::string& number, const std::string& like, const std::string& such) const;
  double rate() const { return parse_quantity(nominal_.value); }
  int ports() const { return nic_.ports > 0 ? nic_.ports : usual_ports; }

  const SiteFacts& facts_;
  Nic nic_ = {};
  Cpu cpu_ = {};
  NodeFacts node_ = {};  ///< with what flags and presets say
  LeafSwitches switches_ = {};
  PingPongOutput far_ = {}, near_ = {};
  std::vector<LevelTimes> levels_ = {};
  int nodes_ = 0;
  Stated nominal_ = {};  ///< rate of a node's cable
  std::string bandwidth_, latency_ = "0";
  std::vector<Number> settings_, numbers_;
  std::vector<std::pair<std::string, std::string>> joined_;  ///< attributes of the cluster
  std::string title_;
};

void PlatformDraft::read() {
  if (!Pattern("^[A-Za-z0-9_.-]+$").search(facts_.name))
    throw Error(
        fmt::format("'{}' is no name of a platform; right would be letters, digits, _ and -", facts_.name));
  if (!facts_.nic.empty()) nic_ = nic_preset(facts_.nic);
  if (!facts_.cpu.empty()) cpu_ = cpu_preset(facts_.cpu);
  if (!facts_.lstopo.empty()) node_ = read_lstopo(facts_.lstopo);
  if (!facts_.switches.empty()) switches_ = read_switches(facts_.switches);
  if (!facts_.ping_pong.empty()) far_ = read_ping_pong_output(facts_.ping_pong);
  if (!facts_.ping_pong_node.empty() && !facts_.levels.empty())
    throw Error(
        "--ping-pong-node and --levels both say what messages within a node take; right would be one");
  if (!facts_.ping_pong_node.empty()) near_ = read_ping_pong_output(facts_.ping_pong_node);
  std::vector<std::string> missing;
  if (!facts_.nodes && facts_.switches.empty())
    missing.emplace_back("--nodes 64 (or --switches topology.conf)");
  if (!facts_.cores && facts_.cpu.empty() && facts_.lstopo.empty())
    missing.emplace_back("--sockets 2 --cores 32 (or --cpu epyc-7763x2, or --lstopo FILE)");
  if (facts_.link.empty() && facts_.nic.empty() && facts_.ping_pong.empty() && facts_.nodes != 1)
    missing.emplace_back("--link 100Gbps (or --nic hdr100, or --ping-pong FILE)");
  if (!missing.empty())
    throw Error(fmt::format("nobody says how large the machine is or how fast; right would be {}",
                            fmt::join(missing, ", ")));
}

Stated PlatformDraft::assumed(const std::string& number, const std::string& like,
                              const std::string& such) const {
  const Typical& all = typical(number, facts_.left_out);
  if (like.empty() || facts_.left_out.contains(like)) return {all.value, all.source(), all.range};
  std::set<std::string> others;
  for (const auto& name : platform_names())
    if (name != like) others.insert(name);
  const auto& its = typical_numbers(others);
  const auto place = its.find(number);
  if (place == its.end()) return {all.value, all.source(), all.range};
  return {place->second.value, fmt::format("assumed: as of {}, which has such {}", like, such), all.range};
}

void PlatformDraft::describe_node() {
  const auto agree = [](const char* what, int one, const std::string& by, int other,
                        const std::string& by_other) {
    if (one > 0 && other > 0 && one != other)
      throw Error(fmt::format("{} says {} {}, {} says {}; right would be the same machine", by, one, what,
                              by_other, other));
  };
  const int sockets = facts_.sockets.value_or(0), cores = facts_.cores.value_or(0);
  const std::string lstopo = file_name(facts_.lstopo);
  agree("sockets", sockets, "--sockets", node_.sockets, lstopo);
  agree("sockets", cpu_.cores > 0 ? cpu_.sockets : 0, "--cpu " + facts_.cpu, node_.sockets, lstopo);
  agree("sockets", sockets, "--sockets", cpu_.cores > 0 ? cpu_.sockets : 0, "--cpu " + facts_.cpu);
  const int in_socket = node_.sockets > 0 ? node_.cores / node_.sockets : 0;
  agree("cores of a socket", cores, "--cores", in_socket, lstopo);
  agree("cores of a socket", cpu_.cores, "--cpu " + facts_.cpu, in_socket, lstopo);
  agree("cores of a socket", cores, "--cores", cpu_.cores, "--cpu " + facts_.cpu);
  std::string from = "given: --sockets, --cores";
  if (node_.cores > 0) {
    from = "given: " + lstopo;
  } else {
    if (cpu_.cores > 0) from = cpu_.memory.source;
    node_.sockets = sockets > 0 ? sockets : cpu_.cores > 0 ? cpu_.sockets : 1;
    node_.cores = node_.sockets * std::max(cores, cpu_.cores);
    node_.domains = node_.sockets;
  }
  source("cores", from);
  if (node_.groups.empty()) {
    if (node_.sockets > 1) node_.groups.push_back({"socket", node_.cores / node_.sockets});
    node_.groups.push_back({"node", node_.cores});
  }
  levels_ = facts_.levels.empty() ? facts_.level_times : read_levels(facts_.levels, node_);
  if (node_.domains > 1) {
    const std::string from_domains =
        facts_.lstopo.empty() ? "assumed: a domain for each socket" : "given: NUMA nodes of " + lstopo;
    state("memory.domains", {std::to_string(node_.domains), from_domains, ""});
  }
  describe_memory();
}

void PlatformDraft::describe_memory() {
  const double sockets_of_domain = static_cast<double>(node_.sockets) / node_.domains;
  if (cpu_.cores > 0) {
    const Property& speed = property("memory.bandwidth");
    cpu_.memory.value = written(speed, parse_quantity(cpu_.memory.value) * sockets_of_domain);
  } else {
    cpu_.memory = assumed("memory.bandwidth", "", "");
  }
  if (const auto its = facts_.measured.find("memory.bandwidth"); its != facts_.measured.end())
    cpu_.memory = its->second;
  state("memory.bandwidth", {"", cpu_.memory.source, cpu_.memory.range});
  if (node_.cache > 0)
    state("memory.cache", {fmt::format("{}KiB", node_.cache >> 10),
                           "given: last caches of a domain, " + file_name(facts_.lstopo), ""});
  else if (cpu_.cores > 0)
    state("memory.cache", {fmt::format("{:.0f}KiB", parse_bytes(cpu_.cache.value) * sockets_of_domain / 1024),
                           cpu_.cache.source, ""});
}

void PlatformDraft::describe_network() {
  count_nodes();
  tell_rate();
  join(fitted(topology(), nodes_, ports()));
}

void PlatformDraft::count_nodes() {
  if (!switches_.leaves.empty()) {
    for (const int leaf : switches_.leaves) nodes_ += leaf;
    if (facts_.nodes && *facts_.nodes != nodes_)
      throw Error(fmt::format("--nodes says {} and {} has {} nodes; right would be the same machine",
                              *facts_.nodes, file_name(facts_.switches), nodes_));
  } else {
    nodes_ = *facts_.nodes;
  }
  if (nodes_ < 1 || nodes_ > 1'000'000)
    throw Error(fmt::format("--nodes is {}; right would be 1 to 1000000", nodes_));
  source("nodes", facts_.switches.empty() ? "given: --nodes" : "given: " + file_name(facts_.switches));
}

/// The rate that large messages had between two nodes; without a value where nobody measured it.
Stated PlatformDraft::measured_rate() const {
  Stated measured;
  if (far_.rate() > 0) measured.value = fmt::format("{:.4g}GBps", far_.rate() / 1e9);
  std::vector<PingPong> longest = far_.times;
  std::erase_if(longest, [](const PingPong& each) { return each.bytes < long_message; });
  if (measured.value.empty() && longest.size() > 1)
    measured.value = fmt::format("{:.4g}GBps", 1e-9 / fit_hockney(longest).beta);
  measured.source = fmt::format("calibrated: messages of 64 KiB and more in {}", file_name(facts_.ping_pong));
  return measured;
}

/// A cable's rate is what flags or presets say; a link's is what was measured over it, if anything was.
void PlatformDraft::tell_rate() {
  nominal_ = nic_.bandwidth;
  if (!facts_.link.empty()) nominal_ = {facts_.link, "given: --link", ""};
  if (nominal_.value.empty() && facts_.ping_pong.empty())
    nominal_ = {"1PBps", "chosen: a single node sends nothing", ""};
  const Stated measured = measured_rate();
  if (nominal_.value.empty()) nominal_ = measured;
  if (nominal_.value.empty())
    throw Error(fmt::format(
        "{} has no two sizes of 64 KiB or more, which tell the rate; right would be --link 100Gbps, too",
        file_name(facts_.ping_pong)));
  try {
    static_cast<void>(number_of("link.bandwidth", nominal_.value));
  } catch (const Error& error) {
    throw Error(fmt::format("--link: {}", error.what()));
  }
  const Stated& rate_of_link = measured.value.empty() ? nominal_ : measured;
  bandwidth_ = simgrid_rate(rate_of_link.value);
  state("link.bandwidth", {"", rate_of_link.source, rate_of_link.range});
}

/// As somebody says, else leaf switches and a core above them where one switch has too few ports.
Topology PlatformDraft::topology() const {
  using Kind = Topology::Kind;
  Topology topology;
  if (!facts_.topology.empty()) {
    topology = parse_topology(facts_.topology);
  } else if (nodes_ > ports() || switches_.leaves.size() > 1) {
    topology.kind = Kind::fat_tree;
  }
  if (switches_.leaves.empty()) return topology;
  const bool alike = std::ranges::count(switches_.leaves, switches_.leaves.front()) ==
                     static_cast<std::ptrdiff_t>(switches_.leaves.size());
  if (topology.kind == Kind::dragonfly && !alike)
    throw Error(
        fmt::format("{} has leaf switches of different sizes, which no dragonfly has here; right would be "
                    "'fat_tree(2:1)'",
                    file_name(facts_.switches)));
  if (alike)
    topology.leaf = switches_.leaves.front();
  else
    topology.leaves = switches_.leaves;
  return topology;
}

/// Who says how the nodes are joined.
std::string PlatformDraft::topology_source() const {
  return !facts_.topology.empty()   ? "given: --topology"
         : !facts_.switches.empty() ? "given: " + file_name(facts_.switches)
                                    : "assumed: leaf switches and a core above them";
}

/// And who says how many are at a leaf switch.
std::string PlatformDraft::leaf_source() const {
  if (!facts_.switches.empty())
    return fmt::format("{}; nodes of a leaf switch as {} has them", topology_source(),
                       file_name(facts_.switches));
  if (facts_.topology.find("leaf=") != std::string::npos)
    return topology_source() + "; nodes of a leaf switch as given";
  const std::string as_many = fmt::format("as many as fit switches of {} ports ({})", ports(),
                                          nic_.ports > 0 ? nic_.ports_source : "nobody says");
  return facts_.topology.empty()
             ? fmt::format("{}; nodes of a leaf switch {}", topology_source(), as_many)
             : fmt::format("assumed: nodes of a leaf switch, {}; the rest as --topology says", as_many);
}

void PlatformDraft::join_by(const char* kind, const std::string& parameters) {
  joined_.insert(joined_.begin(), {{"topology", kind}, {"topo_parameters", parameters}});
}

/// Trunks stand for all cables of a switch, over which packets are sprayed. `links`: of nodes, which are as fast together.
void PlatformDraft::add_trunk(const std::string& name, double links, const std::string& from,
                              const std::string& range) {
  const Stated hop = assumed("leaf.latency", nic_.like, "switches");
  joined_.emplace_back(name + "_bw", fmt::format("{:.6g}GBps", links * rate() / 1e9));
  joined_.emplace_back(name + "_lat", hop.value);
  state(name + ".bandwidth", {"", from, range});
  state(name + ".latency", {"", hop.source, hop.range});
}

/// The shape that each kind gives is for the title.
void PlatformDraft::join(const Topology& topology) {
  using Kind = Topology::Kind;
  std::string shape = "star";
  if (topology.kind == Kind::torus)
    shape = join_torus(topology);
  else if (topology.kind == Kind::fat_tree && (topology.leaves.size() > 1 || topology.leaf < nodes_))
    shape = join_fat_tree(topology);
  else if (topology.kind == Kind::dragonfly)
    shape = join_dragonfly(topology);
  title_ = fmt::format("{} nodes of {} x {} cores, {}, links of {}", nodes_, node_.sockets,
                       node_.cores / node_.sockets, shape, nominal_.value);
}

std::string PlatformDraft::join_torus(const Topology& topology) {
  join_by("TORUS", fmt::format("{}", fmt::join(topology.sides, ",")));
  source("topology", topology_source());
  return fmt::format("torus {}", fmt::join(topology.sides, "x"));
}

std::string PlatformDraft::join_fat_tree(const Topology& topology) {
  const bool uneven = !topology.leaves.empty();
  const int largest = uneven ? std::ranges::max(topology.leaves) : topology.leaf;
  if (facts_.topology.empty())
    add_trunk("trunk", largest / topology.ratio, "assumed: a leaf switch sends up as much as all its nodes",
              "x0.33..x1");
  else
    add_trunk("trunk", largest / topology.ratio,
              fmt::format("derived: {} links of {}, {:g}:1", largest, nominal_.value, topology.ratio), "");
  join_by("GROUPS", uneven ? fmt::format("core;{}", fmt::join(topology.leaves, "+"))
                           : fmt::format("core;{},{}", nodes_ / topology.leaf, topology.leaf));
  source("topology", leaf_source() + (switches_.levels > 2 ? "; switches above are taken as one core" : ""));
  return fmt::format("fat tree {:g}:1 of leaf switches of {} nodes", topology.ratio, largest);
}

std::string PlatformDraft::join_dragonfly(const Topology& topology) {
  const int in_group = nodes_ / topology.groups, leaves = in_group / topology.leaf;
  if (leaves > 1)
    add_trunk("leaf", topology.leaf, "assumed: a leaf switch sends as much as all its nodes", "x0.5..x2");
  add_trunk("trunk", static_cast<double>(in_group) / (topology.groups - 1),
            "assumed: a group sends all others together as much as all its nodes", "x0.5..x2");
  join_by("GROUPS", leaves > 1 ? fmt::format("paired;{},{},{}", topology.groups, leaves, topology.leaf)
                               : fmt::format("paired;{},{}", topology.groups, topology.leaf));
  source("topology", leaf_source());
  state("routing", {"adaptive", "", ""});
  return fmt::format("dragonfly of {} groups", topology.groups);
}

/// A small message takes the sender's software, the links of its route and the receiver's software.
void PlatformDraft::describe_latency() {
  Stated given = nic_.latency;
  if (!facts_.latency.empty()) given = {facts_.latency, "given: --latency", ""};
  const auto first = std::ranges::find_if(far_.times, [](const PingPong& each) { return each.bytes > 0; });
  if (first != far_.times.end())
    given = {exact_seconds(std::stod(fmt::format("{:.4g}", first->seconds))),
             fmt::format("calibrated: {} B in {}", first->bytes, file_name(facts_.ping_pong)), ""};
  double latency = 0;
  if (!given.value.empty()) try {
      latency = number_of("link.latency", given.value);
      if (latency <= 0) throw Error("a message takes longer than nothing");
    } catch (const Error& error) {
      throw Error(fmt::format("--latency {}: {}", given.value, error.what()));
    }
  split_latency(latency, given);
}

/// Where levels are measured, they have all that a message within a node takes, so that the receiver's part is all between nodes.
Software PlatformDraft::assumed_software() const {
  Software its{.sent = assumed("send_overhead", nic_.like, "a network"),
               .received = assumed("overhead", nic_.like, "a network")};
  its.sending = parse_quantity(its.sent.value);
  its.receiving = parse_quantity(its.received.value);
  if (levels_.empty()) return its;
  its.receive(its.receiving + std::exchange(its.sending, 0));
  its.received.source += ", with what its sender takes";
  its.sent = {"0", "chosen: part of what messages within a node take, and between nodes of `overhead`", ""};
  return its;
}

void PlatformDraft::split_latency(double latency, const Stated& given) {
  Software software = assumed_software();
  const bool torus = !joined_.empty() && joined_.front().second == "TORUS";
  // A hop of the tori that are calibrated here.
  Stated link =
      assumed("link.latency", torus ? calibrated_torus() : nic_.like, torus ? "links" : "a network");
  if (latency > 0) {
    if (software.seconds() > latency / 2) software.shrink_to(latency / 2);
    const double wire = latency - software.sending - software.receiving;
    if (!torus) {
      link = {written(property("link.latency"), wire / 2),
              given.source + ", less software, half on either node's link", given.range};
    } else if (const double hop = std::min(parse_quantity(link.value), wire); hop < wire) {
      software.receive(software.receiving + wire - hop);
      software.received.range = "x0.5..x2";
      software.received.source = given.source + ", less what the sender and a hop take";
    }
    if (!software.sent.range.empty()) cut(software.sent, "send_overhead", latency);
    cut(software.received, "overhead", latency);
  }
  state("send_overhead", software.sent);
  state("overhead", software.received);
  latency_ = link.value;
  state("link.latency", {"", link.source, link.range});
  fit_factors(software.seconds());
  const Stated none = {"0", "chosen: nobody measured which messages do not hold up their sender", ""};
  for (const char* name : {"smpi/async-small-thresh", "smpi/send-is-detached-thresh"})
    settings_.push_back({name, levels_.empty() ? assumed(name, nic_.like, "a network") : none});
}

/// By how much longer the latency of larger messages is.
void PlatformDraft::fit_factors(double software) {
  std::vector<PingPong> points = far_.times;
  std::erase_if(points, [](const PingPong& each) { return each.bytes == 0; });
  if (points.size() < 2) {
    settings_.push_back({latency_factors_setting, assumed(latency_factors_setting, nic_.like, "a network")});
    return;
  }
  const auto factors = latency_factors(points, software, parse_quantity(bandwidth_), long_message);
  std::string steps = "0:1";
  for (const auto& [above, factor] : factors)
    steps += fmt::format(";{}:{:.4g}", static_cast<double>(above) + smpi_envelope, factor);
  settings_.push_back({latency_factors_setting,
                       {steps,
                        fmt::format("calibrated: {}, less software and bytes at the link's rate",
                                    file_name(facts_.ping_pong)),
                        ""}});
}

void PlatformDraft::describe_levels() {
  state("overhead.node", {"0", "chosen: nothing beyond the latency of levels", ""});
  std::set<std::string> told;  // by measurements, before any data sheet
  for (const auto& [name, stated] : level_numbers(levels_, node_))
    if (told.insert(name).second && !facts_.measured.contains(name)) state(name, stated);
  for (const auto& [name, stated] : facts_.measured)
    if (told.insert(name); name != "memory.bandwidth") state(name, stated);
  const auto domain = std::ranges::find(levels_, node_.cores / node_.domains, &LevelTimes::cores);
  if (cpu_.memory.source.starts_with("published") && domain != levels_.end())
    state("level." + domain->name + ".memory",
          {written(property("memory.bandwidth"), parse_quantity(cpu_.memory.value) / 2),
           "derived: half of memory.bandwidth, as a copy reads and writes", ""});
  for (const GroupProperty& group : cpu_.groups)
    if (const auto its = std::ranges::find(levels_, group.cores, &LevelTimes::cores); its != levels_.end())
      if (const std::string name = fmt::format("level.{}.{}", its->name, group.property);
          told.insert(name).second)
        state(name, group.stated);
}

void PlatformDraft::describe_inside() {
  if (!levels_.empty()) return describe_levels();
  double sending = 0;
  for (const Number& each : numbers_)
    if (each.name == "send_overhead") sending = parse_quantity(each.stated.value);
  const std::string from = "calibrated: " + file_name(facts_.ping_pong_node);
  const auto first = std::ranges::find_if(near_.times, [](const PingPong& each) { return each.bytes > 0; });
  if (first == near_.times.end())
    state("overhead.node", assumed("overhead.node", cpu_.like, "cores"));
  else
    state("overhead.node", {written(property("overhead"), std::max(0.0, first->seconds - sending)),
                            fmt::format("{}, {} B, less what the sender takes", from, first->bytes), ""});
  std::vector<PingPong> longest = near_.times;
  std::erase_if(longest, [](const PingPong& each) { return each.bytes < long_message; });
  if (near_.rate() > 0 || longest.size() > 1)
    state("message",
          {written(property("message"), near_.rate() > 0 ? near_.rate() : 1 / fit_hockney(longest).beta),
           from + ", messages of 64 KiB and more", ""});
  if (cpu_.like.empty()) return;
  for (const auto& [name, its] : typical_numbers(facts_.left_out)) {
    const std::string base = name.substr(0, name.find('@'));
    if (its.usual && (base == "copy" || base.starts_with("combine.") || base == "flag.latency"))
      state(name, assumed(name, cpu_.like, "cores"));
  }
}

std::string PlatformDraft::text() const {
  std::string text = fmt::format(
      "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
      "<!-- Written by collsim platform new. Every number has a source. Who measures one replaces it, and "
      "its source. -->\n"
      "<platform version=\"4.1\">\n  <config>\n");
  const auto prop = [&](const std::string& id, const std::string& value) {
    if (!value.empty()) text += fmt::format("    <prop id=\"{}\" value=\"{}\"/>\n", id, xml_text(value));
  };
  for (const auto& [name, stated] : settings_) prop(name, stated.value);
  text += fmt::format("  </config>\n  <zone id=\"{}\" routing=\"Full\">\n", facts_.name);
  prop("title", title_);
  for (const auto& [name, stated] : numbers_) {
    prop(name, stated.value);
    prop("range." + name, stated.range);
    prop("source." + name, stated.source);
  }
  for (const auto& [name, stated] : settings_) prop("source." + name, stated.source);
  text += fmt::format(
      "    <cluster id=\"memory\" prefix=\"memory-\" suffix=\"\" radical=\"0-{}\" speed=\"{:g}Gf\" "
      "bw=\"1GBps\" "
      "lat=\"0\"/>\n",
      nodes_ * node_.domains - 1, parse_quantity(cpu_.memory.value) / 1e9);
  text += fmt::format(
      "    <cluster id=\"nodes\" prefix=\"node-\" suffix=\"\" radical=\"0-{}\" speed=\"1Gf\" core=\"{}\" "
      "bw=\"{}\" "
      "lat=\"{}\"",
      nodes_ - 1, node_.cores, bandwidth_, latency_);
  for (const auto& [name, value] : joined_) text += fmt::format(" {}=\"{}\"", name, value);
  return text + "/>\n  </zone>\n</platform>\n";
}

}  // namespace

std::string platform_xml(const SiteFacts& facts) {
  return PlatformDraft(facts).write();
}

}  // namespace collsim
