#include "models/loggp.hpp"

#include <algorithm>

#include "models/stage_messages.hpp"

namespace collsim {
namespace {

/// What a round's messages take, on its slowest pair of ranks.
struct LogGPRound {
  double o_send = 0;
  double port = 0;  ///< seconds that a message keeps the sender's port
  double g = 0;
  double after = 0;  ///< from when the last byte left until the receiver has it
};

LogGPRound slowest(const StageMessages& messages, const LogGPWire& wire) {
  LogGPRound round;
  const double bytes = messages.bytes();
  const auto seconds = [](const LogGPRound& each) { return each.o_send + each.port + each.after; };
  for (const auto& [from, to] : messages.pairs()) {
    const LogGP pair = wire(from, to, bytes);
    const LogGPRound other = {.o_send = pair.o_send,
                              .port = (bytes + pair.envelope) * pair.G,
                              .g = pair.g,
                              .after = pair.L + pair.o_receive + bytes * pair.O};
    if (seconds(other) > seconds(round)) round = other;
  }
  return round;
}

}  // namespace

double predict(const Cost& cost, const Shape& shape, const LogGPWire& wire, const Hockney& machine) {
  double now = 0;
  double port_free = 0;
  LogGPRound round;
  StageMessages messages(shape);
  for (const Stage& stage : cost) {
    const double work = local_work(stage, machine);
    if (messages.next(stage)) round = slowest(messages, wire);
    for (std::int64_t i = 0; i < stage.repeat; ++i) {
      if (stage.messages > 0) {
        const double left = std::max(now + round.o_send, port_free) + round.port;
        port_free = left + round.g;
        now = left + round.after;
      }
      now += work;
    }
  }
  return now;
}

}  // namespace collsim
