#include "backends/native/window.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

namespace collsim {
namespace {

constexpr double longest_lead = 0.1;

}  // namespace

Window::Window(const Control& control, Instruments& instruments)
    : control_(control), instruments_(instruments) {
  instruments.clock.compare(control.handle);
}

bool Window::announce(bool more) {
  std::array said = {more ? instruments_.clock.now() + lead_ : -1, all_done_};
  MPI_Bcast(said.data(), said.size(), MPI_DOUBLE, 0, control_.handle);
  start_ = said[0];
  all_done_ = said[1];
  return start_ >= 0;
}

void Window::line_up() const {
  constexpr double apart = 100e-6;  // far longer than a timer is late, or than clocks of two ranks differ
  const double wakes = -lined_up + *turn_ * apart;
  if (*turn_ > 0) return std::this_thread::sleep_for(std::chrono::duration<double>(wakes - since_start()));
  while (since_start() < wakes) sched_yield();
  while (since_start() < 0) {
  }
}

std::vector<Lap> Window::collect(const Lap& lap) {
  std::vector<Lap> laps(control_.rank == 0 ? static_cast<std::size_t>(control_.size) : 0);
  constexpr int numbers = sizeof(Lap) / sizeof(double);
  MPI_Gather(&lap, numbers, MPI_DOUBLE, laps.data(), numbers, MPI_DOUBLE, 0, control_.handle);
  double late = 0;
  double finish = 0;
  for (const Lap& one : laps) late = std::max(late, one.reached), finish = std::max(finish, one.finish);
  all_done_ = expected_end(finish);
  if (late > 0) {
    laps.clear();
    lead_ = std::min(2 * lead_ + late, longest_lead);
  } else {
    // Whoever waits long is not there in time again, where others want its core.
    lead_ = std::max(0.9 * lead_, shortest_lead_);
  }
  return laps;
}

}  // namespace collsim
