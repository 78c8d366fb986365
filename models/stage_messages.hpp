#pragma once

#include <cstdint>
#include <utility>

#include "algorithms/facts/description.hpp"

namespace collsim {

/// The messages of one stage after the other. Pipelines have many stages whose messages are as those of the one before.
class StageMessages {
 public:
  explicit StageMessages(const Shape& shape) : shape_(shape) {}

  /// Goes on to a stage, which may be without messages. Returns whether who sends to whom, or how much, changes.
  bool next(const Stage& stage) {
    Pairs::List pairs = stage.messages > 0 ? stage.pairs.list_of(shape_) : Pairs::List();
    if (bytes_ == stage.bytes && pairs_ == pairs) return false;
    bytes_ = stage.bytes;
    pairs_ = std::move(pairs);
    return true;
  }
  const Pairs::List& pairs() const { return pairs_; }
  double bytes() const { return static_cast<double>(bytes_); }

 private:
  const Shape& shape_;
  std::int64_t bytes_ = 0;
  Pairs::List pairs_ = {};
};

}  // namespace collsim
