#include "backends/trial/rates.hpp"

#include <algorithm>

#include "algorithms/facts/operand.hpp"

namespace collsim {

AllRates::AllRates(const Platform& platform, const Point& point)
    : platform_(&platform),
      point_(point),
      placement_(point.placement()),
      domains_(platform.domains()),
      cores_per_domain_(std::max(1, platform.cores() / platform.domains())) {
  if (const auto network = collective_network(platform))
    traversal_ = {network->latency, placement_.most_on_a_node() / network->bandwidth};
}

Shape AllRates::shape() const {
  std::vector<int> domains;
  for (int rank = 0; rank < point_.processes; ++rank) domains.push_back(domain_of(rank));
  return point_.shape(domains);
}

/// How many ranks are on the memory domain of this one, itself included.
int AllRates::neighbours_of(int rank) const {
  const int node = placement_.node_of(rank);
  int found = 0;
  for (int slot = 0; slot < placement_.ranks_on(node); ++slot)
    if (domain_of(placement_.rank_at(node, slot)) == domain_of(rank)) ++found;
  return found;
}

Rates AllRates::made(int ranks, int neighbours) const {
  const Platform& platform = *platform_;
  const double share = std::max(1.0, ranks / platform.number("cores.effective"));
  const std::int64_t bytes = point_.bytes();
  Rates rates{.combine = point_.threads *
                         platform.combine_rate(operand_op(point_.op).op_class, point_.type, bytes) / share,
              .copy = platform.copy_rate(bytes) / share,
              .send_overhead = platform.number("send_overhead"),
              .fresh = rate_from(platform, "fresh"),
              .trimmed = rate_from(platform, "trimmed"),
              .pages = page_costs(platform).value_or(PageCosts()),
              .share = share,
              .turn = (share - 1) * platform.number("quantum")};
  const double message = platform.number("message", bytes) / share,
               arrival = platform.number("arrival", bytes) / share;
  for (const Level level : {Level::domain, Level::node, Level::network}) {
    const auto with_overhead = [&](double overhead) {
      return overhead + platform.crossing(level) + rates.turn;
    };
    const double seconds = with_overhead(platform.overhead(level));
    const double rate = level == Level::network ? arrival : message;
    Taking& taking = rates.taking[static_cast<std::size_t>(level)];
    taking = {seconds, rate};
    if (level == Level::network) {
      for (const auto& [from, overhead] : by_size(platform, "overhead"))
        taking.of_larger.emplace_back(from, with_overhead(overhead));
      taking.copies = eager_copies(platform);
    }
    rates.takes_time = rates.takes_time || seconds > 0 || rate > 0 || !taking.of_larger.empty() ||
                       taking.copies.out.per_byte > 0;
  }
  // A rank's working set: the vector that it combines and the one that it combines it with.
  const double working_set = 2.0 * static_cast<double>(bytes) * neighbours;
  const double most = std::max({3 * rates.combine, 2 * rates.copy, 2 * message, 2 * arrival});
  if (ranks * most > platform.memory_bandwidth() && working_set > platform.number("memory.cache"))
    rates.through_memory = 1 - platform.number("memory.cache") / working_set;
  return rates;
}

const Rates& AllRates::operator[](int rank) const {
  const std::pair alike(placement_.ranks_on(placement_.node_of(rank)), neighbours_of(rank));
  const auto place = known_.find(alike);
  return place != known_.end() ? place->second
                               : known_.emplace(alike, made(alike.first, alike.second)).first->second;
}

std::pair<double, double> AllRates::undisturbed_arrival(int from, int to, double bytes) const {
  const Taking& taking = (*this)[to].taken(level(from, to));
  return {taking.seconds_of(bytes), taking.rate > 0 ? 1 / taking.rate : 0};
}

}  // namespace collsim
