#include "cli/inquiry.hpp"

#include <fmt/format.h>

namespace collsim {
namespace {

struct Interrupted {};

}  // namespace

Inquiry::Inquiry(const Context& context, Scenario& scenario)
    : scenario_(scenario), settings_(settings_of(context, scenario)), answer_(context.answer()) {
  settings_.stop = interrupted;
  tell_left_out(scenario_);
  scenario_.points.clear();
}

void Inquiry::forecast(std::size_t points, double effort) {
  progress_.emplace(points, effort, settings_.jobs);
  settings_.progress = &*progress_;
}

std::vector<Outcome> Inquiry::operator()(const std::vector<Point>& points) {
  const std::size_t known = scenario_.points.size();
  scenario_.points.insert(scenario_.points.end(), points.begin(), points.end());
  const Results results = run(scenario_, settings_, answer_);
  if (results.missing > 0) throw Interrupted();
  std::vector<Outcome> outcomes;
  for (std::size_t i = known; i < results.rows.size(); ++i) outcomes.push_back(results.rows[i].outcome);
  return outcomes;
}

int inquire(const Context& context, Scenario& scenario, const std::function<void(Inquiry&)>& perform) {
  Inquiry inquiry(context, scenario);
  watch_interrupts();
  try {
    perform(inquiry);
  } catch (const Interrupted&) {
    fmt::print(stderr, "Stopped: what is answered is kept in {}. This goes on:\n  {}\n",
               inquiry.folder().string(), shell_line(context.line));
    return 130;
  }
  return 0;
}

}  // namespace collsim
