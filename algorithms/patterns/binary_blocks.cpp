#include "algorithms/patterns/binary_blocks.hpp"

#include <bit>
#include <cmath>

namespace collsim {
namespace {

/// What a vector's way into the largest block takes: rounds, and the parts of n sent and combined in them.
struct OneWay {
  int rounds = 0;
  double sent = 0, combined = 0;

  /// Of two blocks, the larger one passes its own rounds and then takes over those of the smaller one.
  explicit OneWay(int processes) {
    const auto p = static_cast<unsigned>(processes);
    int smaller = std::countr_zero(p);
    halve(smaller, true);
    bool first = true;
    for (unsigned rest = p & (p - 1); rest > 0; rest &= rest - 1, first = false) {
      const int larger = std::countr_zero(rest);
      halve(larger, first);
      rounds += 1 << (larger - smaller);
      sent += std::ldexp(1, -smaller);
      combined += std::ldexp(1, -larger);
      smaller = larger;
    }
  }

 private:
  void halve(int until, bool combines) {
    for (; rounds < until; ++rounds) {
      sent += std::ldexp(1, -rounds - 1);
      if (combines) combined += std::ldexp(1, -rounds - 1);
    }
  }
};

}  // namespace

std::vector<Symbol> binary_blocks_symbols() {
  return {{"rounds", [](int p) -> double { return OneWay(p).rounds; }, "rounds one way"},
          {"sent", [](int p) { return OneWay(p).sent; }, "the part of n sent one way"},
          {"combined", [](int p) { return OneWay(p).combined; }, "the part of n combined"}};
}

}  // namespace collsim
