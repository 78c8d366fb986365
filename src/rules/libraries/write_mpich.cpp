#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <span>

#include "rules/libraries/bands.hpp"
#include "rules/libraries/writers.hpp"
#include "support/error.hpp"
#include "support/json.hpp"

namespace collsim {
namespace {

using Json = nlohmann::ordered_json;

/// What serves every call of a collective within a communicator and between two; the former alone where it is the same for both.
struct Whole {
  const char* collective;
  const char* within;
  const char* between = nullptr;
};

/// The collectives of MPICH 4 and 5 without rules of ours; a tree that lacks one ends the job at its first call. Source: names in
/// maint/tuning/coll/mpir/generic.json of v4.0.2 and v5.0.1.
constexpr Whole others[] = {
    {"neighbor_allgather", "Neighbor_allgather_allcomm_nb"},
    {"neighbor_allgatherv", "Neighbor_allgatherv_allcomm_nb"},
    {"neighbor_alltoall", "Neighbor_alltoall_allcomm_nb"},
    {"neighbor_alltoallv", "Neighbor_alltoallv_allcomm_nb"},
    {"neighbor_alltoallw", "Neighbor_alltoallw_allcomm_nb"},
    {"ibarrier", "Ibarrier_intra_sched_recursive_doubling", "Ibarrier_inter_sched_bcast"},
    {"iallreduce", "Iallreduce_intra_sched_recursive_doubling",
     "Iallreduce_inter_sched_remote_reduce_local_bcast"},
    {"iallgather", "Iallgather_intra_sched_brucks", "Iallgather_inter_sched_local_gather_remote_bcast"},
    {"iallgatherv", "Iallgatherv_intra_sched_brucks", "Iallgatherv_inter_sched_remote_gather_local_bcast"},
    {"ibcast", "Ibcast_intra_sched_binomial", "Ibcast_inter_sched_flat"},
    {"ireduce", "Ireduce_intra_sched_binomial", "Ireduce_inter_sched_local_reduce_remote_send"},
    {"ireduce_scatter", "Ireduce_scatter_intra_sched_recursive_doubling",
     "Ireduce_scatter_inter_sched_remote_reduce_local_scatterv"},
    {"igather", "Igather_intra_sched_binomial", "Igather_inter_sched_long"},
    {"iscatter", "Iscatter_intra_sched_binomial", "Iscatter_inter_sched_linear"},
    {"igatherv", "Igatherv_allcomm_sched_linear"},
    {"iscatterv", "Iscatterv_allcomm_sched_linear"},
    {"iexscan", "Iexscan_intra_sched_recursive_doubling"},
    {"ireduce_scatter_block", "Ireduce_scatter_block_intra_sched_recursive_doubling",
     "Ireduce_scatter_block_inter_sched_remote_reduce_local_scatterv"},
    {"iscan", "Iscan_intra_sched_recursive_doubling"},
    {"ineighbor_allgather", "Ineighbor_allgather_allcomm_sched_linear"},
    {"ineighbor_allgatherv", "Ineighbor_allgatherv_allcomm_sched_linear"},
    {"ineighbor_alltoall", "Ineighbor_alltoall_allcomm_sched_linear"},
    {"ineighbor_alltoallv", "Ineighbor_alltoallv_allcomm_sched_linear"},
    {"ineighbor_alltoallw", "Ineighbor_alltoallw_allcomm_sched_linear"}};

/// A collective that needs another algorithm in place.
struct InPlace {
  const char* collective;
  const char* in_place;
  const char* otherwise;  ///< where there are no rules of ours
  const char* between;
};
constexpr InPlace in_place[] = {
    {"alltoall", "Alltoall_intra_pairwise_sendrecv_replace", nullptr, "Alltoall_inter_pairwise_exchange"},
    {"alltoallv", "Alltoallv_intra_pairwise_sendrecv_replace", nullptr, "Alltoallv_inter_pairwise_exchange"},
    {"alltoallw", "Alltoallw_intra_pairwise_sendrecv_replace", "Alltoallw_intra_scattered",
     "Alltoallw_inter_pairwise_exchange"},
    {"ialltoall", "Ialltoall_intra_sched_inplace", "Ialltoall_intra_sched_permuted_sendrecv",
     "Ialltoall_inter_sched_pairwise_exchange"},
    {"ialltoallv", "Ialltoallv_intra_sched_inplace", "Ialltoallv_intra_sched_blocked",
     "Ialltoallv_inter_sched_pairwise_exchange"},
    {"ialltoallw", "Ialltoallw_intra_sched_inplace", "Ialltoallw_intra_sched_blocked",
     "Ialltoallw_inter_sched_pairwise_exchange"}};

/// Between two communicators, of collectives with rules.
constexpr std::pair<const char*, const char*> between[] = {
    {"allgather", "Allgather_inter_local_gather_remote_bcast"},
    {"allgatherv", "Allgatherv_inter_remote_gather_local_bcast"},
    {"allreduce", "Allreduce_inter_reduce_exchange_bcast"},
    {"barrier", "Barrier_inter_bcast"},
    {"bcast", "Bcast_inter_remote_send_local_bcast"},
    {"gather", "Gather_inter_linear"},
    {"reduce", "Reduce_inter_local_reduce_remote_send"},
    {"reduce_scatter", "Reduce_scatter_inter_remote_reduce_local_scatter"},
    {"reduce_scatter_block", "Reduce_scatter_block_inter_remote_reduce_local_scatter"},
    {"scatter", "Scatter_inter_linear"}};

/// Served by one algorithm each: the rules that the table has for them hold for some calls only.
constexpr Whole same_for_all[] = {{"scan", "Scan_intra_recursive_doubling"},
                                  {"exscan", "Exscan_intra_recursive_doubling"},
                                  {"gatherv", "Gatherv_allcomm_linear"},
                                  {"scatterv", "Scatterv_allcomm_linear"}};

Json leaf(const std::string& name) {
  return {{"algorithm=MPIR_" + name, Json::object()}};
}

Json leaf(const Rule& rule) {
  const Written theirs = parse_written(rule.theirs);
  std::string collective = rule.collective;
  collective.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(collective.front())));
  Json parameters = Json::object();
  for (const auto& [name, value] : theirs.options) parameters[name + "=" + value] = Json::object();
  return {{"algorithm=MPIR_" + collective + "_intra_" + theirs.name, parameters}};
}

using List = std::vector<Rule>;

/// Whether the list's first rule takes all that is left.
bool is_decided(const List& rules) {
  const Region all;
  return !rules.empty() && rules.front().only.empty() && rules.front().region.bytes == all.bytes &&
         rules.front().region.block == all.block && rules.front().region.operators == all.operators;
}

List filtered(const List& rules, const std::function<bool(Rule&)>& keep) {
  List kept;
  for (Rule rule : rules)
    if (keep(rule)) kept.push_back(std::move(rule));
  return kept;
}

Json tree_of(const List& rules);

/// Children with and without a condition, or one of them where they are alike.
Json split(const std::string& with, const Json& yes, const std::string& without, const Json& no) {
  if (yes == no) return yes;
  return {{with, yes}, {without, no}};
}

bool has_condition(const List& rules, Condition condition) {
  return std::ranges::any_of(rules, [&](const Rule& rule) { return rule.only.contains(condition); });
}

/// A child for each interval that the rules tell apart.
Json by_size(const List& rules, Interval Region::*side, const std::string& key) {
  const Region all;
  std::vector<Interval> intervals;
  for (const Rule& rule : rules) intervals.push_back(rule.region.*side);
  std::vector<std::pair<std::string, Json>> children;
  for (const std::int64_t first : cuts_of(intervals, all.*side)) {
    const Json child = tree_of(filtered(rules, [&](Rule& rule) {
      if (!(rule.region.*side).contains(first)) return false;
      rule.region.*side = all.*side;
      return true;
    }));
    if (!children.empty()) children.back().first = key + "<=" + std::to_string(first - 1);
    if (first - 1 > std::numeric_limits<int>::max())
      throw Error(fmt::format("MPICH knows no size of {} bytes; right would be up to 2147483647", first - 1));
    if (!children.empty() && children.back().second == child)
      children.back().first = key + "=any";
    else
      children.emplace_back(key + "=any", child);
  }
  if (children.size() == 1) return children.front().second;
  Json node = Json::object();
  for (auto& [condition, child] : children) node[condition] = std::move(child);
  return node;
}

/// MPICH names the mean size of allreduce, bcast and reduce, which is the vector; all blocks otherwise.
std::string size_key(const std::string& collective) {
  constexpr std::array vectors = {"allreduce", "bcast", "reduce"};
  return std::ranges::find(vectors, collective) != vectors.end() ? "avg_msg_size" : "total_msg_size";
}

/// What serves calls of one band, by what rules ask for: the first that takes a call serves it.
Json tree_of(const List& rules) {
  if (rules.empty()) throw Error("rules for MPICH leave calls to nobody");
  if (is_decided(rules)) return leaf(rules.front());
  const auto differs = [&](auto Region::*side) {
    return std::ranges::any_of(rules, [&](const Rule& rule) { return rule.region.*side != Region().*side; });
  };
  if (has_condition(rules, Condition::power_of_two))
    return split(
        "comm_size=pow2",
        tree_of(filtered(rules,
                         [](Rule& rule) {
                           rule.only.erase(Condition::power_of_two);
                           return true;
                         })),
        "comm_size=any",
        tree_of(filtered(rules, [](Rule& rule) { return !rule.only.contains(Condition::power_of_two); })));
  if (differs(&Region::operators)) {
    const auto of = [&](const char* name) {
      return tree_of(filtered(rules, [&](Rule& rule) {
        if (!std::ranges::includes(rule.region.operators, operator_class(name))) return false;
        rule.region.operators = Region::all_operators();
        return true;
      }));
    };
    // Some of these end the job for operators of users that commute; those that are built in all do. MPICH knows that of two
    // collectives only.
    const std::string& collective = rules.front().collective;
    const std::string key =
        collective == "allreduce" || collective == "reduce" ? "is_op_built_in" : "is_commutative";
    return split(key + "=yes", of("commutative"), key + "=no", of("non_commutative"));
  }
  if (differs(&Region::bytes)) return by_size(rules, &Region::bytes, size_key(rules.front().collective));
  if (differs(&Region::block)) return by_size(rules, &Region::block, "avg_msg_size");
  if (has_condition(rules, Condition::enough_elements))
    return split(
        "count<pow2",
        tree_of(filtered(rules, [](Rule& rule) { return !rule.only.contains(Condition::enough_elements); })),
        "count=any", tree_of(filtered(rules, [](Rule& rule) {
          rule.only.erase(Condition::enough_elements);
          return true;
        })));
  throw Error(fmt::format("MPICH cannot ask for '{}'", to_text(*rules.front().only.begin())));
}

/// Communicator sizes outermost, where MPICH compares them as it says.
Json within(const Rules& rules, const std::string& collective) {
  std::vector<std::pair<std::int64_t, Json>> bands;  // by the last number of processes
  for (const Band& band : bands_of(rules, collective)) {
    List own;
    for (const Rule* rule : band.rules) own.push_back(*rule);
    Json tree = tree_of(own);
    if (!bands.empty() && bands.back().second == tree)
      bands.back().first = band.processes.last;
    else
      bands.emplace_back(band.processes.last, std::move(tree));
  }
  if (bands.size() == 1) return bands.front().second;
  Json node = Json::object();
  for (std::size_t i = 0; i < bands.size(); ++i)
    node[i + 1 == bands.size() ? "comm_size=any" : fmt::format("comm_size<={}", bands[i].first)] =
        std::move(bands[i].second);
  return node;
}

Json both(Json inside, const char* outside) {
  return {{"comm_type=intra", std::move(inside)}, {"comm_type=inter", leaf(outside)}};
}

/// Rules that hold wherever they are asked: none for calls that MPICH knows by more than rules say.
Rules everywhere(const Rules& rules, const Rules& table) {
  std::vector<Rule> all = rules.all();
  for (const Rule& rule : table.all())
    if (rule.theirs != "smp" && rule.theirs != "noncommutative") all.push_back(rule);
  return Rules(std::move(all));
}

}  // namespace

std::string mpich_json_text(const Rules& rules, const Rules& table) {
  const Rules all = everywhere(rules, table);
  Json tree = Json::object();
  for (const auto& [collective, name] : between)
    tree[fmt::format("collective={}", collective)] = both(within(all, collective), name);
  for (const InPlace& each : in_place) {
    const Json regular = each.otherwise ? leaf(each.otherwise) : within(all, each.collective);
    tree[fmt::format("collective={}", each.collective)] = both(
        {{"is_sendbuf_inplace=yes", leaf(each.in_place)}, {"is_sendbuf_inplace=no", regular}}, each.between);
  }
  for (const auto& list : {std::span<const Whole>(same_for_all), std::span<const Whole>(others)})
    for (const Whole& each : list)
      tree[fmt::format("collective={}", each.collective)] =
          each.between ? both(leaf(each.within), each.between) : leaf(each.within);
  return tree.dump(1) + "\n";
}

}  // namespace collsim
