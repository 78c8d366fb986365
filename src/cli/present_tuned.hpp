#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cli/flag.hpp"
#include "lab/tuner/tuned.hpp"
#include "rules/libraries/target.hpp"

namespace collsim {

/// What of the files that tune writes `explain-rule` reads.
constexpr const char* tuned_file = "tuned.json";

/// --for, --rules, --regret, --worst, --gain and --commutative.
FlagList tuning_flags();

/// What they ask.
struct AskedTuning {
  std::vector<const Target*> targets;
  TuningBounds bounds;
};
/// Throws Error.
AskedTuning asked_tuning(const CommandLine& arguments);

/// A target, and its rules as it follows them.
using FollowedTarget = std::pair<const Target*, Rules>;

/// Sorts rows by ranks a node; with the most of these stand those that are on one node, which has as many as there are.
std::map<PerNode, std::vector<Row>> rows_by_ppn(const std::vector<Row>& rows);

/// Prints the rules of each target by these rows, what they are for and `asked`, and writes all files but maps; what an earlier run has
/// written for targets goes. Nothing is written unless all files say what is meant. Returns those that have rules. `terms`: for reasons
/// in seconds. `partly`: where the rows are from, if not all were asked.
std::vector<FollowedTarget> present_tuned(const AskedTuning& tuning, const std::vector<Row>& rows,
                                          const std::string& asked, const std::filesystem::path& folder,
                                          const TermsOf& terms = {}, const Searched* partly = nullptr);

}  // namespace collsim
