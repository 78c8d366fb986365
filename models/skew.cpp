#include "models/skew.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/quantile.hpp"

namespace collsim {
namespace {

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double sum_of_squares(const std::vector<double>& values) {
  return std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
}

/// The means of a repetition's moments, by node.
std::vector<double> node_means(const std::vector<double>& moments, const Nodes& nodes) {
  std::vector<double> means(static_cast<std::size_t>(nodes.count()), 0.0);
  for (int rank = 0; rank < nodes.ranks(); ++rank)
    means[static_cast<std::size_t>(nodes.node_of(rank))] +=
        moments[static_cast<std::size_t>(rank)] / nodes.size(nodes.node_of(rank));
  return means;
}

std::vector<double> within_nodes(const std::vector<double>& moments, const Nodes& nodes) {
  const std::vector<double> means = node_means(moments, nodes);
  std::vector<double> all;
  for (int rank = 0; rank < nodes.ranks(); ++rank)
    all.push_back(moments[static_cast<std::size_t>(rank)] -
                  means[static_cast<std::size_t>(nodes.node_of(rank))]);
  return all;
}

std::vector<double> between_nodes(const std::vector<double>& moments, const Nodes& nodes) {
  std::vector<double> all = node_means(moments, nodes);
  const double whole = mean(moments);
  for (double& each : all) each -= whole;
  return all;
}

/// How many ranks' worth of the node's effect is in the mean square between nodes.
double ranks_per_effect(const Nodes& nodes) {
  double squares = 0;
  for (int node = 0; node < nodes.count(); ++node) squares += std::pow(nodes.size(node), 2);
  return (nodes.ranks() - squares / nodes.ranks()) / (nodes.count() - 1);
}

Variance over_repetitions(const std::vector<double>& estimates) {
  const double middle = mean(estimates);
  double squares = 0;
  for (const double each : estimates) squares += std::pow(each - middle, 2);
  const auto n = static_cast<double>(estimates.size());
  const double half = 1.96 * std::sqrt(squares / (n - 1) / n);
  return {middle, middle - half, middle + half};
}

template <class Parts>
std::vector<double> of_all(const Moments& moments, const Nodes& nodes, const Parts& parts) {
  std::vector<double> all;
  for (const auto& each : moments) {
    const std::vector<double> more = parts(each, nodes);
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

}  // namespace

Imbalance imbalance(const Moments& moments, const Nodes& nodes) {
  const int spare = nodes.ranks() - nodes.count();
  std::vector<double> between, within;
  for (const auto& each : moments) {
    const double own = spare > 0 ? sum_of_squares(within_nodes(each, nodes)) / spare : 0;
    if (spare > 0) within.push_back(own);
    if (nodes.count() == 1) continue;
    const std::vector<double> effects = between_nodes(each, nodes);
    double squares = 0;
    for (int node = 0; node < nodes.count(); ++node)
      squares += nodes.size(node) * std::pow(effects[static_cast<std::size_t>(node)], 2);
    between.push_back((squares / (nodes.count() - 1) - own) / ranks_per_effect(nodes));
  }
  Imbalance found;
  if (!between.empty()) found.between = over_repetitions(between);
  if (!within.empty()) found.within = over_repetitions(within);
  return found;
}

std::vector<double> deviations_within(const Moments& moments, const Nodes& nodes) {
  return of_all(moments, nodes, within_nodes);
}

std::vector<double> deviations_between(const Moments& moments, const Nodes& nodes) {
  return of_all(moments, nodes, between_nodes);
}

std::vector<double> typical_arrivals(const Moments& moments) {
  const auto lasts = [](const std::vector<double>& each) {
    const auto [first, last] = std::ranges::minmax(each);
    return last - first;
  };
  std::vector<double> arrivals = upper_median(moments, lasts);
  const double first = *std::ranges::min_element(arrivals);
  for (double& each : arrivals) each -= first;
  return arrivals;
}

}  // namespace collsim
