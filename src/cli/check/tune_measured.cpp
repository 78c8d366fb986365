#include "cli/check/tune_measured.hpp"

#include <fmt/format.h>

#include "cli/check/measured_rows.hpp"
#include "cli/present_tuned.hpp"
#include "cli/shared_flags.hpp"
#include "lab/decisions/choices.hpp"
#include "lab/tuner/left_out.hpp"

namespace collsim {

int tune_measured_command(const Context& context) {
  const CommandLine& arguments = context.arguments;
  const AskedTuning tuning = asked_tuning(arguments);
  std::vector<Row> rows = measured_rows(arguments, MeasuredOf::all);
  const auto own = own_choices(rows);
  std::erase_if(rows, [](const Row& row) { return row.point.asks_library(); });
  if (rows.empty())
    throw Error(
        fmt::format("no algorithm here was measured on {}; right would be another machine or --collective",
                    arguments.text(flags::measured)));
  present_tuned(tuning, rows,
                fmt::format("{} times measured on {}", rows.size(), arguments.text(flags::measured)),
                results_folder(arguments, "tune_measured"));
  for (const Target* target : tuning.targets)
    fmt::print(
        "Each number of ranks left out in turn, or each size of fewer than three, rules for {} cost there, "
        "and the library's own choices at the same cells:\n{}",
        target->name, measured_table(left_out(*target, rows, tuning.bounds), own));
  return 0;
}

}  // namespace collsim
