#pragma once

namespace collsim {

/// From 0 to size - 1, also where the number is negative.
inline int modulo(int number, int size) {
  const int rest = number % size;
  return rest < 0 ? rest + size : rest;
}

}  // namespace collsim
