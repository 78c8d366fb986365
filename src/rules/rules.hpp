#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "points/choice.hpp"
#include "points/words.hpp"
#include "rules/region.hpp"

namespace collsim {

/// What a rule may ask of a call beside its region.
enum class Condition {
  nodes_in_order,   ///< ranks that share a node follow each other
  power_of_two,     ///< the number of processes is one
  even,             ///< that number is even
  element_each,     ///< there are at least as many elements as processes
  enough_elements,  ///< at least as many as the largest power of two that is not above the number of processes
  equal_parts,      ///< the elements divide into as many equal parts as there are processes
  two_segments,     ///< each half of the vector has an element, and at least a segment of the algorithm
  segment_each,     ///< so has each of as many parts as there are processes
  one_per_node,     ///< no two ranks share a node
  single_node       ///< all ranks share one
};
template <>
struct Words<Condition> {
  static constexpr const char* together = "condition";
  static constexpr std::array texts = {"nodes_in_order",  "power_of_two", "even",         "element_each",
                                       "enough_elements", "equal_parts",  "two_segments", "segment_each",
                                       "one_per_node",    "single_node"};
};

/// What all ranks of a collective call know about it.
struct CallFacts {
  std::string collective;
  int processes = 1;
  /// n of the literature (docs/guides/scenarios.md); unknown where not all ranks know it: gatherv, scatterv, alltoallv.
  std::optional<std::int64_t> bytes = {};
  std::string op =
      {};  ///< a name of algorithms/facts/operand.hpp, another of MPI's ("band") or "user"; "": none
  bool commutative = true;
  bool nodes_in_order = true;                 ///< ranks that share a node follow each other
  std::optional<std::int64_t> elements = {};  ///< n in them; unknown: enough for any algorithm
  int nodes = 0;                              ///< that have ranks; 0: unknown
};

/// Gives the facts of a call that is told by its shape.
CallFacts facts_of(const std::string& collective, const Shape& shape);

/// Whether a call meets it, of an algorithm with such segments. Where the nodes are unknown, no two ranks share one.
bool holds(Condition condition, const CallFacts& facts, std::int64_t segment_bytes);
/// Whether it depends on where ranks are.
bool is_of_nodes(Condition condition);

/// Calls of one collective, and which algorithm serves them.
struct Rule {
  std::string where;  ///< JSON pointer in the rule file, or the environment variable
  std::string collective;
  Region region = {};
  std::string operator_class = {};    ///< as the file names it; empty: any
  std::set<Condition> only = {};      ///< only calls of which all hold
  std::optional<Choice> choice = {};  ///< none: the MPI library
  /// What the library that the rules describe calls its algorithm, as "chain(segsize=8192)". Where there is no choice, no
  /// algorithm here is that one.
  std::string theirs = {};

  std::string algorithm() const;       ///< "ring(segment_bytes=8192)", "library"
  std::int64_t segment_bytes() const;  ///< of the algorithm; 0: it has none
};

/// Which algorithm serves a call of the drop-in library: the first rule that takes the call.
class Rules {
 public:
  /// Reads the rules of COLLSIM_<COLLECTIVE>=name[:option=value]*, one algorithm for all calls, and after these of the file
  /// that COLLSIM_RULES names; and of COLLSIM_SAME_RESULT. Throws Error naming the variable or the place in the
  /// file, also for a variable whose name is nearly one of these: a slip would measure something else.
  /// `environment`: "NAME=value" texts up to a null; `read`: the text of a file, such as text_of.
  static Rules from_environment(const char* const* environment,
                                const std::function<std::string(const std::string& file)>& read);
  static std::string text_of(const std::string& file);

  Rules() = default;
  explicit Rules(std::vector<Rule> rules, std::string source = {})
      : rules_(std::move(rules)), source_(std::move(source)) {}

  /// A JSON document as rules/schema.json describes it. Throws DocumentError.
  static Rules load(const std::string& file);
  /// Reads rules from text; `file` is for messages.
  static Rules parse(const std::string& text, const std::string& file);

  /// The first rule that takes the call; null: none does.
  const Rule* match(const CallFacts& facts) const;
  /// The choice for a call; none: the MPI library serves it.
  std::optional<Choice> choose(const CallFacts& facts) const;

  const std::vector<Rule>& all() const { return rules_; }
  /// What the rules are of, with version and date; empty where the file does not say.
  const std::string& source() const { return source_; }
  /// The library serves all calls.
  bool empty() const { return rules_.empty(); }
  /// Whether an algorithm may serve a call of so many processes.
  bool may_serve(int processes) const;
  /// Whether what an algorithm does, or which one serves, depends on which ranks share a node.
  bool know_nodes() const;
  /// Whether an algorithm that may give ranks different results (SameBits::on_all_ranks) shall serve no call.
  bool same_result() const { return same_result_; }
  /// Variables COLLSIM_* of the environment that mean nothing here.
  const std::vector<std::string>& strangers() const { return strangers_; }

  /// What is allowed but hardly meant: rules that overlap (and which one wins where), that can never match,
  /// whose algorithm is unsupported for calls they take, or may give ranks different results. A rule without
  /// operator is not reproached with operators that do not commute.
  std::vector<std::string> warnings() const;

  /// Tells people a line a rule.
  std::string table() const;
  /// Tells people a line a collective: how many rules it has, and of which algorithms.
  std::string summary() const;

  /// The document that parse() reads as the same rules, a line each.
  std::string document() const;

 private:
  /// Takes the rules of a collective; false where there is none of that name.
  bool take_collective(const std::string& name, const std::string& value);

  std::vector<Rule> rules_;
  std::string source_;
  std::vector<std::string> strangers_;
  bool same_result_ = false;
};

}  // namespace collsim
