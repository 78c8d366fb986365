#pragma once

#include "backends/fast/engine/engine.hpp"
#include "backends/trial/charged.hpp"

namespace collsim::fast {

/// A rank's clock and local work.
class RankLocal final : public Charged {
 public:
  RankLocal(Engine& engine, const AllRates& all, int rank, bool carries_data, Arena& arena, int memory)
      : Charged(all, rank, carries_data, arena), engine_(&engine), memory_(memory) {}

  double now() override { return engine_->rank().now; }

 private:
  void spend(double seconds) override { engine_->spend(seconds); }
  void move(double bytes, double bound) override { engine_->work(memory_, bytes, bound); }

  Engine* engine_;
  int memory_;
};

}  // namespace collsim::fast
