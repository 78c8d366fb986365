#include "backends/model/predict.hpp"

#include <algorithm>

#include "backends/trial/rates.hpp"
#include "backends/trial/summary.hpp"
#include "backends/trial/undisturbed.hpp"
#include "models/hockney.hpp"
#include "models/loggp.hpp"
#include "points/serving.hpp"

namespace collsim {
namespace {

LogGPWire loggp_wire(const Platform& platform, const std::shared_ptr<Ways>& ways,
                     const std::shared_ptr<const AllRates>& ranks) {
  return [message = undisturbed_messages(platform, ways, ranks),
          send_overhead = platform.number("send_overhead"), gap = platform.number("gap"),
          envelope = platform.number("envelope")](int from, int to, double bytes) {
    const UndisturbedMessage takes = message(from, to, bytes);
    return LogGP{.L = takes.latency,
                 .o_send = send_overhead + takes.sender,
                 .o_receive = takes.receiver,
                 .g = gap,
                 .G = takes.per_byte,
                 .O = takes.receiver_per_byte,
                 .envelope = envelope};
  };
}

/// All ranks come at once, and leave so.
Outcome together(double seconds) {
  Outcome outcome;
  for (double Outcome::*all : {&Outcome::seconds, &Outcome::seconds_low, &Outcome::seconds_high,
                               &Outcome::seconds_mean, &Outcome::seconds_rank0, &Outcome::seconds_worst,
                               &Outcome::seconds_early, &Outcome::since_last_arrival})
    outcome.*all = seconds;
  return outcome;
}

/// A bound: as if no rank began before the last one came.
Outcome after_the_last(double seconds, const Point& point, const Placement& placement) {
  const double balanced = seconds * point.loop;
  const auto arrivals = point.arrival.times(placement, balanced);
  const double finish = *std::ranges::max_element(arrivals) + balanced;
  std::vector<RankResult> ranks;
  for (const double arrival : arrivals) ranks.push_back({.start = arrival, .finish = finish});
  return summarize(ranks, point.loop);
}

}  // namespace

Outcome predict_point(const Platform& platform, const std::shared_ptr<Ways>& ways, const Point& point) {
  const auto ranks = std::make_shared<const AllRates>(platform, point);
  const Shape shape = ranks->shape();
  const auto [about, options] = serving(point);
  const Cost cost = about->cost(shape, options);
  const Rates& local = (*ranks)[0];
  const Hockney alone{.gamma = 1 / local.combine,
                      .kappa = 1 / local.copy,
                      .phi = ranks->flag_latency() + local.turn,
                      .psi = platform.number("flag.transfer"),
                      .tau = ranks->traversal().seconds,
                      .theta = ranks->traversal().per_byte};
  const double messages = point.network == "loggp"
                              ? predict(cost, shape, loggp_wire(platform, ways, ranks), alone)
                              : predict(cost, shape, undisturbed_wire(platform, ways, ranks), alone);
  const double seconds = local.call + messages;
  Outcome outcome =
      point.arrival.none() ? together(seconds) : after_the_last(seconds, point, ranks->placement());
  for (const auto& stage : cost) {
    outcome.messages += stage.repeat * stage.messages;
    outcome.bytes_sent += stage.repeat * stage.volume;
  }
  return outcome;
}

}  // namespace collsim
