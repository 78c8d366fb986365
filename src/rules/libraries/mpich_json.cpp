#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "algorithms/facts/collective.hpp"
#include "rules/libraries/foreign_algorithms.hpp"
#include "rules/libraries/formats.hpp"
#include "support/document.hpp"
#include "support/error.hpp"
#include "support/json.hpp"

namespace collsim {
namespace {

/// Conditions are tried in the order of the file.
using OrderedJson = nlohmann::ordered_json;

/// "avg_msg_size<=1024" taken apart.
struct JsonKey {
  std::string quantity, relation, value;
};

JsonKey parse_key(const std::string& text) {
  const auto at = text.find_first_of("<=");
  if (at == std::string::npos) return {text, "", ""};
  const auto value = text.find_first_not_of("<=", at);
  return {text.substr(0, at), text.substr(at, value - at),
          value == std::string::npos ? "" : text.substr(value)};
}

/// A condition that is settled, true or false, where no rank shares its node, nothing is in place and blocks are regular.
struct Settled {
  const char* key;
  bool holds;
};
constexpr Settled settled[] = {{"comm_type=intra", true},
                               {"comm_type=inter", false},
                               {"comm_hierarchy=parent", false},
                               {"comm_hierarchy=node", false},
                               {"comm_hierarchy=node_roots", false},
                               {"comm_hierarchy=flat", true},
                               {"comm_size=node_comm_size", false},
                               {"is_node_consecutive=yes", true},
                               {"is_node_consecutive=no", false},
                               {"is_sendbuf_inplace=yes", false},
                               {"is_sendbuf_inplace=no", true},
                               {"is_block_regular=yes", true},
                               {"is_block_regular=no", false},
                               {"is_multi_threaded=yes", false},
                               {"is_multi_threaded=no", true}};

class JsonTree {
 public:
  explicit JsonTree(const Origin& origin) : origin_(origin) {}

  /// The rules of a node's children for these calls, tried in the order of the file.
  void read(const OrderedJson& node, Rule calls, const std::string& pointer, std::vector<Rule>& rules) const {
    if (!node.is_object() || node.empty())
      origin_.fail(pointer, "has no conditions; MPICH would abort at a call");
    std::vector<std::pair<Rule, std::string>>
        first;  // of children whose condition is the negation of a rule's
    for (const auto& [key, child] : node.items()) {
      const std::string at = below(pointer, key);
      if (key.starts_with("algorithm=")) return read_leaf(key, child, calls, at, rules);
      if (key.starts_with("composition="))
        origin_.fail(at,
                     "is of a file for compositions of nodes; right would be one of "
                     "MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE");
      if (const auto known = std::ranges::find(settled, key, &Settled::key); known != std::end(settled)) {
        if (known->holds) return read(child, calls, at, rules);
        continue;
      }
      const JsonKey condition = parse_key(key);
      if (condition.value == "any") return read(child, calls, at, rules);
      if (key == "count<pow2") {
        read_enough(node, calls, pointer, key, rules);
        return read(child, calls, at, rules);
      }
      Rule taken = calls;
      if (!take(condition, taken, calls, at)) continue;
      read(child, std::move(taken), at, rules);
      if (calls.region.empty()) return;
    }
  }

 private:
  /// What follows a child of too few elements, before it.
  void read_enough(const OrderedJson& node, Rule calls, const std::string& pointer, const std::string& few,
                   std::vector<Rule>& rules) const {
    OrderedJson others = node;
    others.erase(few);
    calls.only.insert(Condition::enough_elements);
    read(others, std::move(calls), pointer, rules);
  }

  std::int64_t number(const JsonKey& key, const std::string& at) const {
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(key.value.data(), key.value.data() + key.value.size(), value);
    if (error != std::errc() || stop != key.value.data() + key.value.size() || value < 0)
      origin_.fail(at, "'" + key.value + "' is no number; right would be one, or 'any'");
    if (value > std::numeric_limits<int>::max())
      origin_.fail(at, key.value + " is more than MPICH's int holds; right would be up to 2147483647");
    return key.relation == "<" ? value - 1 : value;
  }

  /// Gives `taken` the calls of which the condition holds, and leaves `calls` the others. False where there are none.
  bool take(const JsonKey& key, Rule& taken, Rule& calls, const std::string& at) const {
    const auto below_limit = [&](Interval Region::*side) {
      const std::int64_t limit = number(key, at);
      (taken.region.*side).last = std::min((taken.region.*side).last, limit);
      (calls.region.*side).first = std::max((calls.region.*side).first, limit + 1);
      return !(taken.region.*side).empty();
    };
    const bool compares = key.relation == "<" || key.relation == "<=";
    if (key.quantity == "comm_size" && key.relation == "=" && key.value == "pow2") {
      taken.only.insert(Condition::power_of_two);
      return true;
    }
    if (key.quantity == "comm_size" && compares) {
      if (key.relation == "<" && calls.region.bytes != Region::all_bytes)
        origin_.fail(at, "MPICH takes '<' for '<=' below a condition on messages; right would be '<='");
      return below_limit(&Region::processes);
    }
    if (key.quantity == "comm_avg_ppn" && compares) return number(key, at) >= 1;
    if (key.quantity == "avg_msg_size" && compares) {
      if (calls.collective == "alltoall") return below_limit(&Region::block);
      constexpr std::array averaged = {"allreduce", "bcast", "reduce"};
      if (std::ranges::find(averaged, calls.collective) == averaged.end())
        origin_.fail(at, "MPICH aborts at the first " + calls.collective +
                             ", which has no avg_msg_size; right would be total_msg_size");
      return below_limit(&Region::bytes);
    }
    if (key.quantity == "total_msg_size" && compares) return below_limit(&Region::bytes);
    if (key.quantity == "is_op_built_in" && calls.collective != "allreduce" && calls.collective != "reduce")
      origin_.fail(at, "MPICH aborts at the first " + calls.collective +
                           ", of which it does not know that; right would be is_commutative");
    if (key.quantity == "is_commutative" || key.quantity == "is_op_built_in") {
      // Operators of users that commute are told as those that do not: collsim's own are built in.
      const char* name = key.value == "yes" ? "commutative" : "non_commutative";
      taken.region.operators = intersection(taken.region, {.operators = operator_class(name)}).operators;
      if (taken.region.operators != calls.region.operators) taken.operator_class = name;
      for (const auto& kind : taken.region.operators) calls.region.operators.erase(kind);
      return !taken.region.operators.empty();
    }
    static const std::vector<std::string> known = {"avg_msg_size",  "comm_avg_ppn",   "comm_size",
                                                   "count<pow2",    "is_commutative", "is_op_built_in",
                                                   "total_msg_size"};
    origin_.fail(at, "unknown condition, at which MPICH would abort" + suggestion(key.quantity, known));
  }

  /// "algorithm=MPIR_Allreduce_intra_ring" with its parameters as keys within.
  void read_leaf(const std::string& key, const OrderedJson& parameters, Rule calls, const std::string& at,
                 std::vector<Rule>& rules) const {
    origin_.placed(at, [&] {
      std::string name = key.substr(key.find('=') + 1);
      const std::string collective = calls.collective;
      std::string prefix = "MPIR_" + collective + "_intra_";
      prefix[5] = static_cast<char>(std::toupper(static_cast<unsigned char>(prefix[5])));
      const std::string both = prefix.substr(0, prefix.size() - 6) + "allcomm_";
      const auto end = name.starts_with(prefix) ? prefix.size() : name.starts_with(both) ? both.size() : 0;
      if (end == 0)
        throw Error("'" + name + "' is no algorithm of " + collective + "; right would be " + prefix + "...");
      Written theirs{name.substr(end), {}};
      for (const auto& [option, none] : parameters.items()) {
        const JsonKey each = parse_key(option);
        if (each.relation != "=") throw Error("'" + option + "' is no parameter; right would be name=value");
        theirs.options[each.quantity] = each.value;
      }
      calls.where = at;
      append_rules(Library::mpich, std::move(calls), theirs, rules);
    });
  }

  const Origin& origin_;
};

/// Whether collsim knows the collective; of nonblocking and neighbourhood ones it has no algorithm.
bool is_known(const std::string& name) {
  return std::ranges::any_of(foreign_algorithms(Library::mpich),
                             [&](const ForeignAlgorithm& row) { return row.collective == name; });
}

}  // namespace

Rules read_mpich_json(const std::string& text, const std::string& file) {
  const Origin origin{file};
  parse_json(text, origin);  // complains of what is malformed or there twice
  const OrderedJson document = OrderedJson::parse(text);
  if (!document.is_object()) origin.fail("", "is no object; right would be one of collectives");
  std::vector<Rule> rules;
  for (const auto& [key, node] : document.items()) {
    const JsonKey condition = parse_key(key);
    const std::string at = below("", key);
    if (condition.quantity != "collective" || condition.relation != "=")
      origin.fail(at, "is no collective; right would be a key such as 'collective=allreduce'");
    if (!is_known(condition.value)) continue;
    JsonTree(origin).read(node, {.where = at, .collective = condition.value}, at, rules);
  }
  return Rules(std::move(rules), "a file of choices for MPICH 4 and 5");
}

}  // namespace collsim
