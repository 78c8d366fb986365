#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace collsim {

/// Where a call lies among others that differ in processes and size.
struct Spot {
  double ranks, size;  ///< logarithms to base 2; half of it for the size, which changes less
  bool power;          ///< the number of processes is a power of two
};
double distance(const Spot& one, const Spot& other);

/// A number at calls of a grid, known at some.
class Interpolated {
 public:
  /// What it may be at a call.
  struct Guess {
    double value = 0;
    double distance = 0;  ///< to the nearest call where it is known
  };

  /// The spots must outlive the object.
  explicit Interpolated(const std::vector<Spot>& spots) : spots_(&spots) {}

  void learn(std::size_t call, double value) { known_.push_back({call, value}); }
  /// Mean of the nearest six, by their distances to the power of -2; nothing where nothing is known but at `without`.
  std::optional<Guess> guess_at(std::size_t call, std::optional<std::size_t> without = {}) const;
  /// Tells by how much each known number is missed if it is guessed from the others, over the distance to the nearest, squared.
  std::vector<double> misses() const;

 private:
  struct Known {
    std::size_t call;
    double value;
  };
  const std::vector<Spot>* spots_;
  std::vector<Known> known_ = {};
};

}  // namespace collsim
