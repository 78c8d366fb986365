#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <mutex>
#include <utility>

#include "points/chooser.hpp"
#include "rules/rules.hpp"
#include "support/data_dir.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

/// A name without a folder and an ending is that of rules that come with collsim.
std::string file_of(const Options& options) {
  const std::string& name = options.text("rules");
  if (name.find_first_of("/.") != std::string::npos) return name;
  const auto folder = data_dir() / "rules";
  const auto file = folder / (name + ".json");
  if (!std::filesystem::exists(file)) {
    std::vector<std::string> known;
    for (const auto& known_name : data_names("rules", ".json"))
      if (known_name != "schema") known.push_back(known_name);
    throw Error("no rules '" + name + "'" + suggestion(name, known));
  }
  return file.string();
}

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
  if (!rule.choice) fail("algorithm", "a portfolio has no library to go to; right would be an algorithm");
}

Rules checked(const std::string& collective, const std::string& file) {
  Rules rules = Rules::load(file);
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

/// The algorithm of the first rule that takes the call.
std::shared_ptr<const Nested> chosen(const std::string& collective, const Options& options,
                                     const Shape& shape) {
  const auto choice =
      rules_of(collective, file_of(options))
          .choose({collective, shape.processes, shape.bytes(), shape.commutative ? "sum" : "user",
                   shape.commutative, !shape.nodes || shape.nodes->in_order()});
  return choice ? std::make_shared<const Nested>(Nested{choice->about, choice->options}) : nullptr;
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
  const auto choice = chosen(collectives[index], options, shape);
  if (!choice) return "no rule of '" + options.text("rules") + "' takes such a call";
  const std::string why = choice->about->why_unsupported(shape, choice->options);
  return why.empty() ? "" : choice->about->name + ": " + why;
}

template <std::size_t index>
const Description& portfolio() {
  static const Description about{
      .collective = collectives[index],
      .name = "portfolio",
      .source = "mpich: Thakur, Rabenseifner and Gropp 2005, and the switch-over points of MPICH 3's sources",
      .assumes = "nothing",
      .options = {{.name = "rules",
                   .fallback = "mpich",
                   .meaning =
                       "a file of rules, or some that come with collsim, such as mpich, or mpich_smp, which "
                       "is hierarchical where MPICH knows of nodes"}},
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
