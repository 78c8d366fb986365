#include "backends/trial/rates.hpp"

#include <algorithm>

#include "algorithms/facts/operand.hpp"

namespace collsim {

AllRates::AllRates(const Platform& platform, const Point& point)
    : platform_(&platform),
      point_(point),
      placement_(point.placement()),
      domains_(platform.domains()),
      cores_per_domain_(std::max(1, platform.cores() / platform.domains())),
      of_rank_(static_cast<std::size_t>(point.processes)) {
  if (platform.has("levels")) {
    std::vector<int> nodes, cores;
    for (int rank = 0; rank < point.processes; ++rank) {
      nodes.push_back(placement_.node_of(rank));
      cores.push_back(placement_.core_of(rank) % platform.cores());
    }
    inside_ = std::make_shared<const InsideNodes>(Levels::of_platform(platform), std::move(nodes),
                                                  std::move(cores));
  }
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

AllRates::Company AllRates::company_of(int rank) const {
  Company company{placement_.ranks_on(placement_.node_of(rank)), neighbours_of(rank), {}};
  for (std::size_t level = 0; inside_ && level < inside_->levels().size(); ++level)
    company.in_groups.push_back(inside_->neighbours(level, rank));
  return company;
}

/// Whether the ranks' vectors fit a cache of a level, at whose rates they then work: a rank's working set is the vector that it
/// combines and the one that it combines it with.
bool AllRates::work_in_cache(const Company& company, Rates& rates) const {
  const double bytes = 2.0 * static_cast<double>(point_.bytes());
  for (std::size_t level = 0; level < company.in_groups.size(); ++level) {
    const Levels::Level& its = inside_->levels()[level];
    if (its.cache == 0 || bytes * company.in_groups[level] > its.cache) continue;
    if (its.combine > 0)
      rates.combine *= its.combine / platform_->number("combine.arithmetic", point_.bytes());
    rates.copy = its.copy / rates.share;
    rates.shared = its.shared / rates.share;
    return true;
  }
  return false;
}

Rates AllRates::made(const Company& company) const {
  const int ranks = company.on_node;
  const Platform& platform = *platform_;
  const double share = std::max(1.0, ranks / platform.number("cores.effective"));
  const std::int64_t bytes = point_.bytes();
  Rates rates{.combine = point_.threads *
                         platform.combine_rate(operand_op(point_.op).op_class, point_.type, bytes) / share,
              .copy = platform.copy_rate(bytes) / share,
              .send_overhead = platform.number("send_overhead"),
              .call = platform.number("call"),
              .match = platform.number("match"),
              .fresh = rate_from(platform, "fresh"),
              .trimmed = rate_from(platform, "trimmed"),
              .pinned = rate_from(platform, "pinned"),
              .alignment = platform.number("pinned.alignment"),
              .pages = page_costs(platform).value_or(PageCosts()),
              .share = share,
              .turn = (share - 1) * platform.number("quantum")};
  const double message = platform.number("message", bytes) / share,
               arrival = platform.number("arrival", bytes) / share;
  for (const Level level : {Level::domain, Level::node, Level::network}) {
    const double seconds = platform.overhead(level) + rates.turn;
    const double rate = level == Level::network ? arrival : message;
    Taking& taking = rates.taking[static_cast<std::size_t>(level)];
    taking = {seconds, rate};
    if (level == Level::network) {
      for (const auto& [from, overhead] : by_size(platform, "overhead"))
        taking.of_larger.emplace_back(from, overhead + rates.turn);
      taking.copies = eager_copies(platform);
    }
    rates.takes_time = rates.takes_time || seconds > 0 || rate > 0 || !taking.of_larger.empty() ||
                       taking.copies.out.per_byte > 0;
  }
  if (rates.pinned.rate > 0) rates.buffered = static_cast<double>(protocol(platform).eager);
  if (work_in_cache(company, rates)) return rates;
  const double working_set = 2.0 * static_cast<double>(bytes) * company.on_domain;
  const double most = std::max({3 * rates.combine, 2 * rates.copy, 2 * message, 2 * arrival});
  if (ranks * most > platform.memory_bandwidth() && working_set > platform.number("memory.cache"))
    rates.through_memory = 1 - platform.number("memory.cache") / working_set;
  return rates;
}

const Rates& AllRates::operator[](int rank) const {
  const Rates*& its = of_rank_[static_cast<std::size_t>(rank)];
  if (!its) {
    Company company = company_of(rank);
    auto place = known_.find(company);
    if (place == known_.end()) {
      const Rates rates = made(company);
      place = known_.emplace(std::move(company), rates).first;
    }
    its = &place->second;
  }
  return *its;
}

double AllRates::undisturbed_departure(int from, int to, double bytes) const {
  return (*this)[from].taken(level(from, to)).copies.in.seconds(bytes) + inside(from, to, bytes).sets_out;
}

double AllRates::flag_latency() const {
  return inside_ ? inside_->slowest_flag() : platform_->number("flag.latency");
}

std::pair<double, double> AllRates::undisturbed_arrival(int from, int to, double bytes) const {
  const Taking& taking = (*this)[to].taken(level(from, to));
  return {taking.seconds_of(bytes), taking.rate > 0 ? 1 / taking.rate : 0};
}

}  // namespace collsim
