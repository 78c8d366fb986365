#include "algorithms/patterns/hierarchical_facts.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "algorithms/facts/blocks.hpp"
#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/nested.hpp"
#include "support/pattern.hpp"

namespace collsim {

OptionSpec senders_option() {
  return {.name = "senders",
          .fallback = "1",
          .meaning = "ranks of a node that take part between nodes, each with its slice",
          .minimum = 1};
}

int senders_of(const Options& options) {
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  return options.values().contains("senders") ? static_cast<int>(std::min(most, options.integer("senders")))
                                              : 1;
}

OptionSpec levels_option() {
  return {.name = "levels",
          .fallback = "node",
          .meaning =
              "where ranks share what all take: on their node, or then also in each of its memory domains, "
              "whose ranks make a copy there",
          .choices = {"node", "node+domain"}};
}

bool copies_in_domains(const Options& options) {
  return options.text("levels") == "node+domain";
}

std::vector<OptionSpec> options_with_result(const std::string& inter, std::vector<std::string> collectives) {
  return {inter_option(inter, std::move(collectives)),
          senders_option(),
          levels_option(),
          {.name = "result",
           .fallback = "copy",
           .meaning =
               "where it is: copied to each rank's buffer, or in the node's memory, read only (shared) or in "
               "private pages that are copied on write (cow)",
           .choices = {"copy", "shared", "cow"}},
          {.name = "written",
           .fallback = "0",
           .meaning =
               "percent of the result's pages that the application writes to, where they are copied on write",
           .maximum = 100}};
}

std::string result_of(const Options& options) {
  return options.values().contains("result") ? options.text("result") : "copy";
}

std::string wrong_result(const Options& options) {
  if (options.integer("written") == 0 || result_of(options) == "cow") return {};
  return "written=" + options.text("written") + " means nothing with result=" + result_of(options) +
         "; right would be result=cow, or written=0";
}

int meeting_rounds(int ranks) {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(std::max(ranks, 1) - 1)));
}

std::string hierarchical_unsupported(const Shape& shape, const Options& options, BetweenOf between,
                                     bool to_all) {
  const auto nodes = nodes_of(shape);
  const int senders = senders_of(options);
  if (senders > nodes->smallest())
    return options.text("senders") + " senders are more than the ranks of a node, of which one has " +
           std::to_string(nodes->smallest()) + "; right would be at most that";
  if (!to_all && copies_in_domains(options))
    return "ranks take no result in common, of which each memory domain could have a copy; right would be "
           "levels=node";
  if (!shape.commutative && !nodes->in_order() &&
      collective(between(shape, *nodes, 0, 1).collective).combines)
    return order_is_lost;
  const std::string& inter = options.text("inter");
  const std::string name = parse_written(inter).name;
  for (const int sender : {0, senders - 1}) {  // the largest slice, and the smallest
    const auto [part, slice] = between(shape, *nodes, sender, senders);
    if (!is_registered(part, name))
      return "between these nodes is an " + std::string(part) + ", which has no algorithm '" + name + "'";
    if (const std::string why = why_not_nested(part, inter); !why.empty())
      return "between these nodes, " + why;
    if (const std::string why = why_unsupported({part, slice}, inter); !why.empty())
      return "between nodes, " + why;
  }
  return {};
}

Cost hierarchical_cost(const Shape& shape, const Options& options, BetweenOf between, OnNodeOf on_node) {
  const auto nodes = nodes_of(shape);
  const int senders = senders_of(options);
  const OnNode own = on_node(shape, *nodes);
  const std::int64_t others = nodes->largest() - 1;
  const int meeting = meeting_rounds(nodes->largest());
  const bool root_sends = nodes->place_of(shape.root) < senders;
  Cost cost{{.copied = own.brought * shape.type_size,
             .flags = !own.root_brings             ? meeting
                      : root_sends && senders == 1 ? 0
                                                   : std::min<std::int64_t>(others, 1)}};
  if (own.vector >= 0)
    cost.push_back(
        {.reduced = others * Blocks(own.vector, others + 1)[0].count * shape.type_size, .flags = meeting});
  cost += cost_between_nodes(shape, nodes, options.text("inter"), senders, between);
  if (const Nodes& domains = nodes->domains(); copies_in_domains(options))
    cost.push_back({.copied = Blocks(own.taken, domains.smallest())[0].count * shape.type_size,
                    .flags = meeting_rounds(domains.largest())});
  const std::int64_t seen = own.root_takes && root_sends ? senders - 1 : senders;
  const bool together = senders > others && !own.root_takes;
  cost.push_back({.copied = result_of(options) == "copy" ? own.taken * shape.type_size : 0,
                  .flags = together ? meeting : std::min(seen, others),
                  .lookers = together || own.root_takes ? 0 : std::max<std::int64_t>(others - 1, 0)});
  return cost;
}

bool hierarchical_exact(const Shape& shape, const Options& options, BetweenOf between) {
  const auto nodes = nodes_of(shape);
  const int senders = senders_of(options);
  if ((copies_in_domains(options) && !nodes->domains().even()) || !nodes->even() || !nodes->in_order() ||
      (senders > 1 && senders < nodes->largest()))
    return false;
  const Between first = between(shape, *nodes, 0, senders);
  if (first.shape.count != between(shape, *nodes, senders - 1, senders).shape.count) return false;
  return is_exact(first, options.text("inter"));
}

namespace {

/// What a rank does with the result at last.
std::string taking(const OnNodeFormula& on_node, const Options& options) {
  if (result_of(options) == "copy") return on_node.taken;
  if (result_of(options) == "shared") return "";
  const std::int64_t written = options.integer("written");
  const auto part = [](std::int64_t percent, const std::string& factors) {
    return percent == 0 ? "" : (percent == 100 ? "" : std::to_string(percent) + "/100*") + factors + " + ";
  };
  return "page_map + n/page*(" + part(100 - written, "page_fault") + part(written, "page_copy") +
         "page_unmap)" + (written == 0 ? "" : " + " + std::to_string(written) + "/100*n*kappa");
}

}  // namespace

std::string composed_formula(const OnNodeFormula& on_node, const std::string& collective,
                             const Options& options, bool in_place) {
  const int senders = senders_of(options);
  const std::string part = senders > 1 ? on_node.sent + "/" + std::to_string(senders) : on_node.sent;
  const std::string slice = part == "n" ? part : "(" + part + ")";
  const std::string between = formula_between_nodes(collective, options.text("inter"), slice, in_place);
  const std::string seen = std::to_string(on_node.root_takes ? senders - 1 : senders);
  const std::string waits = seen == "0" ? "" : "min(" + seen + ", m - 1)*phi";
  const std::string of_one = waits + " + max(0, m - 2)*psi";
  std::vector<std::string> terms = {on_node.brought,
                                    !on_node.root_brings ? "l*phi"
                                    : senders > 1        ? "min(1, m - 1)*phi"
                                                         : "",
                                    on_node.combines ? "(m - 1)*n/m*gamma + l*phi" : "",
                                    between,
                                    copies_in_domains(options) ? "q*" + on_node.taken + "/m + d*phi" : "",
                                    taking(on_node, options),
                                    on_node.root_takes ? waits
                                    : senders > 1      ? "(m > " + seen + " ? " + of_one + " : l*phi)"
                                                       : of_one};
  std::string sum;
  for (const std::string& term : terms)
    if (!term.empty()) sum += (sum.empty() ? "" : " + ") + term;
  return sum;
}

std::vector<Symbol> symbols_of_nodes() {
  return {{"m", [](int) { return 1.0; }, "ranks of a node; p, k, P and r are of the nodes"},
          {"l", [](int) { return 0.0; }, "ceil(lg m), rounds in which they meet"},
          {"q", [](int) { return 1.0; }, "memory domains of a node"},
          {"d", [](int) { return 0.0; }, "ceil(lg(m/q)), rounds in which the ranks of a domain meet"},
          {"page", [](int) { return 1.0; }, "bytes of a page"},
          {"page_map", [](int) { return 0.0; }, "mapping a result privately once, seconds"},
          {"page_fault", [](int) { return 0.0; }, "reading a page of it for the first time, seconds"},
          {"page_copy", [](int) { return 0.0; },
           "writing to one for the first time, besides copying it, seconds"},
          {"page_unmap", [](int) { return 0.0; }, "giving one back, seconds"}};
}

}  // namespace collsim
