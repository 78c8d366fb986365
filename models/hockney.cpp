#include "models/hockney.hpp"

#include <algorithm>

namespace collsim {
namespace {

double local_work(const Stage& stage, double gamma, double kappa) {
  return static_cast<double>(stage.reduced) * gamma + static_cast<double>(stage.copied) * kappa;
}

}  // namespace

double predict(const Cost& cost, const Hockney& machine) {
  double seconds = 0;
  for (const Stage& stage : cost) {
    double round = local_work(stage, machine.gamma, machine.kappa);
    if (stage.messages > 0) round += machine.alpha + static_cast<double>(stage.bytes) * machine.beta;
    seconds += static_cast<double>(stage.repeat) * round;
  }
  return seconds;
}

double predict(const Cost& cost, const Shape& shape, const Wire& wire, double gamma, double kappa) {
  double seconds = 0;
  for (const Stage& stage : cost) {
    double slowest = 0;
    if (stage.messages > 0)
      for (const auto& [from, to] : stage.pairs.of(shape)) {
        const auto [alpha, beta] = wire(from, to);
        slowest = std::max(slowest, alpha + static_cast<double>(stage.bytes) * beta);
      }
    seconds += static_cast<double>(stage.repeat) * (slowest + local_work(stage, gamma, kappa));
  }
  return seconds;
}

}  // namespace collsim
