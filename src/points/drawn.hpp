#pragma once

#include <cstdint>

namespace collsim {

/// A seed's random number for a key, the same on every machine. Source: splitmix64, Steele, Lea, Flood, OOPSLA 2014,
/// doi:10.1145/2660193.2660195.
inline std::uint64_t drawn(int seed, std::uint64_t key) {
  std::uint64_t state = (static_cast<std::uint64_t>(seed) << 32U) + 0x9e3779b97f4a7c15U * (key + 1);
  state = (state ^ (state >> 30U)) * 0xbf58476d1ce4e5b9U;
  state = (state ^ (state >> 27U)) * 0x94d049bb133111ebU;
  return state ^ (state >> 31U);
}

}  // namespace collsim
