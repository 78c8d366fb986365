#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "evidence/published/published.hpp"
#include "evidence/published/ratios.hpp"
#include "lab/scenarios/scenario.hpp"

namespace collsim {

/// The factors by which a quantity may be below and above its published number.
struct Tolerance {
  double below, above;
};

/// Why rows of a check miss: those whose processes, quantity, series and bytes are among what `where` says of them.
struct Reason {
  Selector where;  ///< empty: all
  std::string says;
};

/// What a claim says that a row can judge: a ratio of times, every number of a table, a prediction on record, or what a
/// test checks, or nothing here answers.
struct Check {
  /// What is known of its rows before anything runs: of a table only what all have.
  Score score;
  std::string table = {};
  std::optional<Ratio> ratio = {};
  std::shared_ptr<const std::vector<Point>> points = {};  ///< that answer; null: none do
  std::vector<Reason> why = {};                           ///< the first that fits counts
};

/// A sentence of a published work.
struct Claim {
  std::string work, name, says;
  std::vector<Check> checks;

  std::string full_name() const { return work + "/" + name; }
};

struct PublishedWork {
  std::string name, title;
};

/// What the reproduced works claim, and by how much a quantity (seconds, bandwidth, gain, ratio, switch_over_count,
/// switch_over_bytes) may miss its published number.
struct Claims {
  std::map<std::string, Tolerance> tolerances;
  std::vector<PublishedWork> works;
  std::vector<Claim> claims;
};

/// validation/claims.json; of `asked`, works or WORK/CLAIM, only these. Throws Error naming what is not known, and
/// DocumentError where the file is not as claims_schema.json says.
Claims load_claims(const std::vector<std::string>& asked = {});

/// All points that the claims ask for, each once.
Scenario scenario_of(const Claims& claims);

}  // namespace collsim
