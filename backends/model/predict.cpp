#include "backends/model/predict.hpp"

#include "backends/trial/rates.hpp"
#include "backends/trial/undisturbed.hpp"
#include "models/hockney.hpp"
#include "models/loggp.hpp"

namespace collsim {
namespace {

LogGPWire loggp_wire(const Platform& platform, const std::shared_ptr<const Network>& network,
                     const Point& point) {
  return [&platform, message = undisturbed_messages(platform, network, point)](int from, int to) {
    const UndisturbedMessage takes = message(from, to);
    return LogGP{.L = takes.latency,
                 .o_send = platform.send_overhead(),
                 .o_receive = takes.receiver,
                 .g = platform.gap(),
                 .G = takes.per_byte,
                 .O = takes.receiver_per_byte,
                 .envelope = platform.envelope()};
  };
}

}  // namespace

Outcome predict_point(const Platform& platform, const std::shared_ptr<const Network>& network,
                      const Point& point) {
  const Shape shape = point.shape();
  const Cost cost = describe(point.collective, point.algorithm).cost(shape, point.options);
  const Rates local = rates(platform, point, 0);
  const double gamma = 1 / local.combine, kappa = 1 / local.copy;
  Outcome outcome;
  outcome.seconds = point.network == "loggp"
                        ? predict(cost, shape, loggp_wire(platform, network, point), gamma, kappa)
                        : predict(cost, shape, undisturbed_wire(platform, network, point), gamma, kappa);
  outcome.seconds_mean = outcome.seconds_rank0 = outcome.since_last_arrival = outcome.seconds;
  outcome.seconds_low = outcome.seconds_high = outcome.seconds;
  for (const auto& stage : cost) {
    outcome.messages += stage.repeat * stage.messages;
    outcome.bytes_sent += stage.repeat * stage.volume;
  }
  return outcome;
}

}  // namespace collsim
