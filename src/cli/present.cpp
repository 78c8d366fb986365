#include "cli/present.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <map>
#include <set>
#include <utility>

#include "algorithms/facts/description.hpp"
#include "cli/cells.hpp"
#include "cli/shared_flags.hpp"
#include "cli/source.hpp"
#include "cli/table_columns.hpp"
#include "figures/plots/figure.hpp"
#include "lab/decisions/best.hpp"
#include "lab/decisions/deviations.hpp"
#include "lab/scenarios/atomically.hpp"
#include "lab/scenarios/keys.hpp"
#include "lab/scenarios/published_tables.hpp"
#include "lab/scenarios/unanswered.hpp"
#include "support/human.hpp"
#include "support/names.hpp"
#include "support/range.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

constexpr std::size_t most_rows = 60;  // that a person reads

volatile std::sig_atomic_t signalled = 0;

extern "C" void note_signal(int) {
  signalled = 1;
}

void check_name(const Origin& origin, const std::string& pointer, const std::string& what,
                const std::string& name, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  origin.fail(pointer, "unknown " + what + " '" + name + "'" + suggestion(name, known));
}

/// Throws DocumentError for a figure or a published table that does not exist.
void check_names(const Scenario& scenario, const Flags& flags) {
  Origin origin{scenario.file};
  for (const char* key : {"figures", "published"})
    if (flags.contains(key)) origin.flags[key] = flag_of(key);
  for (std::size_t i = 0; i < scenario.figures.size(); ++i)
    check_name(origin, "/figures/" + std::to_string(i), "figure", scenario.figures[i], figure_names());
  if (!scenario.published.empty())
    check_name(origin, "/published", "published table", scenario.published, published_tables());
}

/// Throws Error where the operand of map is a collective, or nearly one, and no scenario.
void refuse_collective(const std::string& name) {
  if (is_path(name)) return;
  const bool slip = !correction(name, scenario_names()).empty();
  for (const auto* about : descriptions())
    if (name == about->collective || (!slip && !correction(name, {about->collective}).empty()))
      throw Error(fmt::format("'{}' is no scenario; right would be collsim map --collective {}", name,
                              about->collective));
}

std::vector<std::string> every_algorithm(const std::string& /*collective*/) {
  return {"*"};
}

/// Whether flags say enough for a scenario of scenario_of_cells().
bool asks_alone(const Flags& flags) {
  return flags.contains("platform") && flags.contains("collective");
}

/// Returns whether a point failed, which is neither unsupported nor missing.
bool count_troubles(const std::vector<Row>& rows) {
  const auto count = [&](Status::Kind kind) {
    return std::count_if(rows.begin(), rows.end(),
                         [&](const Row& row) { return row.outcome.status.kind == kind; });
  };
  const auto answered = count(Status::Kind::ok), failed = count(Status::Kind::failed);
  if (const std::size_t all = rows.size() - static_cast<std::size_t>(answered); all > 0)
    fmt::print("{}\n", wrapped(fmt::format("{} of {} {} no answer: {}.", all, counted(rows.size(), "point"),
                                           all == 1 ? "has" : "have", to_text(unanswered(rows))),
                               page_width(), 2));
  return failed > 0;
}

void draw_figures(Scenario& scenario, const std::vector<Row>& rows, const std::filesystem::path& folder,
                  const std::string& cells) {
  const auto answered = [](const Row& row) { return row.outcome.ok(); };
  if (scenario.figures.empty()) return;
  if (std::none_of(rows.begin(), rows.end(), answered)) {
    fmt::print("No figure: no point has an answer.\n");
    return;
  }
  const std::string sources = sources_of(scenario);
  for (const auto& figure : scenario.figures) try {
      for (const auto& file : draw(figure, (folder / "results.csv").string(), cells,
                                   (folder / figure).string(), scenario.title, sources))
        fmt::print("Figure: {}\n", file);
    } catch (const NothingToShow& reason) {
      fmt::print("No figure {}: {}.\n", figure, reason.what());
    }
}

}  // namespace

Scenario load_asked(const CommandLine& arguments) {
  const std::string& command = arguments.words.front();
  const bool flags_may_do = command == "map" || command == "run" || command == "whatif";
  const bool flags_alone =
      flags_may_do && arguments.words.size() == 1 && (command == "map" || asks_alone(arguments.scenario));
  if (arguments.words.size() != 2 && !flags_alone)
    throw Error(fmt::format("'{0}' takes one scenario; right would be collsim {0} SCENARIO{1}", command,
                            flags_may_do ? ", or --platform and --collective alone" : ""));
  if (command == "map" && !flags_alone) refuse_collective(arguments.words[1]);
  Scenario scenario = flags_alone ? scenario_of_cells(arguments, every_algorithm, {})
                                  : load_scenario(arguments.words[1], arguments.scenario);
  check_names(scenario, arguments.scenario);
  return scenario;
}

void tell_left_out(const Scenario& scenario) {
  for (const auto& line : scenario.left_out) fmt::print(stderr, "Left out: {}\n", line);
}

std::filesystem::path results_folder(const CommandLine& arguments, const std::string& name) {
  if (arguments.text(flags::results).empty()) return std::filesystem::path("results") / name;
  return arguments.text(flags::results);
}

void watch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = note_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
  struct sigaction before = {};
  sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);  // nohup ignores it
}

std::string sources_of(Scenario& scenario) {
  std::set<std::string> platforms, lines;
  for (const Point& point : scenario.points)
    if (backend(point).kind() != Backend::Kind::measured) platforms.insert(point.platform);
  for (const auto& name : platforms) lines.insert(source_of(scenario.platforms.get(name, {})));
  if (!scenario.published.empty())
    lines.insert(fmt::format("published: sources in validation/published/{}.json", scenario.published));
  return fmt::format("{}", fmt::join(lines, "\n"));
}

bool interrupted() {
  return signalled != 0;
}

void check_output() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) fail_to_write("standard output", errno);
}

Present present_answers(const std::string& asked_columns, const Dependences& dependences) {
  if (!asked_columns.empty())
    static_cast<void>(table_columns({}, asked_columns, columns()));  // complains now
  return [=](Scenario&, const std::vector<Row>& rows, const std::filesystem::path&) {
    if (rows.size() <= most_rows || !asked_columns.empty()) {
      Columns shown = table_columns(rows, asked_columns, columns());
      if (!dependences.empty()) shown.push_back(dependence_column(rows, dependences));
      fmt::print("{}", to_table(rows, shown));
    } else {
      fmt::print("Fastest algorithm by size, and the model's worst deviation among all algorithms:\n{}",
                 best_table(rows, dependences));
    }
    if (const std::string met = deviation_table(rows); !met.empty())
      fmt::print("Where several answer the same, against the truest:\n{}", met);
  };
}

int run_and_present(Scenario& scenario, RunSettings settings, const Answer& answer,
                    const std::string& command, const Present& present, const Compare& compare) {
  const bool compared = !scenario.published.empty() && !settings.partial();
  if (compared) compare.check(scenario);
  settings.stop = interrupted;
  watch_interrupts();
  tell_left_out(scenario);
  const Results results = run(scenario, settings, answer);
  const std::size_t points = results.rows.size();
  if (results.missing > 0) {
    if (!command.empty())
      fmt::print(stderr, "Stopped: {} of {} are done and kept in {}. This goes on:\n  {}\n",
                 points - results.missing, counted(points, "point"), settings.results.string(), command);
    return 130;
  }
  if (settings.partial()) {
    fmt::print("Share {}/{}: {}: {} computed, {} found in the store.\n", settings.share.number,
               settings.share.of, counted(points, "point"), results.computed, results.stored);
    return count_troubles(results.rows) ? 1 : 0;
  }
  present(scenario, results.rows, settings.results);
  const bool failed = count_troubles(results.rows);
  const std::string cells = compared ? compare.cells(scenario, results.rows, settings.results) : "";
  fmt::print("{}: {} computed, {} found in the store.\nResults: {}\n", counted(points, "point"),
             results.computed, results.stored, (settings.results / "results.csv").string());
  draw_figures(scenario, results.rows, settings.results, cells);
  return failed ? 1 : 0;
}

}  // namespace collsim
