#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/decisions/what_if.hpp"
#include "platforms/parameters.hpp"

namespace collsim {

/// Times change by so many percent per percent of each parameter: d ln time / d ln parameter.
struct Elasticities {
  struct Value {
    double elasticity = 0;
    bool bent = false;  ///< a little less and a little more of it change the time by different shares
  };
  std::vector<Parameter> parameters;
  std::vector<Row> rows;                                  ///< of the baseline
  std::vector<std::vector<std::optional<Value>>> values;  ///< of each row, in the order of the parameters
};

/// Two variants per parameter: a thousandth less and more.
std::vector<Variant> elasticity_variants(const Platform& baseline, const std::vector<Parameter>& parameters);

/// Elasticities follow from the answers to these, over the inverses of rates: exact, but for rounding, where times are linear in the parameter that
/// far, that is where one path stays critical and the same messages wait for each other. Nothing where an answer is missing.
Elasticities elasticities(const WhatIf& what_if, const std::vector<Parameter>& parameters);

/// Tells people the parameters with an effect: by row, where they are many by algorithm and backend.
std::string to_text(const Elasticities& elasticities);

/// A line per row: the point, `seconds`, a column d_NAME per parameter, and in `bent` the names of those that are no more than
/// an approximation.
Cells to_cells(const Elasticities& elasticities);

}  // namespace collsim
