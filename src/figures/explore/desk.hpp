#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>

#include "backends/backend.hpp"
#include "figures/explore/channel.hpp"
#include "figures/explore/offer.hpp"
#include "support/process.hpp"

namespace collsim {

/// Has answered what a page asks, in a process that has one thread and so may fork: each question in a child, which is killed when
/// the question is given up, and whose crash costs that answer only.
///
/// A question is an object: {"what": "offer"}, {"what": "machine", "platform": NAME}, or "formulas", "engine" or "inside"
/// with a "scenario". Its answer is one object, of the engine several. One that has the only member "error" says what is wrong,
/// as where more than 8 are asked at once.
class Desk {
 public:
  Desk(Offer offer, Setup setup, int jobs)
      : offer_(std::move(offer)), setup_(std::move(setup)), jobs_(jobs) {}

  /// Answers until the other end of the channel is closed.
  void serve(Channel& channel);

 private:
  /// A question under way.
  struct Task {
    std::uint64_t number;
    int in;  ///< where its child writes
    Child child;
    std::string buffer;
  };

  void hear(std::uint64_t number, const std::string& text);
  void begin(std::uint64_t number, const nlohmann::json& question);
  void give_up(std::uint64_t number);
  void look();
  void pass_on(Task& task);
  void complain(std::uint64_t number, const std::string& why);

  Offer offer_;
  Setup setup_;
  int jobs_;
  Channel* channel_ = nullptr;
  bool open_ = true;
  std::map<std::uint64_t, Task> tasks_;
};

}  // namespace collsim
