#include "backends/fast/engine/row_times.hpp"

namespace collsim::fast {
namespace {

template <class T>
std::vector<T> paired(std::vector<T> all) {
  if (all.size() % 2 != 0) all.push_back(all.back());
  return all;
}

}  // namespace

RowTimes::RowTimes(const Schedule& schedule, std::vector<std::size_t> lanes, std::vector<Terms> terms,
                   bool uniform)
    : schedule_(schedule),
      lanes_(paired(std::move(lanes))),
      terms_(paired(std::move(terms))),
      uniform_(uniform),
      send_overhead_(width()) {
  for (std::size_t lane = 0; lane < terms_.size(); ++lane)
    send_overhead_[lane / 2][lane % 2] = terms_[lane].model->traits.send_overhead;
  for (std::size_t row = 0; row < schedule.rows(); ++row)
    rows_.push_back({spent_in_lanes(schedule.row(row))});
}

std::vector<Pair> RowTimes::spent_in_lanes(const Schedule::Amounts* amounts) const {
  std::vector<Pair> all;
  for (std::size_t which = 0; which < amounts->spent.size(); ++which) {
    std::vector<Pair> seconds(width());
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane)
      seconds[lane / 2][lane % 2] = amounts[lanes_[lane]].spent[which];
    const auto is_none = [](const Pair& pair) { return pair[0] == 0 && pair[1] == 0; };
    if (!std::ranges::all_of(seconds, is_none)) all.insert(all.end(), seconds.begin(), seconds.end());
  }
  return all;
}

bool RowTimes::find_leg(int from, int to, std::size_t row, Leg& leg) {
  std::vector<Pair> times(3 * width());
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
    const auto passage = terms_[lane].model->passage({from, to, sent(row, lane), {}, nullptr});
    if (!passage) return false;
    std::size_t place = lane / 2;
    for (const double seconds : {passage->latency, passage->seconds, passage->port}) {
      times[place][lane % 2] = seconds;
      place += width();
    }
    leg.through_ports = passage->through_ports;
  }
  leg.times = std::move(times);
  return true;
}

bool RowTimes::look_whether_fit(std::size_t send, std::size_t recv) {
  fitting_ = {send, recv};
  const Schedule::Amounts *const out = schedule_.row(send), *const in = schedule_.row(recv);
  const bool fit =
      std::ranges::all_of(lanes_, [&](std::size_t lane) { return out[lane].out <= in[lane].in; });
  if (!fit) fitting_ = {none, none};
  return fit;
}

}  // namespace collsim::fast
