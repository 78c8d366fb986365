#include "cli/check/tune_trace.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "cli/check/probe.hpp"
#include "cli/present.hpp"
#include "cli/shared_flags.hpp"
#include "lab/scenarios/atomically.hpp"
#include "lab/scenarios/progress.hpp"
#include "lab/tuner/proof.hpp"
#include "rules/libraries/formats.hpp"
#include "rules/libraries/openmpi.hpp"
#include "support/error.hpp"
#include "support/number.hpp"

namespace collsim {
namespace {

constexpr int most_traced_processes = 4096;
constexpr std::int64_t most_bytes = std::int64_t{1} << 30;

/// 4.1.4 of "Open MPI v4.1.4".
std::string version_of(const std::string& library) {
  const auto at = library.rfind(" v");
  if (at == std::string::npos || at + 2 == library.size())
    throw Error(
        fmt::format("--launch: the library says that it is '{}'; right would be Open MPI vVERSION", library));
  return library.substr(at + 2);
}

std::string list_of(const Rules& rules) {
  return Rules(rules.all()).document();
}

/// The tables that come with collsim and say the same.
std::string compared(const Rules& rules) {
  std::string same;
  for (const Target& each : targets())
    if (!each.table.empty() && each.library == Library::openmpi &&
        list_of(load_rules(each.table)) == list_of(rules))
      same += (same.empty() ? "" : " and ") + each.table;
  return same.empty() ? "They differ from those of every version that comes with collsim."
                      : "They are those of " + same + ".";
}

/// How many numbers of ranks the probe has asked, by the last lines that it has printed.
std::size_t asked_so_far(const std::string& last) {
  const std::string word = "asked ";
  const auto at = last.rfind(word);
  if (at == std::string::npos) return 0;
  const auto first = at + word.size(), end = last.find('\n', first);
  return end == std::string::npos ? 0 : number_in<std::size_t>(last.substr(first, end - first)).value_or(0);
}

/// What the probe tells of all numbers of ranks. A bar tells how far it is.
std::string decisions_of(const Probe& probe) {
  const std::size_t all = probed_collectives().size() * (most_traced_processes - 1);
  Progress progress(all, static_cast<double>(all), 1, "numbers of ranks");
  std::size_t done = 0;
  const auto advance = [&](std::size_t asked) {
    for (; done < std::min(asked, all); ++done) progress.advance(1);
  };
  std::string output = probe.told({fmt::format("decisions:{}:{}", most_traced_processes, most_bytes)}, {},
                                  [&](const std::string& last) { advance(asked_so_far(last)); });
  advance(all);
  return output;
}

}  // namespace

int tune_trace_command(const Context& context) {
  const CommandLine& arguments = context.arguments;
  if (arguments.text(flags::launch).empty())
    throw Error("'tune trace' needs --launch; right would be collsim tune trace --launch 'mpirun -n 2'");
  const auto folder = results_folder(arguments, "tune_trace");
  const Probe probe(target("openmpi-4.1"), arguments.text(flags::launch), folder);
  const std::string output = decisions_of(probe);
  const std::string library = told_after(output, "library"), version = version_of(library);
  const Rules rules = openmpi_decisions(
      output,
      fmt::format("{} (coll/tuned), traced on {:%F} up to {} processes and 1 GiB: bytes, operators that "
                  "commute, root 0",
                  library, fmt::gmtime(std::chrono::system_clock::now()), most_traced_processes));
  const auto file = folder / ("openmpi-" + version + ".json");
  write_atomically(file, rules.document());
  fmt::print("{}: {} rules. {}\nRules: {}\n", library, rules.all().size(), compared(rules), file.string());
  return 0;
}

}  // namespace collsim
