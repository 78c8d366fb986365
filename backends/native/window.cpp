#include "backends/native/window.hpp"

#include <algorithm>
#include <array>

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
