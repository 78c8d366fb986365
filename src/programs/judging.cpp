#include "cli/judging.hpp"

#include <fmt/format.h>

#include "cli/check/advise.hpp"
#include "cli/check/calibrate.hpp"
#include "cli/check/calibrate_node.hpp"
#include "cli/check/compare.hpp"
#include "cli/check/import.hpp"
#include "cli/check/native_launches.hpp"
#include "cli/check/regret_measured.hpp"
#include "cli/check/study.hpp"
#include "cli/check/testbed.hpp"
#include "cli/check/tune_measure.hpp"
#include "cli/check/tune_measured.hpp"
#include "cli/check/tune_native.hpp"
#include "cli/check/tune_trace.hpp"
#include "cli/check/tune_verify.hpp"
#include "cli/check/validate.hpp"
#include "cli/check/validate_measured.hpp"
#include "cli/shared_flags.hpp"
#include "figures/report/report.hpp"
#include "lab/scenarios/atomically.hpp"

namespace collsim {
namespace {

int calibrate(const Context& context) {
  const auto& words = context.arguments.words;
  if (words.size() > 1 && words[1] == "measured") return calibrate_measured(context);
  if (words.size() > 1 && words[1] == "node") return calibrate_node(context.arguments);
  return calibrate_command(context.arguments);
}

int report_command(const Context& context) {
  const CommandLine& arguments = context.arguments;
  const std::string folder = arguments.words.size() == 2 ? arguments.words[1] : "results";
  const std::string file = arguments.text(flags::out).empty() ? "report.html" : arguments.text(flags::out);
  write_atomically(file, report_of(folder));
  fmt::print("Report: {}\n", file);
  return 0;
}

int tune(const Context& context) {
  const auto& words = context.arguments.words;
  if (words.size() == 1)
    return flags::say_where_to_measure(context.arguments) ? tune_native_command(context)
                                                          : tune_measured_command(context);
  if (words[1] == "measure") return tune_measure_command(context);
  return words[1] == "trace" ? tune_trace_command(context) : tune_verify_command(context);
}

[[maybe_unused]] const bool is_here = [] {
  provide_judging(
      {.performers = {{"advise", advise_command},
                      {"calibrate", calibrate},
                      {"import", [](const Context& context) { return import_command(context.arguments); }},
                      {"regret", regret_measured_command},
                      {"report", report_command},
                      {"run", run_measured},
                      {"study", study_command},
                      {"tune", tune},
                      {"testbed", [](const Context& context) { return testbed_command(context.arguments); }},
                      {"validate", validate_command}},
       .compare = {.check = check_published, .cells = compare_with_published}});
  return true;
}();

}  // namespace
}  // namespace collsim
