#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "cli/verb.hpp"
#include "models/skew.hpp"

namespace collsim {

/// When ranks would come to a call after the same work, and who says so: "native" or "simulated".
struct Skews {
  std::string kind;
  Nodes nodes;
  Moments moments;
};

/// Writes moments, a pattern for `arrival` and both histograms into the folder, beside those of the other if there are any, and
/// prints the variance components of each.
void present_imbalance(const Skews& skews, const std::optional<Skews>& other,
                       const std::filesystem::path& folder);

/// `collsim imbalance`: what collrun measures by the same name, simulated: the work is the same to the bit, and the noise is
/// that of a pattern of arrivals, drawn anew for each repetition.
Verb imbalance_verb();

}  // namespace collsim
