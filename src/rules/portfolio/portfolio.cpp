#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <utility>

#include "points/chooser.hpp"
#include "rules/libraries/formats.hpp"
#include "rules/rules.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

/// What rules may not ask of calls that are told by their shape, and where they lead to no algorithm.
void check(const Rule& rule, const std::string& file) {
  const auto fail = [&](const char* key, const std::string& what) {
    throw Error(file + ":" + rule.where + "/" + key + ": " + what);
  };
  const std::string& operators = rule.operator_class;
  if (!operators.empty() && operators != "commutative" && operators != "non_commutative")
    fail("operator",
         "a portfolio knows of operators whether they commute; right would be 'commutative' or "
         "'non_commutative'");
  if (!rule.choice && rule.theirs.empty())
    fail("algorithm", "a portfolio has no library to go to; right would be an algorithm");
}

Rules checked(const std::string& collective, const std::string& file) {
  Rules rules = load_rules(file);
  for (const Rule& rule : rules.all())
    if (rule.collective == collective) check(rule, file);
  return rules;
}

/// Each file is read once.
const Rules& rules_of(const std::string& collective, const std::string& file) {
  static std::mutex mutex;
  static std::map<std::pair<std::string, std::string>, Rules> known;
  const std::lock_guard lock(mutex);
  const std::pair key(collective, file);
  const auto place = known.find(key);
  return place != known.end() ? place->second : known.emplace(key, checked(collective, file)).first->second;
}

/// The first rule that takes the call; null: none does.
const Rule* match(const std::string& collective, const Options& options, const Shape& shape) {
  return rules_of(collective, options.text("rules")).match(facts_of(collective, shape));
}

std::shared_ptr<const Nested> chosen(const std::string& collective, const Options& options,
                                     const Shape& shape) {
  const Rule* rule = match(collective, options, shape);
  return rule && rule->choice
             ? std::make_shared<const Nested>(Nested{rule->choice->about, rule->choice->options})
             : nullptr;
}

constexpr const char* collectives[] = {"allgather",
                                       "allgatherv",
                                       "allreduce",
                                       "alltoall",
                                       "alltoallv",
                                       "barrier",
                                       "bcast",
                                       "exscan",
                                       "gather",
                                       "gatherv",
                                       "reduce",
                                       "reduce_scatter",
                                       "reduce_scatter_block",
                                       "scan",
                                       "scatter",
                                       "scatterv"};

template <std::size_t index>
std::string unsupported(const Shape& shape, const Options& options) {
  const Rule* rule = match(collectives[index], options, shape);
  if (!rule) return "no rule of '" + options.text("rules") + "' takes such a call";
  if (!rule->choice) return "no algorithm here is '" + rule->theirs + "' of '" + options.text("rules") + "'";
  const auto& [about, values] = *rule->choice;
  const std::string why = about->why_unsupported(shape, values);
  return why.empty() ? "" : about->name + ": " + why;
}

template <std::size_t index>
const Description& portfolio() {
  static const Description about{
      .collective = collectives[index],
      .name = "portfolio",
      .source =
          "mpich-3: Thakur, Rabenseifner and Gropp 2005, and the switch-over points of MPICH 3's sources",
      .assumes = "nothing",
      .options = {{.name = "rules",
                   .fallback = "mpich-3",
                   .meaning =
                       "a file of rules, or some that come with collsim, such as openmpi-4.1 and mpich-3, or "
                       "mpich-3-smp, which is hierarchical where MPICH knows of nodes"}},
      .knows_nodes = true,
      .unsupported = unsupported<index>};
  return about;
}

/// What a library of collectives does: for each call it chooses an algorithm.
struct Registered {
  Registered() {
    enter_chooser("portfolio", chosen);
    enroll_all(std::make_index_sequence<std::size(collectives)>());
  }
  template <std::size_t... indices>
  static void enroll_all(std::index_sequence<indices...>) {
    (detail::enroll(portfolio<indices>()), ...);
  }
} const registered;

}  // namespace
}  // namespace collsim
