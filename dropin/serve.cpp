#include "dropin/serve.hpp"

#include <algorithm>
#include <array>
#include <climits>

namespace collsim {
namespace {

/// The operator as a rule names it.
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

std::string destination(const Choice& choice) {
  const std::string options = choice.options.to_string();
  return choice.about->name + (options.empty() ? "" : "(" + options + ")");
}

}  // namespace

Decision decide(const std::string& collective, const Question& question, const Rules& rules) {
  const Shape& shape = question.shape;
  const auto bytes = question.sized ? std::optional(shape.bytes()) : std::nullopt;
  const auto choice =
      rules.choose({collective, shape.processes, bytes, name_of(question.op), shape.commutative});
  if (!choice) return {std::nullopt, "library: no rule"};
  // Algorithms count the elements of a message by int, as MPI does.
  if (shape.count > INT_MAX) return {std::nullopt, "library: more than 2^31 - 1 elements"};
  const std::string why = choice->about->why_unsupported(shape, choice->options);
  if (!why.empty()) return {std::nullopt, "library: " + choice->about->name + ": " + why};
  return {choice, destination(*choice)};
}

bool are_counts(const int* counts, int number) {
  return counts && std::all_of(counts, counts + number, [](int count) { return count >= 0; });
}

int fail(MPI_Comm comm, int code) {
  PMPI_Comm_call_errhandler(comm, code);
  return code;
}

}  // namespace collsim
