#include <fmt/format.h>

#include "backends/backend.hpp"
#include "backends/server.hpp"
#include "backends/smpi/smpi_trial.hpp"

namespace collsim {
namespace {

/// Loads the platform and answers all points.
void serve(const Platform& platform, const std::vector<Point>& points, int jobs,
           const std::function<bool()>& stop, int out) {
  Simulation simulation(platform);
  std::vector<std::size_t> trials;
  for (std::size_t i = 0; i < points.size() && !stop(); ++i) {
    if (points[i].backend == "model")
      send_answer(out, i, predict_point(simulation, points[i]));
    else
      trials.push_back(i);
  }
  const auto trial = [&](std::size_t index) {
    return nlohmann::json{{"outcome", simulate(simulation, points[index])}};
  };
  serve_trials(out, trials, jobs, trial, stop);
}

void answer_with_simgrid(const Platform& platform, const std::vector<Point>& points, int jobs,
                         const std::function<bool()>& stop, const Done& done) {
  Server server([&](int out) { serve(platform, points, jobs, stop, out); });
  const auto left = receive(server, points.size(), stop, done);
  if (stop()) return;
  const std::string why = server.last_words();
  // SimGrid ends the process over some platforms, instead of throwing.
  if (left.size() == points.size()) throw PlatformError(platform.file(), 0, "SimGrid refuses it: " + why);
  for (const std::size_t index : left)
    done(index, failed("the process that simulates " + platform.name() + " ended early: " + why));
}

}  // namespace

void answer(const Platform& platform, const std::vector<Point>& points, int jobs,
            const std::function<bool()>& stop, const Done& done, const Collfast& collfast) {
  using Answering = std::function<void(const std::vector<Point>&, const Done&)>;
  const auto those = [&](bool fast, const Answering& answering) {
    std::vector<Point> asked;
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if ((points[i].backend == "fast") != fast) continue;
      asked.push_back(points[i]);
      numbers.push_back(i);
    }
    if (asked.empty() || stop()) return;
    answering(asked, [&](std::size_t number, const Outcome& outcome) { done(numbers[number], outcome); });
  };
  those(true, [&](const auto& asked, const Done& heard) {
    answer_fast(collfast, platform, asked, jobs, stop, heard);
  });
  // A platform of a million nodes is loaded by SimGrid only where somebody asks for it.
  those(false, [&](const auto& asked, const Done& heard) {
    answer_with_simgrid(platform, asked, jobs, stop, heard);
  });
}

}  // namespace collsim
