#include "models/hockney.hpp"

#include <algorithm>

#include "models/stage_messages.hpp"

namespace collsim {

double local_work(const Stage& stage, const Hockney& machine) {
  return static_cast<double>(stage.reduced) * machine.gamma +
         static_cast<double>(stage.copied) * machine.kappa + static_cast<double>(stage.flags) * machine.phi +
         static_cast<double>(stage.lookers) * machine.psi +
         static_cast<double>(stage.traversals) * machine.tau +
         static_cast<double>(stage.traversed) * machine.theta;
}

double predict(const Cost& cost, const Hockney& machine) {
  double seconds = 0;
  for (const Stage& stage : cost) {
    double round = local_work(stage, machine);
    if (stage.messages > 0) round += machine.alpha + static_cast<double>(stage.bytes) * machine.beta;
    seconds += static_cast<double>(stage.repeat) * round;
  }
  return seconds;
}

double predict(const Cost& cost, const Shape& shape, const Wire& wire, const Hockney& machine) {
  double seconds = 0, slowest = 0;
  StageMessages messages(shape);
  for (const Stage& stage : cost) {
    if (messages.next(stage)) {
      slowest = 0;
      for (const auto& [from, to] : messages.pairs()) {
        const auto [alpha, beta] = wire(from, to, messages.bytes());
        slowest = std::max(slowest, alpha + messages.bytes() * beta);
      }
    }
    seconds += static_cast<double>(stage.repeat) * (slowest + local_work(stage, machine));
  }
  return seconds;
}

}  // namespace collsim
