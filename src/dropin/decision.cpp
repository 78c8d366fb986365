#include "dropin/decision.hpp"

#include <array>
#include <climits>
#include <tuple>
#include <utility>

#include "algorithms/facts/nested.hpp"

namespace collsim {
namespace {

std::string destination(const Choice& choice) {
  const std::string options = choice.options.to_string();
  return choice.about->name + (options.empty() ? "" : "(" + options + ")");
}

/// Empty, or why the library takes a call for which the rules chose this algorithm.
std::string why_not(const Choice& choice, const Question& question, const Shape& shape, bool same_result) {
  // Algorithms count the elements of a message by int, as MPI does.
  if (shape.count > INT_MAX) return "more than 2^31 - 1 elements";
  const auto& [about, options] = choice;
  if (question.result != "copy" && !options.values().contains("result"))
    return about->name + ": leaves no result in the node's memory";
  for (const Description* each : algorithms_in(*about, options))
    if (each->needs_collective_network) return about->name + ": messages reach no network that combines";
  const std::string why = about->why_unsupported(shape, options);
  if (!why.empty()) return about->name + ": " + why;
  const auto promise = about->same_bits.on_all_ranks;
  if (same_result && promise && !promise(shape, options))
    return about->name + ": ranks may get different bits";
  return {};
}

}  // namespace

std::string name_of(MPI_Op op) {
  static const std::array<std::pair<MPI_Op, const char*>, 12> known = {{{MPI_MAX, "max"},
                                                                        {MPI_MIN, "min"},
                                                                        {MPI_SUM, "sum"},
                                                                        {MPI_PROD, "prod"},
                                                                        {MPI_LAND, "land"},
                                                                        {MPI_BAND, "band"},
                                                                        {MPI_LOR, "lor"},
                                                                        {MPI_BOR, "bor"},
                                                                        {MPI_LXOR, "lxor"},
                                                                        {MPI_BXOR, "bxor"},
                                                                        {MPI_MAXLOC, "maxloc"},
                                                                        {MPI_MINLOC, "minloc"}}};
  if (op == MPI_OP_NULL) return "";
  for (const auto& [handle, name] : known)
    if (handle == op) return name;
  return "user";
}

bool Question::operator==(const Question& other) const {
  const auto facts = [](const Question& call) {
    const Shape& sizes = call.shape;
    return std::tie(sizes.count, sizes.type_size, call.op, sizes.root, sizes.commutative, call.sized,
                    sizes.processes, sizes.counts, call.result);
  };
  return facts(*this) == facts(other);
}

Decision decide(const std::string& collective, const Question& question, const Rules& rules,
                const std::shared_ptr<const Nodes>& nodes) {
  Shape shape = question.shape;
  const auto bytes = question.sized ? std::optional(shape.bytes()) : std::nullopt;
  auto choice =
      rules.choose({collective, shape.processes, bytes, name_of(question.op), shape.commutative,
                    !nodes || nodes->in_order(), question.sized ? std::optional(shape.count) : std::nullopt,
                    nodes ? nodes->count() : 0});
  if (!choice) return {std::nullopt, "library: no rule"};
  if (choice->about->knows_nodes) shape.nodes = nodes;
  // Who calls says where the result is to be, not who chose the algorithm.
  if (auto values = choice->options.values(); values.contains("result")) {
    values["result"] = question.result;
    values["written"] = "0";
    choice->options = Options(std::move(values));
  }
  const std::string why = why_not(*choice, question, shape, rules.same_result());
  if (!why.empty()) return {std::nullopt, "library: " + why};
  return {choice, destination(*choice)};
}

}  // namespace collsim
