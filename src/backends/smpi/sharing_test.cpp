#include "backends/fast/networks/sharing.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <random>
#include <simgrid/s4u.hpp>

#include "backends/smpi/simulation.hpp"
#include "support/children.hpp"
#include "tests/folder.hpp"

namespace s4u = simgrid::s4u;

namespace collsim {
namespace {

using fast::Sharing;

constexpr int nodes = 16;

/// A 4 x 4 torus: routes of up to four links. SimGrid's default, Lazy, is wrong when several messages start
/// at one time: a second one whose first link is already marked for solving does not mark its other links
/// (lmm::System::update_modified_cnst_set_from_variable), which then carry more than they can.
const char* const torus = R"(<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
<config><prop id="network/optim" value="Full"/></config>
<zone id="z" routing="Full">
<prop id="unsaid" value="nothing"/>
<prop id="source.link.bandwidth" value="chosen: test"/>
<prop id="source.link.latency" value="chosen: test"/>
<prop id="source.memory.bandwidth" value="chosen: test"/>
<prop id="source.nodes" value="chosen: test"/>
<prop id="source.network/optim" value="chosen: test"/>
<prop id="source.topology" value="chosen: test"/>
<prop id="combine.arithmetic" value="2GBps"/>
<prop id="source.combine.arithmetic" value="chosen: test"/>
<prop id="copy" value="2GBps"/>
<prop id="source.copy" value="chosen: test"/>
<cluster id="n" prefix="node-" suffix="" radical="0-15" speed="1Gf" topology="TORUS" topo_parameters="4,4"
         bw="1GBps" lat="1us"/>
<cluster id="m" prefix="memory-" suffix="" radical="0-15" speed="8Gf" bw="1GBps" lat="0"/>
</zone>
</platform>
)";

/// A message between two nodes, and when SimGrid says that it has arrived.
struct Message {
  double start;
  int from, to;
  std::uint64_t bytes;
  double arrived = NAN;
};

s4u::Host* node(int index) {
  return s4u::Host::by_name(fmt::format("node-{}", index));
}

struct Case {
  std::vector<double> latencies;  ///< of a link, seconds
  bool regular;                   ///< of few sizes and start times, so that some coincide
};

std::vector<Message> random_messages(const Case& one, std::mt19937& random) {
  std::vector<Message> messages(1 + random() % 200);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (auto& it : messages) {
    it.start = one.regular ? 1e-4 * static_cast<double>(random() % 8) : 1e-3 * uniform(random);
    it.from = static_cast<int>(random() % nodes);
    it.to = (it.from + 1 + static_cast<int>(random() % (nodes - 1))) % nodes;
    it.bytes = one.regular ? 100000 * (random() % 5) : random() % 500000;
  }
  return messages;
}

void simulate(std::vector<Message>& messages) {
  for (auto& it : messages)
    s4u::Actor::init("message", node(it.from))->start([&it] {
      s4u::this_actor::sleep_until(it.start);
      s4u::Comm::sendto(node(it.from), node(it.to), it.bytes);
      it.arrived = s4u::Engine::get_clock();
    });
  s4u::Engine::get_instance()->run();
}

/// What a message asks of the links once it has taken its latency.
struct Entry {
  double time;
  std::vector<std::int32_t> links;
  double penalty, bound;
};

/// When the messages arrive according to Sharing.
std::vector<double> share(const std::vector<Message>& messages) {
  std::map<s4u::Link*, std::int32_t> numbers;
  std::vector<double> capacities;
  std::vector<Entry> entries;
  for (const auto& it : messages) {
    std::vector<s4u::Link*> links;
    double latency = 0;
    node(it.from)->route_to(node(it.to), links, &latency);
    Entry entry{it.start + latency, {}, latency > 0 ? latency : 1, Sharing::never};
    for (auto* link : links) {
      const auto [at, fresh] = numbers.emplace(link, static_cast<std::int32_t>(capacities.size()));
      if (fresh) capacities.push_back(link->get_bandwidth());
      entry.links.push_back(at->second);
    }
    entries.push_back(entry);
  }
  std::vector<std::size_t> order(entries.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](auto one, auto other) { return entries[one].time < entries[other].time; });
  Sharing sharing(capacities);
  std::map<Sharing::Flow, std::size_t> of;
  std::vector<double> arrived(messages.size(), NAN);
  for (std::size_t i = 0; i < order.size() || sharing.next() < Sharing::never;) {
    const double horizon = i < order.size() ? entries[order[i]].time : Sharing::never;
    if (const double time = sharing.next(horizon); time <= horizon) {
      arrived[of.at(sharing.pop())] = time;
      continue;
    }
    const Entry& entry = entries[order[i]];
    const auto bytes = static_cast<double>(messages[order[i]].bytes);
    of[sharing.start(horizon, bytes, entry.links, {.sequence = static_cast<std::uint32_t>(order[i])},
                     entry.penalty, entry.bound)] = order[i];
    ++i;
  }
  return arrived;
}

/// The greatest relative difference of an arrival, in a process of its own.
double difference(const Case& one, unsigned seed) {
  const testing::Folder folder;
  const std::string file = folder.path() / "torus.xml";
  std::ofstream(file) << torus;
  double worst = NAN;
  in_children(
      1, 1,
      [&](std::size_t) {
        const Platform platform = Platform::load(file);
        Simulation simulation(platform, platform.nodes());
        std::mt19937 random(seed);
        for (auto* link : s4u::Engine::get_instance()->get_all_links()) {
          link->set_bandwidth(1e9 * (1 + static_cast<double>(random() % 3)));
          link->set_latency(one.latencies[random() % one.latencies.size()]);
        }
        auto messages = random_messages(one, random);
        simulate(messages);
        const auto arrived = share(messages);
        double most = 0;
        for (std::size_t i = 0; i < messages.size(); ++i)
          most = std::max(most, std::abs(arrived[i] - messages[i].arrived) / messages[i].arrived);
        return fmt::format("{}", most);
      },
      [] { return false; },
      [&](std::size_t, const ChildReport& report) {
        EXPECT_EQ(report.failure, "");
        if (report.failure.empty()) worst = std::stod(report.output);
      });
  return worst;
}

// Not routes with and without latency at once: penalties 1e6 apart are beyond SimGrid's precision, and it
// aborts.
TEST(SharingAgainstSimGrid, SameArrivals) {
  for (const auto& latencies : {std::vector{0.0}, std::vector{1e-6}, std::vector{3e-7, 1e-6, 2e-6}})
    for (const bool regular : {true, false})
      for (unsigned seed = 0; seed < 20; ++seed)
        EXPECT_LT(difference({latencies, regular}, seed), 1e-12)
            << "latency " << latencies[0] << (regular ? ", regular" : "") << ", seed " << seed;
}

}  // namespace
}  // namespace collsim
