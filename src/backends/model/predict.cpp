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

/// What a cost takes on a machine.
class ModelMachine {
 public:
  ModelMachine(const Platform& platform, const std::shared_ptr<Ways>& ways, const Point& point)
      : ranks_(std::make_shared<const AllRates>(platform, point)),
        shape_(ranks_->shape()),
        wires_by_loggp_(point.network == "loggp"),
        alone_{.gamma = 1 / local().combine,
               .kappa = 1 / local().copy,
               .phi = ranks_->flag_latency() + local().turn,
               .psi = platform.number("flag.transfer"),
               .tau = ranks_->traversal().seconds,
               .theta = ranks_->traversal().per_byte} {
    if (wires_by_loggp_)
      loggp_ = loggp_wire(platform, ways, ranks_);
    else
      hockney_ = undisturbed_wire(platform, ways, ranks_);
  }

  const Rates& local() const { return (*ranks_)[0]; }
  const Shape& shape() const { return shape_; }
  const AllRates& ranks() const { return *ranks_; }

  double seconds(const Cost& cost) const {
    return wires_by_loggp_ ? predict(cost, shape_, loggp_, alone_) : predict(cost, shape_, hockney_, alone_);
  }

 private:
  std::shared_ptr<const AllRates> ranks_;
  Shape shape_;
  bool wires_by_loggp_;
  LogGPWire loggp_ = {};
  Wire hockney_ = {};
  Hockney alone_;
};

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
  const ModelMachine machine(platform, ways, point);
  const auto [about, options] = serving(point);
  const Cost cost = about->cost(machine.shape(), options);
  const double seconds = machine.local().call + machine.seconds(cost);
  Outcome outcome =
      point.arrival.none() ? together(seconds) : after_the_last(seconds, point, machine.ranks().placement());
  for (const auto& stage : cost) {
    outcome.messages += stage.repeat * stage.messages;
    outcome.bytes_sent += stage.repeat * stage.volume;
  }
  return outcome;
}

PredictedTerms predict_terms(const Platform& platform, const std::shared_ptr<Ways>& ways,
                             const Point& point) {
  const ModelMachine machine(platform, ways, point);
  const auto [about, options] = serving(point);
  Cost cost = about->cost(machine.shape(), options);
  const auto without = [&](std::int64_t Stage::*what) {
    const double before = machine.seconds(cost);
    for (Stage& stage : cost) stage.*what = 0;
    return before - machine.seconds(cost);
  };
  PredictedTerms terms;
  terms.copied = without(&Stage::copied);
  terms.combined = without(&Stage::reduced);
  terms.bytes = without(&Stage::bytes);
  terms.messages = machine.seconds(cost);
  return terms;
}

}  // namespace collsim
