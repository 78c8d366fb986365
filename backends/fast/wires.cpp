#include "backends/fast/wires.hpp"

#include <algorithm>
#include <map>

#include "algorithms/error.hpp"

namespace collsim::fast {
namespace {

/// Unique while a rank has no more than 2^24 messages under way.
Sharing::Key key_of(const Parties& parties) {
  constexpr unsigned rank_bits = 20;
  return (static_cast<Sharing::Key>(parties.destination) << (2 * rank_bits + 4)) +
         (static_cast<Sharing::Key>(parties.source) << (rank_bits + 4)) + (parties.sequence & 0xffffffU);
}

}  // namespace

Model model_of(const std::string& name) {
  static const std::map<std::string, Model> models = {
      {"hockney", Model::hockney}, {"loggp", Model::loggp}, {"links", Model::links}, {"fluid", Model::fluid}};
  const auto found = models.find(name);
  if (found == models.end())
    throw Error("unknown network model '" + name + "'" +
                suggestion(name, {"hockney", "loggp", "links", "fluid"}));
  return found->second;
}

Wires::Wires(const Network& network, const Protocol& protocol, Model model, int nodes,
             const std::vector<double>& memories)
    : network_(&network), protocol_(protocol), model_(model) {
  const int links = network.links();
  if (model == Model::links)
    for (int link = 0; link < links; ++link)
      lanes_.push_back({.inverse_bandwidth = 1 / (network.bandwidth(link) * protocol.bandwidth_factor)});
  if (model == Model::loggp) lanes_.resize(2 * static_cast<std::size_t>(nodes));
  if (model == Model::fluid || !memories.empty()) {
    std::vector<double> capacities;
    if (model == Model::fluid)
      for (int link = 0; link < links; ++link)
        capacities.push_back(network.bandwidth(link) * protocol.bandwidth_factor);
    capacities.insert(capacities.end(), memories.begin(), memories.end());
    sharing_.emplace(std::move(capacities));
  }
}

Wires::Path Wires::path(int from, int to) {
  Path found{network_->route(from, to, route_) * protocol_.latency_factor, 0, false};
  double slowest = std::numeric_limits<double>::infinity();
  for (const int link : route_) {
    slowest = std::min(slowest, network_->bandwidth(link));
    found.contended = found.contended || network_->shared(link);
  }
  found.inverse_bandwidth = route_.empty() ? 0 : 1 / (slowest * protocol_.bandwidth_factor);
  return found;
}

std::optional<double> Wires::alone(int from, int to, double start, std::int64_t bytes) {
  if (model_ != Model::hockney && from != to) return std::nullopt;
  const Path direct = path(from, to);
  if (model_ != Model::hockney && direct.contended) return std::nullopt;
  return start + direct.latency + payload(bytes) * direct.inverse_bandwidth;
}

double Wires::occupy(int from, int to, double start, std::int64_t bytes) {
  const double size = payload(bytes);
  double head = start;
  if (model_ == Model::loggp) {
    const Path direct = path(from, to);
    const double seconds = size * direct.inverse_bandwidth;
    if (from != to)
      for (const int port : {2 * from, 2 * to + 1}) {
        Lane& lane = lanes_[static_cast<std::size_t>(port)];
        head = std::max(head, lane.free);
        lane.free = head + (seconds + protocol_.gap);
      }
    return head + direct.latency + seconds;
  }
  const double latency = network_->route(from, to, route_) * protocol_.latency_factor;
  double end = start;
  for (const int link : route_) {
    Lane& lane = lanes_[static_cast<std::size_t>(link)];
    const double seconds = size * lane.inverse_bandwidth;
    if (network_->shared(link)) {
      head = std::max(head, lane.free);
      lane.free = head + seconds;
    }
    end = std::max(end, head + latency + seconds);
  }
  return end;
}

double Wires::reach(int from, int to, double start) {
  return start + network_->route(from, to, route_) * protocol_.latency_factor;
}

void Wires::flow(const Parties& parties, Request& send, int from, int to, double now, std::int64_t bytes) {
  const double latency = network_->route(from, to, route_) * protocol_.latency_factor;
  double bound = Sharing::never;
  std::erase_if(route_, [&](int link) {
    if (network_->shared(link)) return false;
    bound = std::min(bound, network_->bandwidth(link) * protocol_.bandwidth_factor);
    return true;
  });
  // SimGrid shares a link in inverse proportion to the flows' latencies, as TCP does to round-trip times.
  enter(sharing_->start(now, payload(bytes), route_, key_of(parties), latency > 0 ? latency : 1, bound),
        &send);
}

void Wires::begin(const Parties& parties, const Work& work, double now) {
  const std::int32_t resource =
      work.memory + static_cast<std::int32_t>(model_ == Model::fluid ? network_->links() : 0);
  enter(sharing_->start(now, work.bytes, {&resource, 1}, key_of(parties), 1, work.bound),
        parties.destination);
}

void Wires::enter(Sharing::Flow flow, Ended what) {
  const auto place = static_cast<std::size_t>(flow);
  if (place >= flows_.size()) flows_.resize(place + 1);
  flows_[place] = what;
  ++moving_;
}

Wires::Ended Wires::pop_end() {
  --moving_;
  return flows_[static_cast<std::size_t>(sharing_->pop())];
}

}  // namespace collsim::fast
