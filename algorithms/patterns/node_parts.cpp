#include "algorithms/patterns/node_parts.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "algorithms/facts/nested.hpp"
#include "support/pattern.hpp"

namespace collsim {

OptionSpec inter_option(const std::string& fallback, std::vector<std::string> collectives) {
  return {.name = "inter",
          .fallback = fallback,
          .meaning = "the flat algorithm between nodes, with its options",
          .algorithms_of = std::move(collectives)};
}

OptionSpec on_node_option(const std::string& name, const std::string& fallback,
                          const std::string& collective) {
  return {.name = name,
          .fallback = fallback,
          .meaning = "the " + collective + " on a node, with its options",
          .algorithms_of = {collective}};
}

std::shared_ptr<const Nodes> nodes_of(const Shape& shape) {
  return shape.nodes ? shape.nodes : std::make_shared<const Nodes>(shape.processes);
}

std::string why_unsupported(const Between& part, const std::string& algorithm) {
  const Nested& flat = nested(part.collective, algorithm);
  const std::string why = flat.about->why_unsupported(part.shape, flat.options);
  return why.empty() ? "" : flat.about->name + ": " + why;
}

bool is_exact(const Between& part, const std::string& algorithm) {
  const Nested& flat = nested(part.collective, algorithm);
  return flat.about->is_exact(part.shape, flat.options);
}

namespace {

/// What so many equal parts of the ranks do at once, told of all: `among_all(part, rank)` is the number of a rank of one.
template <class AmongAll>
Cost cost_of_parts(const Between& part, const std::string& algorithm, int parts, const AmongAll& among_all) {
  const Nested& flat = nested(part.collective, algorithm);
  Cost cost = flat.about->cost(part.shape, flat.options);
  for (Stage& stage : cost) {
    stage.messages *= parts;
    stage.volume *= parts;
    stage.pairs = Pairs(
        [pairs = stage.pairs, shape = part.shape, parts, among_all](const Shape&) {
          Pairs::List all;
          for (int i = 0; i < parts; ++i)
            for (const auto& [from, to] : pairs.list_of(shape))
              all.emplace_back(among_all(i, from), among_all(i, to));
          return all;
        },
        stage.pairs.directed());
  }
  return cost;
}

/// Two senders at once: in step where their rounds are alike, else as if one waited for the other.
Cost at_once(Cost one, const Cost& other) {
  const auto alike = [](const Stage& a, const Stage& b) { return a.repeat == b.repeat; };
  if (!std::ranges::equal(one, other, alike)) return one += other;
  for (std::size_t i = 0; i < one.size(); ++i) {
    Stage& stage = one[i];
    stage.messages += other[i].messages;
    stage.volume += other[i].volume;
    stage.bytes = std::max(stage.bytes, other[i].bytes);
    stage.reduced = std::max(stage.reduced, other[i].reduced);
    stage.copied = std::max(stage.copied, other[i].copied);
    stage.pairs = Pairs(
        [first = stage.pairs, second = other[i].pairs](const Shape& shape) {
          Pairs::List all = first.list_of(shape);
          const Pairs::List more = second.list_of(shape);
          all.insert(all.end(), more.begin(), more.end());
          return all;
        },
        stage.pairs.directed());
  }
  return one;
}

}  // namespace

Cost cost_between_nodes(const Shape& shape, const std::shared_ptr<const Nodes>& nodes,
                        const std::string& algorithm, int senders, BetweenOf between) {
  Cost all;
  for (int sender = 0; sender < senders; ++sender) {
    const Cost one = cost_of_parts(between(shape, *nodes, sender, senders), algorithm, 1,
                                   [nodes, sender](int, int node) { return nodes->rank(node, sender); });
    all = sender == 0 ? one : at_once(std::move(all), one);
  }
  return all;
}

Cost cost_on_nodes(const Between& part, const std::string& algorithm,
                   const std::shared_ptr<const Nodes>& nodes) {
  return cost_of_parts(part, algorithm, nodes->count(),
                       [nodes](int node, int place) { return nodes->rank(node, place); });
}

namespace {

/// The term of a flat algorithm's formula for what it need not copy in place: its vector, always or on few ranks, or its
/// block.
std::string saved_in_place(const Nested& flat) {
  constexpr int n = 840;
  const auto saved = [&](int processes) {
    const auto copied = [&](bool in_place) {
      std::int64_t bytes = 0;
      const Shape shape{.processes = processes, .count = n, .in_place = in_place};
      for (const Stage& stage : flat.about->cost(shape, flat.options)) bytes += stage.repeat * stage.copied;
      return bytes;
    };
    return copied(false) - copied(true);
  };
  constexpr int many = 8;
  if (saved(many) == n / many) return " - n/p*kappa";
  if (saved(many) > 0) return " - n*kappa";
  int enough = 1;
  while (saved(enough) > 0) ++enough;
  return enough == 1 ? "" : " - (p < " + std::to_string(enough) + " ? n*kappa : 0)";
}

std::string with_words(std::string formula, const std::map<std::string, std::string>& words) {
  for (const auto& [word, instead] : words)
    formula = Pattern("\\b" + word + "\\b").replaced(formula, instead);
  return formula;
}

}  // namespace

std::string formula_on_node(const std::string& collective, const std::string& algorithm) {
  const Nested& flat = nested(collective, algorithm);
  return "(" +
         with_words(flat.about->formula_with(flat.options),
                    {{"p", "m"}, {"k", "k_m"}, {"P", "P_m"}, {"r", "r_m"}}) +
         ")";
}

std::string formula_between_nodes(const std::string& collective, const std::string& algorithm,
                                  const std::string& slice, bool in_place) {
  const Nested& flat = nested(collective, algorithm);
  std::string formula = "(" + flat.about->formula_with(flat.options) + ")";
  if (in_place) formula += saved_in_place(flat);
  return slice == "n" ? formula : with_words(formula, {{"n", slice}});
}

std::vector<Symbol> symbols_on_nodes() {
  return {{"m", [](int) { return 1.0; }, "ranks of a node; p, k, P and r are of the nodes"},
          {"k_m", [](int) { return 0.0; }, "floor(lg m)"},
          {"P_m", [](int) { return 1.0; }, "2^k_m"},
          {"r_m", [](int) { return 0.0; }, "m - P_m"}};
}

}  // namespace collsim
