#include "models/loggp.hpp"

#include <algorithm>

namespace collsim {

double predict(const Cost& cost, const LogGP& machine, double gamma, double kappa) {
  double now = 0;
  double port_free = 0;
  for (const Stage& stage : cost) {
    const double work =
        static_cast<double>(stage.reduced) * gamma + static_cast<double>(stage.copied) * kappa;
    const double bytes = static_cast<double>(std::max<std::int64_t>(stage.bytes - 1, 0)) * machine.G;
    for (std::int64_t i = 0; i < stage.repeat; ++i) {
      if (stage.messages > 0) {
        const double begin = std::max(now, port_free);
        now = begin + machine.L + 2 * machine.o + bytes;
        port_free = begin + machine.o + bytes + machine.g;
      }
      now += work;
    }
  }
  return now;
}

}  // namespace collsim
