#include "backends/fast/networks/wires.hpp"

#include <algorithm>
#include <map>

#include "support/error.hpp"

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
  std::vector<double> capacities;
  // Where all routes are alike and no link is occupied, nobody asks for each of what may be millions.
  const bool listed = model == Model::links || model == Model::fluid || !network.uniform();
  for (int number = 0; listed && number < network.links(); ++number) {
    const double bandwidth = network.bandwidth(number) * protocol.bandwidth_factor;
    links_.push_back({.inverse_bandwidth = 1 / bandwidth});
    shared_.push_back(network.shared(number));
    if (model == Model::fluid) capacities.push_back(bandwidth);
  }
  if (model == Model::loggp) ports_.resize(2 * static_cast<std::size_t>(nodes));
  capacities.insert(capacities.end(), memories.begin(), memories.end());
  if (!capacities.empty()) sharing_.emplace(std::move(capacities));
  if (nodes > 1 && network.uniform()) uniform_ = routed(0, 1);
}

double Wires::route(int from, int to) {
  if (from == route_from_ && to == route_to_) return route_latency_;
  route_from_ = from;
  route_to_ = to;
  route_latency_ = network_->route(from, to, route_) * protocol_.latency_factor;
  return route_latency_;
}

Wires::Path Wires::routed(int from, int to) {
  Path found{route(from, to), 0, false};
  for (const int number : route_) {
    found.inverse_bandwidth = std::max(found.inverse_bandwidth, inverse_bandwidth(number));
    found.contended = found.contended || shared(number);
  }
  if (route_.empty())
    throw Error(
        "nodes of this platform have no way to send to themselves; right would be one rank per node, or a "
        "loopback (loopback_bw, loopback_lat)");
  return found;
}

std::optional<double> Wires::alone(int from, int to, double start, std::int64_t bytes) {
  if (model_ != Model::hockney && from != to) return std::nullopt;
  const Path direct = path(from, to);
  if (model_ != Model::hockney && direct.contended) return std::nullopt;
  return start + direct.latency + payload(bytes) * direct.inverse_bandwidth;
}

double Wires::take(Lane& lane, double head, double seconds) {
  head = std::max(head, lane.free);
  lane.free = head + seconds;
  return head;
}

double Wires::leave(int from, int to, double start, std::int64_t bytes) {
  const double size = payload(bytes);
  if (model_ == Model::loggp)
    return take(port_out(from), start, size * path(from, to).inverse_bandwidth + protocol_.gap);
  route(from, to);
  Lane& first = link(route_.front());
  return shared(route_.front()) ? take(first, start, size * first.inverse_bandwidth) : start;
}

double Wires::pass(int from, int to, double left, std::int64_t bytes) {
  const double size = payload(bytes);
  if (model_ == Model::loggp) {
    const Path direct = path(from, to);
    const double seconds = size * direct.inverse_bandwidth;
    return take(port_in(to), left, seconds + protocol_.gap) + direct.latency + seconds;
  }
  const double latency = route(from, to);
  double end = left + latency + size * link(route_.front()).inverse_bandwidth;
  for (auto next = route_.begin() + 1; next != route_.end(); ++next) {
    Lane& lane = link(*next);
    const double seconds = size * lane.inverse_bandwidth;
    const double begun = shared(*next) ? take(lane, left, seconds) : left;
    end = std::max(end, begun + latency + seconds);
  }
  return end;
}

double Wires::reach(int from, int to, double start) {
  return start + route(from, to);
}

void Wires::flow(const Parties& parties, Request& send, int from, int to, double now, std::int64_t bytes) {
  const double latency = route(from, to) / protocol_.latency_factor;
  double bound = Sharing::never;
  contended_.clear();
  for (const int number : route_) {
    if (shared(number))
      contended_.push_back(number);
    else
      bound = std::min(bound, 1 / link(number).inverse_bandwidth);
  }
  // SimGrid shares a link in inverse proportion to the flows' latencies, as TCP does to round-trip times.
  enter(sharing_->start(now, payload(bytes), contended_, key_of(parties), latency > 0 ? latency : 1, bound),
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
