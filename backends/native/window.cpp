#include "backends/native/window.hpp"

#include <algorithm>

#include "backends/native/clock_offset.hpp"

namespace collsim {
namespace {

constexpr double longest_lead = 0.1;

}  // namespace

Window::Window(const Control& control)
    : control_(control), offset_(clock_offset(control.handle, seconds_now).seconds) {}

bool Window::announce(bool more) {
  start_ = more ? now() + lead_ : -1;
  MPI_Bcast(&start_, 1, MPI_DOUBLE, 0, control_.handle);
  return start_ >= 0;
}

std::vector<Lap> Window::collect(const Lap& lap) {
  std::vector<Lap> laps(control_.rank == 0 ? static_cast<std::size_t>(control_.size) : 0);
  MPI_Gather(&lap, 3, MPI_DOUBLE, laps.data(), 3, MPI_DOUBLE, 0, control_.handle);
  double late = 0;
  for (const Lap& one : laps) late = std::max(late, one.reached);
  if (late > 0) {
    laps.clear();
    lead_ = std::min(2 * lead_ + late, longest_lead);
  }
  return laps;
}

}  // namespace collsim
