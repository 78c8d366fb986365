#include "cli/check_rules.hpp"

#include <fmt/format.h>

#include "cli/shared_flags.hpp"
#include "rules/libraries/formats.hpp"

namespace collsim {
namespace {

int check_rules_command(const Context& context) {
  const Rules rules = load_own_rules(operand(context.arguments, "FILE"));
  if (!rules.source().empty()) fmt::print("{}\n", rules.source());
  constexpr std::size_t many = 60;  // more than a person reads
  if (rules.all().size() <= many || !context.arguments.text(flags::columns).empty())
    fmt::print("{}", rules.table());
  else
    fmt::print("{}{} rules; --columns all shows each.\n", rules.summary(), rules.all().size());
  for (const auto& warning : rules.warnings()) fmt::print("warning: {}\n", warning);
  return 0;
}

}  // namespace

Verb check_rules_verb() {
  return {"check-rules",
          "FILE",
          "tells which algorithm serves which call, what overlaps and what cannot serve; also of files of "
          "Open MPI, MPICH and UCC",
          {flags::columns.saying("all", "every rule, where they are many"), flags::plugin},
          {"collsim check-rules rules/mpich-3.json", "collsim check-rules mine.json --plugin libmine.so"},
          check_rules_command};
}

}  // namespace collsim
