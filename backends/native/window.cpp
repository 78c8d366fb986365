#include "backends/native/window.hpp"

#include <algorithm>

namespace collsim {
namespace {

constexpr double longest_lead = 0.1;

}  // namespace

Window::Window(const Control& control, Instruments& instruments)
    : control_(control), instruments_(instruments) {
  instruments.clock.compare(control.handle);
}

bool Window::announce(bool more) {
  start_ = more ? instruments_.clock.now() + lead_ : -1;
  MPI_Bcast(&start_, 1, MPI_DOUBLE, 0, control_.handle);
  return start_ >= 0;
}

std::vector<Lap> Window::collect(const Lap& lap) {
  std::vector<Lap> laps(control_.rank == 0 ? static_cast<std::size_t>(control_.size) : 0);
  constexpr int numbers = sizeof(Lap) / sizeof(double);
  MPI_Gather(&lap, numbers, MPI_DOUBLE, laps.data(), numbers, MPI_DOUBLE, 0, control_.handle);
  double late = 0;
  for (const Lap& one : laps) late = std::max(late, one.reached);
  if (late > 0) {
    laps.clear();
    lead_ = std::min(2 * lead_ + late, longest_lead);
  } else {
    // Whoever waits long is not there in time again, where others want its core.
    lead_ = std::max(0.9 * lead_, shortest_lead);
  }
  return laps;
}

}  // namespace collsim
