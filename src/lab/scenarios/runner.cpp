#include "lab/scenarios/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>

#include "algorithms/facts/nested.hpp"
#include "backends/simgrid_version.hpp"
#include "backends/trial/memory.hpp"
#include "lab/decisions/deviations.hpp"
#include "lab/scenarios/atomically.hpp"
#include "lab/scenarios/headway.hpp"
#include "lab/scenarios/progress.hpp"
#include "lab/scenarios/store.hpp"
#include "lab/scenarios/version.hpp"
#include "points/drawn.hpp"
#include "points/launches.hpp"
#include "points/serving.hpp"
#include "support/json.hpp"

namespace collsim {
namespace {

constexpr const char* machine_file = "machine.json";

Store open_store(const std::filesystem::path& folder) {
  return Store(folder, [](const std::string& problem) { fmt::print(stderr, "collsim: {}\n", problem); });
}

/// A scenario's points with the answers that need no work, and what is left to do.
struct Agenda {
  std::vector<std::size_t> chosen;  ///< of the scenario's points, one a row
  std::vector<Row> rows;
  std::vector<std::string> keys;     ///< of the pending rows' answers in the store, else empty
  std::vector<double> efforts;       ///< of the pending rows, else 0
  std::vector<std::size_t> pending;  ///< rows for `answer`, in the order in which it is to begin with them
  std::map<std::size_t, std::vector<std::size_t>> twins;  ///< of pending rows: others that ask the same
  std::set<std::size_t> spared;                           ///< those others
  std::map<std::size_t, std::vector<Outcome>> launches;   ///< of pending rows that have been measured before
  std::set<std::size_t> begun;     ///< of the pending rows those in whose measurement a job has ended
  std::optional<Machine> machine;  ///< that answers measured points
  std::size_t stored = 0;
  std::size_t unsupported = 0;
  std::size_t missing = 0;  ///< for another program to answer

  /// Whether there are points, and nobody here has or finds an answer to any.
  bool unanswerable() const { return !rows.empty() && unsupported + missing == rows.size(); }
};

/// The machine whose native answers the folder holds.
std::optional<Machine> noted_machine(const std::filesystem::path& folder) {
  if (!exists(folder / machine_file)) return std::nullopt;
  try {
    return read_json_file(folder / machine_file).get<Machine>();
  } catch (const nlohmann::json::exception&) {
    fmt::print(stderr, "collsim: {}: damaged, so native points count as missing\n",
               (folder / machine_file).string());
    return std::nullopt;
  }
}

bool is_measured(const Point& point) {
  return backend(point).measures();
}

/// What the store has of a point, launch by launch where it is measured.
std::vector<Outcome> known_answers(const Store& store, const std::string& key, const Point& point) {
  std::vector<Outcome> known;
  do {
    const auto next = store.find(Store::launch_key(key, static_cast<int>(known.size()) + 1));
    if (!next) break;
    known.push_back(*next);
  } while (is_measured(point));
  return known;
}

/// What answers the point, as far as the answer depends on it.
std::string provenance(const Point& point, const std::optional<Machine>& machine) {
  const Backend& own = backend(point);
  const bool measured = is_measured(point) && machine;
  const auto plugin_of = [&](const Description& about) {
    if (!measured) return about.plugin;
    const auto found = machine->plugins.find(about.full_name());
    return found != machine->plugins.end() ? found->second : about.plugin.empty() ? "" : std::string("none");
  };
  std::string sources;
  const Nested served = serving(point);
  for (const Description* used : algorithms_in(*served.about, served.options))
    sources += (sources.empty() ? "" : "; ") + answering_sources(used->full_name(), plugin_of(*used), own);
  if (served.about->name != point.algorithm)
    sources += ", " + served.about->name + "(" + served.options.to_string() + ")";
  return measured ? sources + ", machine " + machine->identity(point.processes).dump() : sources;
}

/// The scenario's points that are to be answered, ascending.
std::vector<std::size_t> chosen(Scenario& scenario, const RunSettings& settings) {
  std::vector<std::size_t> points = settings.pending.value_or(std::vector<std::size_t>());
  if (!settings.pending) {
    points.resize(scenario.points.size());
    std::iota(points.begin(), points.end(), std::size_t{0});
  }
  if (settings.share.of == 1) return points;
  std::vector<Asked> asked;
  for (const std::size_t number : points) {
    const Point& point = scenario.points.at(number);
    asked.push_back({&point, &scenario.platforms.of_point(point)});
  }
  std::vector<std::size_t> mine;
  for (const std::size_t place : places_of(settings.share, efforts_where_supported(asked)))
    mine.push_back(points[place]);
  return mine;
}

/// To the front, in order, the shortest points that take a tenth of all: whoever waits a minute has answers then, whatever the
/// longest takes. What is measured keeps its random order.
void begin_with_the_shortest(Agenda& agenda) {
  double left = 0;
  for (const std::size_t index : agenda.pending) left += agenda.efforts[index];
  left /= 10;
  auto longer = agenda.pending.end();
  while (longer != agenda.pending.begin()) {
    const std::size_t index = *std::prev(longer);
    left -= agenda.efforts[index];
    if (is_measured(agenda.rows[index].point) || left < 0) break;
    --longer;
  }
  std::reverse(longer, agenda.pending.end());
  std::rotate(agenda.pending.begin(), longer, agenda.pending.end());
}

/// The longest first, and what is measured in a random order, so that no algorithm always comes after the same other.
void put_in_order(Agenda& agenda, Scenario& scenario) {
  std::vector<Asked> pending;
  for (const std::size_t index : agenda.pending) {
    const Point& point = agenda.rows[index].point;
    pending.push_back({&point, &scenario.platforms.of_point(point)});
  }
  const auto of_pending = efforts(pending);
  for (std::size_t i = 0; i < pending.size(); ++i) agenda.efforts[agenda.pending[i]] = of_pending[i];
  const auto place = [&](std::size_t index) -> std::uint64_t {
    if (!is_measured(agenda.rows[index].point)) return index;
    const auto before = agenda.launches.find(index);
    const std::size_t launch = before == agenda.launches.end() ? 1 : before->second.size() + 1;
    return drawn(static_cast<int>(launch), index);
  };
  std::ranges::stable_sort(
      agenda.pending, {}, [&](std::size_t index) { return std::pair(-agenda.efforts[index], place(index)); });
  begin_with_the_shortest(agenda);
}

/// A point in whose measurement a job ended may end the next one, too: it waits until nothing else is left.
void put_off_begun(Agenda& agenda) {
  if (agenda.begun.size() == agenda.pending.size()) return;
  std::erase_if(agenda.pending, [&](std::size_t index) { return agenda.begun.contains(index); });
  for (const std::size_t index : agenda.begun) agenda.keys[index].clear();
  agenda.begun.clear();
}

/// What the same algorithm answers, whether the point names it or another that chooses it, is asked once, but measured for each.
void find_twins(Agenda& agenda) {
  std::map<Point, std::size_t> asked;
  for (const std::size_t index : agenda.pending) {
    Point point = agenda.rows[index].point;
    if (is_measured(point)) continue;
    const Nested served = serving(point);
    point.algorithm = served.about->name;
    point.options = served.options;
    const auto [same, first] = asked.emplace(point, index);
    if (first) continue;
    agenda.twins[same->second].push_back(index);
    agenda.spared.insert(index);
    agenda.efforts[index] = 0;
  }
}

Agenda plan(Scenario& scenario, const RunSettings& settings, const Store& store) {
  Agenda agenda;
  agenda.chosen = chosen(scenario, settings);
  agenda.machine = settings.machine ? settings.machine : noted_machine(settings.results);
  for (const std::size_t number : agenda.chosen) {
    const Point& point = scenario.points[number];
    const std::size_t index = agenda.rows.size();
    agenda.rows.push_back({point});
    agenda.keys.emplace_back();
    agenda.efforts.push_back(0);
    Outcome& outcome = agenda.rows.back().outcome;
    const Platform& platform = scenario.platforms.of_point(point);
    const std::string why = why_unsupported(point, platform);
    if (!why.empty()) {
      outcome = unsupported(why);
      ++agenda.unsupported;
      continue;
    }
    const std::string key = Store::key(point, platform, provenance(point, agenda.machine));
    const std::vector<Outcome> known = known_answers(store, key, point);
    const std::string next = Store::launch_key(key, static_cast<int>(known.size()) + 1);
    const bool broke_off = is_measured(point) && store.broke_off(next);
    if (!known.empty())
      outcome = over_launches(known);
    else if (broke_off)
      outcome = failed("the job ended while it measured this point");
    const bool serves = settings.serves(backend(point));
    const std::size_t wanted = is_measured(point) && serves ? static_cast<std::size_t>(settings.launches) : 1;
    if (known.size() >= wanted) {
      ++agenda.stored;
    } else if (serves) {
      if (known.empty() && !broke_off) outcome = failed("the run was stopped before this point");
      agenda.keys.back() = next;
      if (!known.empty()) agenda.launches[index] = known;
      agenda.pending.push_back(index);
      if (broke_off) agenda.begun.insert(index);
    } else if (!broke_off) {
      outcome = missing("run " + backend(point).command());
      ++agenda.missing;
    }
  }
  put_off_begun(agenda);
  put_in_order(agenda, scenario);
  find_twins(agenda);
  return agenda;
}

/// The pending rows by what their backends answer at once, a platform or one with its variants, each in their order.
std::vector<std::vector<std::size_t>> groups(const Agenda& agenda) {
  std::vector<std::vector<std::size_t>> found;
  std::map<std::tuple<std::string, std::map<std::string, std::string>, bool>, std::size_t> places;
  for (const std::size_t index : agenda.pending) {
    if (agenda.spared.contains(index)) continue;
    const Point& point = agenda.rows[index].point;
    const bool variants = backend(point).answers_variants();
    const auto asked = std::tuple(
        point.platform, variants ? std::map<std::string, std::string>() : point.overrides, variants);
    const auto place = places.emplace(asked, found.size()).first->second;
    if (place == found.size()) found.emplace_back();
    found[place].push_back(index);
  }
  return found;
}

/// Who hears of answers.
struct Listeners {
  Store& store;
  Progress& progress;
  Heartbeat& heartbeat;
};

/// A group that is being answered. Its points are numbered from 0 on.
class GroupAtWork {
 public:
  GroupAtWork(const std::vector<std::size_t>& group, Agenda& agenda, const Listeners& listeners)
      : group_(group), agenda_(agenda), listeners_(listeners) {
    for (const std::size_t index : group) points_.push_back(agenda.rows[index].point);
  }

  /// Returns how many rows were answered. What goes wrong while it is noted, as where an answer cannot be stored, stops the work
  /// and is thrown when no trial is under way.
  std::size_t answer_by(const Answer& answer, const Platform& platform, const RunSettings& settings) {
    const auto stop = [&] {
      attempt([&] { listeners_.heartbeat.beat(); });
      return trouble_ || settings.stop();
    };
    begin(0);
    answer(platform, points_, settings.jobs, stop, [&](std::size_t number, const Outcome& outcome) {
      end(number, outcome.ok());
      settle(group_.at(number), outcome);
      if (const auto twins = agenda_.twins.find(group_[number]); twins != agenda_.twins.end())
        for (const std::size_t twin : twins->second) settle(twin, outcome);
      if (!trouble_) begin(number + 1);
    });
    for (const std::size_t number : std::set(measuring_)) end(number, false);
    if (trouble_) std::rethrow_exception(trouble_);
    return settled_;
  }

 private:
  void attempt(const std::function<void()>& note) {
    try {
      note();
    } catch (...) {
      trouble_ = std::current_exception();
    }
  }

  /// The store knows what is being measured: if the job ends meanwhile, the next one begins elsewhere.
  void begin(std::size_t number) {
    if (number >= group_.size() || !is_measured(points_[number])) return;
    measuring_.insert(number);
    attempt([&] { listeners_.store.note_begin(agenda_.keys[group_[number]]); });
  }
  void end(std::size_t number, bool answered) {
    if (measuring_.erase(number) > 0 && !answered)
      attempt([&] { listeners_.store.note_end(agenda_.keys[group_[number]]); });
  }

  /// Gives a row its answer, together with those of earlier launches.
  void settle(std::size_t index, const Outcome& outcome) {
    Outcome& its = agenda_.rows[index].outcome = outcome;
    if (const auto before = agenda_.launches.find(index); outcome.ok() && before != agenda_.launches.end()) {
      before->second.push_back(outcome);
      its = over_launches(before->second);
    }
    ++settled_;
    listeners_.progress.advance(agenda_.efforts[index]);
    listeners_.heartbeat.advance(agenda_.efforts[index], outcome.status.kind != Status::Kind::failed);
    if (outcome.ok()) attempt([&] { listeners_.store.save(agenda_.keys[index], outcome); });
  }

  const std::vector<std::size_t>& group_;  ///< rows
  Agenda& agenda_;
  Listeners listeners_;
  std::vector<Point> points_;
  std::set<std::size_t> measuring_;  ///< numbers of points
  std::size_t settled_ = 0;
  std::exception_ptr trouble_;
};

/// Answers what is pending. Returns how much was answered.
std::size_t work_off(Agenda& agenda, Scenario& scenario, const RunSettings& settings, const Answer& answer,
                     Store& store) {
  const double effort = std::accumulate(agenda.efforts.begin(), agenda.efforts.end(), 0.0);
  Progress own(agenda.pending.size(), effort, settings.jobs, "points" + settings.part);
  Progress& progress = settings.progress ? *settings.progress : own;
  if (settings.progress) progress.expect(agenda.pending.size(), effort);
  Heartbeat heartbeat(settings.results,
                      {.share = settings.share,
                       .jobs = settings.jobs,
                       .total = settings.pending ? settings.pending->size() : scenario.points.size(),
                       .points = agenda.rows.size(),
                       .answered = agenda.rows.size() - agenda.pending.size(),
                       .effort = effort});
  std::size_t done = 0;
  for (const auto& group : groups(agenda)) {
    if (settings.stop()) break;
    Point first = agenda.rows[group.front()].point;
    if (backend(first).answers_variants()) first.overrides.clear();
    const Platform& platform = scenario.platforms.of_point(first);
    done += GroupAtWork(group, agenda, {store, progress, heartbeat}).answer_by(answer, platform, settings);
  }
  store.flush();
  heartbeat.end();
  return done;
}

void write_results(const Scenario& scenario, const std::vector<Row>& rows,
                   const std::optional<Machine>& machine, const std::filesystem::path& folder) {
  nlohmann::json context = {{"collsim", collsim_version()},
                            {"simgrid", simgrid_version()},
                            {"file", scenario.file},
                            {"scenario", read_json(scenario.document)}};
  if (machine && std::ranges::any_of(rows, is_measured, &Row::point)) context["machine"] = *machine;
  Columns shown = columns();
  const Columns met = deviation_columns(rows);
  shown.insert(shown.end(), met.begin(), met.end());
  const nlohmann::json results = {{"context", context}, {"rows", to_json(rows, shown)}};
  write_atomically(folder / "results.csv", to_csv(rows, shown));
  write_atomically(folder / "results.json", results.dump(1) + "\n");
}

}  // namespace

Results run(Scenario& scenario, const RunSettings& settings, const Answer& answer) {
  sweep(settings.results);
  Store store = open_store(settings.results);
  Agenda agenda = plan(scenario, settings, store);
  if (!settings.partial() && agenda.unanswerable()) refuse_without_answer(unanswered(agenda.rows));
  if (settings.machine)
    write_atomically(settings.results / machine_file, nlohmann::json(*settings.machine).dump(1) + "\n");
  Results results{.rows = {}, .stored = agenda.stored, .computed = 0, .missing = 0};
  results.computed = work_off(agenda, scenario, settings, answer, store);
  results.missing = agenda.pending.size() - results.computed;
  results.rows = std::move(agenda.rows);
  if (!settings.partial()) write_results(scenario, results.rows, agenda.machine, settings.results);
  return results;
}

Forecast forecast(Scenario& scenario, const RunSettings& settings) {
  const Agenda agenda = plan(scenario, settings, open_store(settings.results));
  Forecast expected{.points = agenda.rows.size(),
                    .stored = agenda.stored,
                    .unsupported = agenda.unsupported,
                    .missing = agenda.missing,
                    .reasons = agenda.unanswerable() ? unanswered(agenda.rows) : Unanswered(),
                    .begun = !agenda.begun.empty()};
  const std::int64_t available = memory_available();
  std::vector<std::int64_t> memory;
  double longest = 0;
  for (const std::size_t index : agenda.pending) {
    const Point& point = agenda.rows[index].point;
    expected.seconds += agenda.efforts[index];
    expected.by_algorithm[point.collective + "/" + label(point)] += agenda.efforts[index];
    longest = std::max(longest, agenda.efforts[index]);
    if (!agenda.spared.contains(index))
      memory.push_back(backend(point).memory_at_most(point, scenario.platforms.of_point(point), available));
    expected.pending.push_back(agenda.chosen[index]);
  }
  std::sort(expected.pending.begin(), expected.pending.end());
  const auto jobs = static_cast<std::size_t>(std::max(settings.jobs, 1));
  expected.seconds = std::max(longest, expected.seconds / static_cast<double>(jobs));
  std::sort(memory.rbegin(), memory.rend());
  // A trial waits until there is memory for it beside those in flight.
  for (std::size_t i = 0; i < std::min(jobs, memory.size()); ++i)
    if (i == 0 || expected.bytes + memory[i] <= available) expected.bytes += memory[i];
  return expected;
}

}  // namespace collsim
