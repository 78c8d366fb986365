#include "points/point.hpp"

#include <algorithm>
#include <sstream>

#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/distribution.hpp"
#include "algorithms/facts/nested.hpp"
#include "algorithms/facts/operand.hpp"

namespace collsim {
namespace {

/// "name=value" of the options at their default values; none for an algorithm that is not registered.
std::vector<std::string> defaults(const std::string& collective, const std::string& algorithm) {
  std::vector<std::string> settings;
  for (const auto* about : descriptions()) {
    if (about->collective != collective || about->name != algorithm) continue;
    for (const auto& option : about->options) settings.push_back(option.name + "=" + option.fallback);
  }
  return settings;
}

std::shared_ptr<const Nodes> nodes_of_ranks(const Point& point, const std::vector<int>& domains) {
  const Placement placement = point.placement();
  std::vector<int> all;
  for (int rank = 0; rank < point.processes; ++rank) all.push_back(placement.node_of(rank));
  return std::make_shared<const Nodes>(all, domains);
}

}  // namespace

std::int64_t Point::bytes() const {
  return count * operand_type(type).size;
}

Shape Point::shape(const std::vector<int>& domains) const {
  Shape shape{.processes = processes,
              .count = count,
              .type_size = operand_type(type).size,
              .root = root,
              .commutative = operand_op(op).commutative,
              .in_place = in_place};
  if (collsim::collective(collective).size == Collective::Size::varied)
    shape.counts = distribute(distribution, count, processes);
  if (is_registered(collective, algorithm) && describe(collective, algorithm).knows_nodes)
    shape.nodes = nodes_of_ranks(*this, domains);
  return shape;
}

Point Point::question() const {
  Point asked = *this;
  asked.backend = {};
  asked.network = {};
  asked.schedule = RunsAs::none;
  asked.balance = false;
  return asked;
}

std::string label(const Point& point) {
  return label(point.collective, point.algorithm, point.options.to_string());
}

std::string label(const std::string& collective, const std::string& algorithm, const std::string& options) {
  const auto usual = defaults(collective, algorithm);
  std::string shown;
  std::istringstream settings(options);
  for (std::string setting; std::getline(settings, setting, ';');)
    if (std::find(usual.begin(), usual.end(), setting) == usual.end())
      shown += (shown.empty() ? "" : ";") + setting;
  return shown.empty() ? algorithm : algorithm + "(" + shown + ")";
}

std::string backend_label(const BackendName& backend, const NetworkName& network, bool several_networks) {
  return several_networks && !network.empty() ? backend.text() + "/" + network.text() : backend.text();
}

}  // namespace collsim
