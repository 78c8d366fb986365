#pragma once

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/butterfly_allreduce.hpp"

namespace collsim {

/// What the allreduces of swing's butterflies have in common: the option `form`, and their costs in it.

inline OptionSpec form_option() {
  return {"form",
          "bandwidth",
          "exchanges whole vectors (latency), or halves of them and back (bandwidth)",
          {"latency", "bandwidth"}};
}

inline void allreduce_in_form(Comm& comm, const Allreduce& call, const Butterfly& butterfly,
                              const Options& options, const Cuts& cuts = {}) {
  if (options.text("form") == "latency") return allreduce_by_doubling(comm, call, butterfly);
  allreduce_by_halving(comm, call, butterfly, true, cuts);
}

inline Cost allreduce_in_form_cost(const Shape& shape, const Butterfly& butterfly, const Options& options,
                                   const Cuts& cuts = {}) {
  if (options.text("form") == "latency") return allreduce_by_doubling_cost(shape, butterfly);
  return allreduce_by_halving_cost(shape, butterfly, true, cuts);
}

/// Halves are reduced on one rank each, whole vectors on all.
inline bool form_gives_same_bits(const Butterfly& butterfly, const Options& options) {
  return options.text("form") == "bandwidth" || butterfly.brackets_alike();
}

/// The formula of the bandwidth form.
inline constexpr const char* form_formula =
    "(p > 1 ? 0 : n*kappa) + 2*k*alpha + (P - 1)/P*n*(2*beta + gamma) + "
    "(r > 0 ? 3*alpha + 2*n*beta + n/2*gamma : 0)";

inline std::string unless_combines_in_any_order(const Shape& shape) {
  return shape.commutative ? "" : "the operator does not commute, and swing meets ranks out of order";
}

}  // namespace collsim
