#include "backends/fast/schedules/step_times.hpp"

#include <algorithm>

namespace collsim::fast {
namespace {

template <class T>
std::vector<T> paired(std::vector<T> all) {
  if (all.size() % 2 != 0) all.push_back(all.back());
  return all;
}

}  // namespace

StepTimes::StepTimes(const Schedule& schedule, const std::vector<int>& nodes, std::vector<std::size_t> lanes,
                     Networks networks)
    : schedule_(schedule),
      nodes_(nodes),
      lanes_(paired(std::move(lanes))),
      networks_(paired(std::move(networks))),
      uniform_(
          std::ranges::all_of(networks_, [](const ModelledNetwork* its) { return its->network.uniform(); })) {
  fill(send_overhead_, [&](std::size_t lane) { return network(lane).model->traits.send_overhead; });
  for (std::size_t row = 0; row < schedule.rows(); ++row) rows_.push_back({spent_after(schedule.row(row))});
}

std::vector<Pair> StepTimes::spent_after(const Schedule::Amounts* amounts) const {
  std::vector<Pair> all, seconds;
  for (std::size_t which = 0; which < amounts->spent.size(); ++which) {
    fill(seconds, [&](std::size_t lane) { return amounts[lanes_[lane]].spent[which]; });
    const auto is_none = [](const Pair& pair) { return pair[0] == 0 && pair[1] == 0; };
    if (!std::ranges::all_of(seconds, is_none)) all.insert(all.end(), seconds.begin(), seconds.end());
  }
  return all;
}

bool StepTimes::find_passages(int from, int to, std::size_t row, Passages& found) {
  std::vector<Pair> times(3 * width());
  for (std::size_t lane = 0; lane < lanes(); ++lane) {
    const auto its = network(lane).model->passage({from, to, sent(row, lane), {}, nullptr});
    if (!its) return false;
    Pair* vector = times.data();
    for (const double seconds : {its->latency, its->seconds, its->port}) {
      set_in_lane(vector, lane, seconds);
      vector += width();
    }
    found.through_ports = its->through_ports;
  }
  found.times = std::move(times);
  return true;
}

bool StepTimes::look_whether_fit(std::size_t send, std::size_t recv) {
  const Schedule::Amounts *const out = schedule_.row(send), *const in = schedule_.row(recv);
  const bool fit =
      std::ranges::all_of(lanes_, [&](std::size_t lane) { return out[lane].out <= in[lane].in; });
  fitting_ = fit ? std::pair(send, recv) : std::pair(none, none);
  return fit;
}

}  // namespace collsim::fast
