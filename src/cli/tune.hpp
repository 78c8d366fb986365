#pragma once

#include <filesystem>
#include <functional>

#include "cli/verb.hpp"
#include "lab/tuner/search.hpp"

namespace collsim {

/// `collsim tune`: prints for each target of --for the fewest rules within the bounds, why each is one and what more or fewer would
/// cost, and writes into the folder the files that make the targets follow them, tuned.csv, tuned.json and curve.csv. Nothing is
/// written unless all files say what is meant.
Verb tune_verb();

/// What is done with all that the search found before rules are made of it. Returns a word on it, for people.
using Refine = std::function<std::string(const TargetsOf&, Searched&, const std::filesystem::path& folder)>;
/// Does what tune does, with times that somebody else adds. Throws Error where the points are not simulated.
int tune_and_refine(const Context& context, const Refine& refine);

/// `collsim explain-rule FOLDER --for TARGET --point N`: tells why, by tuned.json.
Verb explain_rule_verb();

}  // namespace collsim
