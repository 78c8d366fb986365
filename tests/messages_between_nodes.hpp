/// Messages between the nodes of a platform that comes with collsim, by an engine, beside what its numbers come to.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <numeric>

#include "algorithms/algorithm.hpp"
#include "platforms/network/network.hpp"
#include "platforms/protocol.hpp"
#include "points/point.hpp"
#include "tests/machines.hpp"

namespace collsim::testing {

/// Every rank of the first half sends its vector to its partner in the second.
inline void to_the_other_half(Comm& comm, const Allreduce& call, const Options&) {
  const int half = comm.size() / 2;
  if (comm.rank() < half)
    comm.send(call.send, call.count, call.type, comm.rank() + half);
  else
    comm.recv(call.recv, call.count, call.type, comm.rank() - half);
}
/// All ranks do, at the same time.
inline void between_halves(Comm& comm, const Allreduce& call, const Options&) {
  const int half = comm.size() / 2, partner = (comm.rank() + half) % comm.size();
  comm.sendrecv(call.send, call.count, partner, call.recv, call.count, partner, call.type);
}

inline Description called(const char* name) {
  Description about;
  about.name = name;
  about.unsupported = [](const Shape& shape, const Options&) -> std::string {
    return shape.processes % 2 == 0 ? "" : "the halves differ";
  };
  return about;
}
inline const Registration<Allreduce> of_halves[] = {{called("test_to_the_other_half"), to_the_other_half},
                                                    {called("test_between_halves"), between_halves}};

/// A vector of so many bytes from each of the first half of these nodes to its partner in the other half, or both ways.
struct Sent {
  const char* algorithm;
  std::vector<int> nodes;
  std::int64_t bytes;
  double least, most;  ///< microseconds until the last has come
};

/// The node that is nearest to node 0, and the one that is farthest from it.
inline std::pair<int, int> nearest_and_farthest(const Platform& platform) {
  const auto network = Network::of_platform(platform);
  std::vector<int> links;
  const auto latency = [&](int node) { return network->route(0, node, links); };
  std::pair<int, int> found = {1, 1};
  for (int node = 2; node < platform.nodes(); ++node) {
    if (latency(node) < latency(found.first)) found.first = node;
    if (latency(node) > latency(found.second)) found.second = node;
  }
  return found;
}

/// A small and a large message to the nearest and to the farthest node, large ones from and to the nearest at once, and large
/// ones across the bisection, which fill its busiest link, if no more nodes than `at_once` take part.
inline std::vector<Sent> sent_on(const Platform& platform, const std::string& network, int at_once) {
  constexpr std::int64_t small = 8, large = 64 << 20;
  const Machine& machine = machines.at(platform.name());
  const auto found = software.find(platform.name());
  const Software of = found == software.end() ? Software() : found->second;
  const auto seconds = [&](std::int64_t bytes, double latency, double rate) {
    const auto n = static_cast<double>(bytes);
    const Spent& spent = bytes == small ? of.small : of.large;
    return latency * spent.stretch + spent.time + (n + platform.number("envelope")) / rate +
           (of.arrival > 0 ? n / of.arrival : 0);
  };
  constexpr const char* one_way = "test_to_the_other_half";
  std::vector<Sent> all;
  const auto [near, far] = nearest_and_farthest(platform);
  for (const std::int64_t bytes : {small, large}) {
    const double nearest = seconds(bytes, machine.nearest, machine.near);
    const double farthest = seconds(bytes, machine.farthest, machine.far);
    all.push_back({one_way, {0, near}, bytes, nearest, nearest});
    all.push_back({one_way, {0, far}, bytes, farthest, farthest});
  }
  // `links` has messages pass a bus one after the other, each at the rate of its own link, and it alone knows `exchange`.
  if (network != "links") {
    const auto shared = both_ways.find(platform.name());
    const double rate = shared == both_ways.end() ? machine.near : shared->second;
    // SMPI spends what a sender spends before it posts the receive.
    all.push_back({"test_between_halves",
                   {0, near},
                   large,
                   seconds(large, machine.nearest, rate),
                   seconds(large, machine.farthest, rate) + of.large.time});
  }
  if (platform.nodes() > at_once) return all;
  std::vector<int> nodes(static_cast<std::size_t>(platform.nodes()));
  std::iota(nodes.begin(), nodes.end(), 0);
  all.push_back({one_way, nodes, large, seconds(large, machine.nearest, machine.halves),
                 seconds(large, machine.farthest, machine.halves)});
  return all;
}

using Ask = std::function<std::vector<Outcome>(const Platform& platform, const std::vector<Point>& points)>;

/// Expects them by shortest routes, which all networks know.
inline void expect_messages(const std::string& name, const std::string& backend, const std::string& network,
                            int at_once, const Ask& ask) {
  SCOPED_TRACE(name + " " + network);
  const Platform as_it_is = Platform::load(name);
  const Platform platform =
      protocol(as_it_is).adaptive ? Platform::load(name, {{"routing", "minimal"}}) : as_it_is;
  const std::vector<Sent> sent = sent_on(platform, network, at_once);
  std::vector<Point> points;
  for (const Sent& each : sent) {
    Point& point = points.emplace_back();
    point.collective = "allreduce";
    point.algorithm = each.algorithm;
    point.options = describe(point.collective, point.algorithm).resolve({});
    point.backend = backend;
    point.network = network;
    point.platform = name;
    point.overrides = platform.overrides();
    point.processes = static_cast<int>(each.nodes.size());
    std::vector<RankPlace> places;
    for (const int node : each.nodes) places.push_back({.host = node});
    point.places = {"test", places};
    point.count = each.bytes / 8;
    point.data = Data::time;
  }
  const std::vector<Outcome> outcomes = ask(platform, points);
  ASSERT_EQ(outcomes.size(), sent.size());
  for (std::size_t i = 0; i < sent.size(); ++i) {
    SCOPED_TRACE(fmt::format("{}, {} B on {} nodes", sent[i].algorithm, sent[i].bytes, sent[i].nodes.size()));
    EXPECT_EQ(outcomes[i].status, Status());
    constexpr double rounding = 1e-9;
    EXPECT_GE(outcomes[i].seconds * 1e6, sent[i].least * (1 - rounding));
    EXPECT_LE(outcomes[i].seconds * 1e6, sent[i].most * (1 + rounding));
  }
}

}  // namespace collsim::testing
