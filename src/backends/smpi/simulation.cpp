#include "backends/smpi/simulation.hpp"

#include <fmt/format.h>
#include <xbt/log.h>

#include <algorithm>
#include <array>
#include <new>
#include <simgrid/Exception.hpp>
#include <simgrid/kernel/resource/NetworkModelIntf.hpp>
#include <simgrid/s4u.hpp>
#include <unordered_map>
#include <xbt/config.hpp>

#include "backends/smpi/router_torus.hpp"
#include "platforms/network/for_simgrid.hpp"
#include "platforms/network/network.hpp"
#include "platforms/protocol.hpp"
#include "platforms/settings.hpp"
#include "support/memory_file.hpp"

namespace s4u = simgrid::s4u;

namespace collsim {
namespace {

/// Finds the hosts called NAME-0 and so on. The engine finds a host by asking zone after zone, of which a torus of routers has thousands.
std::vector<s4u::Host*> hosts_called(const std::string& name, int count,
                                     const std::unordered_map<std::string, s4u::Host*>& all) {
  std::vector<s4u::Host*> hosts;
  for (int i = 0; i < count; ++i) {
    const auto found = all.find(fmt::format("{}-{}", name, i));
    if (found == all.end()) throw Error(fmt::format("it has no host {}-{}", name, i));
    hosts.push_back(found->second);
  }
  return hosts;
}

/// SimGrid ends the process without a word where it cannot open a file. Throws Error.
void check_descriptors() {
  const std::array<MemoryFile, 8> room;
}

/// Throws PlatformError where there is nothing that SimGrid could multiply: it knows factors of latencies only.
void check_latencies(const Platform& platform, int nodes) {
  if (Network::of_platform(platform, nodes)->least_latency() > 0) return;
  throw PlatformError(platform.file(), 0,
                      "names a 'network.latency', but links without latency, which SMPI cannot make longer; "
                      "right would be a 'link.latency', or the backend fast");
}

/// Where factors of latency were set by a name, SimGrid would take none from a function.
void set_what_is_ideal(const Platform& platform) {
  for (const auto& [name, value] : ideal_settings) {
    if (platform.settings().contains(name)) continue;
    if (name == std::string_view(latency_factors_setting))
      simgrid::config::set_default<std::string>(name, value);
    else
      s4u::Engine::set_config(fmt::format("{}:{}", name, value));
  }
}

/// What messages take besides their links' latency becomes a part of the factor of that.
void add_to_latencies(double seconds, const SizeFactor& by_size) {
  const auto factor = [by_size, seconds](double bytes, const s4u::Host* from, const s4u::Host* to,
                                         const std::vector<s4u::Link*>& links, const auto&) {
    double latency = 0;
    for (const s4u::Link* link : links) latency += link->get_latency();
    return by_size.factor_of(bytes) + (from == to ? 0 : seconds / latency);
  };
  s4u::Engine::get_instance()->get_netzone_root()->get_network_model()->set_lat_factor_cb(factor);
}

}  // namespace

Simulation::Simulation(const Platform& platform, int nodes) : platform_(platform) {
  if (platform.number("envelope") != smpi_envelope)
    throw PlatformError(
        platform.file(), 0,
        fmt::format("gives messages an envelope of {} bytes; SMPI's is {} bytes and cannot change",
                    platform.number("envelope"), smpi_envelope));
  const double network_latency = platform.number("network.latency");
  if (network_latency > 0) check_latencies(platform, nodes);
  check_descriptors();
  xbt_log_control_set("root.thres:critical");
  static int argc = 1;
  static char program[] = "collsim";
  static char* argv[] = {program, nullptr};
  static s4u::Engine engine(&argc, argv);
  s4u::Engine::set_config("network/model:SMPI");
  smpi_init_options();
  // SimGrid keeps what is set first.
  set_what_is_ideal(platform);
  try {
    const auto tori = router_tori(platform);
    const MemoryFile file(xml_for_simgrid(platform, nodes));  // SimGrid reads platforms from files only
    engine.load_platform(fmt::format("/proc/self/fd/{}", file.descriptor()));
    for (const RouterTorus& torus : tori) add(torus, nodes);
    if (network_latency > 0) add_to_latencies(network_latency, latency_factor(platform));
    std::unordered_map<std::string, s4u::Host*> all;
    for (s4u::Host* host : engine.get_all_hosts()) all.emplace(host->get_name(), host);
    nodes_ = hosts_called("node", nodes, all);
    hosts_called("memory", nodes * platform.domains(), all);  // throws where one is missing
    // Else every forked run would, in a second for thousands of routers. The root stays open for the zone of copies.
    for (s4u::NetZone* zone : engine.get_netzone_root()->get_children()) zone->seal();
  } catch (const std::exception& error) {
    throw PlatformError(platform.file(), 0, fmt::format("SimGrid refuses it: {}", error.what()));
  }
}

void Simulation::select(const std::string& collective, const std::string& selector) {
  if (describe(collective, installed_library).options.front().choices.size() == 1)
    return;  // SMPI has nothing to set
  const std::string setting = collective == "reduce_scatter_block" ? "reduce_scatter" : collective;
  s4u::Engine::set_config(fmt::format("smpi/{}:{}", setting, selector));
}

void Simulation::run(const Placement& placement, const std::function<void(int)>& body,
                     const std::function<std::string()>& waiting) {
  SMPI_init();
  constexpr const char* instance = "collsim";
  SMPI_app_instance_register(instance, nullptr, placement.processes());
  bool deadlock = false;
  std::string who;
  s4u::Engine::on_deadlock_cb([&] {
    deadlock = true;
    who = waiting();
  });
  std::exception_ptr failure;
  for (int rank = 0; rank < placement.processes(); ++rank) {
    auto actor = s4u::Actor::init(fmt::format("rank-{}", rank), node(placement.host_of(rank)));
    actor->set_property("instance_id", instance);
    actor->set_property("rank", std::to_string(rank));
    actor->start([&body, &failure, rank] {
      try {
        MPI_Init(nullptr, nullptr);
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        body(rank);
        MPI_Finalize();
      } catch (const std::bad_alloc&) {
        if (!failure) failure = std::make_exception_ptr(Error("there is not so much memory"));
        s4u::Actor::kill_all();
      } catch (const Error&) {
        // The other ranks would wait for this one: end them all.
        if (!failure) failure = std::current_exception();
        s4u::Actor::kill_all();
      }
    });
  }
  s4u::Engine::get_instance()->run();
  if (failure) std::rethrow_exception(failure);
  if (deadlock) throw Error("deadlock: " + who);
}

MPI_Comm Simulation::receiving_from_any() {
  MPI_Comm all = MPI_COMM_NULL;
  if (MPI_Comm_dup(MPI_COMM_WORLD, &all) != MPI_SUCCESS) throw Error("SMPI cannot copy a communicator");
  MPI_Comm_set_errhandler(all, MPI_ERRORS_RETURN);
  return all;
}

std::pair<double, std::vector<std::pair<std::string, double>>> Simulation::route(const Placement& placement,
                                                                                 int from, int to) const {
  std::vector<s4u::Link*> links;
  double latency = 0;
  node(placement.host_of(from))->route_to(node(placement.host_of(to)), links, &latency);
  std::vector<std::pair<std::string, double>> named;
  for (const auto* link : links) named.emplace_back(link->get_name(), link->get_bandwidth());
  return {latency, named};
}

std::pair<double, double> Simulation::wire(const AllRates& ranks, int from, int to, double bytes) const {
  const auto [latency, links] = route(ranks.placement(), from, to);
  double beta = 0;
  for (const auto& [name, bandwidth] : links) beta = std::max(beta, 1 / bandwidth);
  beta /= bandwidth_factor(platform_);
  const double alpha = latency * latency_factor(platform_).factor_of(bytes + smpi_envelope) +
                       smpi_envelope * beta +
                       (ranks.level(from, to) == Level::network ? platform_.number("network.latency") : 0);
  const auto [per_message, per_byte] = ranks.undisturbed_arrival(from, to, bytes);
  const NodeMessage inside = ranks.inside(from, to, bytes);
  return {alpha + inside.sets_out + inside.held + per_message, beta + per_byte};
}

void Simulation::charge_loopback(const AllRates& ranks) const {
  const Placement& placement = ranks.placement();
  for (int index = 0; index < placement.nodes(); ++index) {
    const Taking local = ranks[placement.rank_at(index, 0)].taken(Level::node);
    if (local.rate <= 0) continue;
    s4u::Host* host = node(placement.host(index));
    std::vector<s4u::Link*> links;
    double latency = 0;
    host->route_to(host, links, &latency);
    for (auto* link : links) {
      link->set_bandwidth(local.rate);
      link->set_latency(link->get_latency() + local.seconds);
    }
  }
}

}  // namespace collsim
