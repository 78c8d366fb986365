#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "lab/decisions/what_if.hpp"
#include "lab/decisions/winners.hpp"
#include "platforms/parameters.hpp"

namespace collsim {

/// Times over the baseline's, of several rows.
struct Effect {
  double mean = 1;  ///< geometric
  double least = 1, most = 1;

  /// How far the mean is from 1, whichever way: the absolute value of its logarithm.
  double size() const;
};

/// What a parameter does when it is divided and multiplied by the factor.
struct Swing {
  Effect divided, multiplied;
  double size() const { return std::max(divided.size(), multiplied.size()); }
  bool none() const { return size() < tie_tolerance; }
};

struct Bar {
  Parameter parameter;
  Swing overall;
  std::vector<Swing> by_size;  ///< of vectors, in the order of Tornado::sizes
  std::size_t new_winners;     ///< races that another algorithm wins, both changes together
};

/// Which parameter of the platform matters most to the answers of one backend.
struct Tornado {
  std::string backend;              ///< as backend_labels() has it
  std::vector<std::int64_t> sizes;  ///< of vectors, in bytes, ascending
  std::size_t races;                ///< that the changes together ask again
  std::vector<Bar> bars;            ///< the largest effect first
};

/// Two variants per parameter: divided and multiplied by the factor.
std::vector<Variant> tornado_variants(const Platform& baseline, const std::vector<Parameter>& parameters,
                                      double factor);

/// Every backend with answers has a tornado, the backend nearest to the truth first.
std::vector<Tornado> tornados(const WhatIf& what_if, const std::vector<Parameter>& parameters);

/// The numbers of at most `most` of `count` things, evenly, the first and the last among them.
std::vector<std::size_t> spread(std::size_t count, std::size_t most);

/// Tells people.
std::string to_text(const Tornado& tornado, double factor);

/// A line per backend, parameter, size and change.
Cells to_cells(const std::vector<Tornado>& tornados, double factor);

}  // namespace collsim
