#pragma once

#include <functional>
#include <optional>
#include <string>

#include "backends/model/predict.hpp"
#include "points/choice.hpp"

namespace collsim {

/// What a formula expects each term of a point to take; nothing where there is none.
using TermsOf = std::function<std::optional<PredictedTerms>(const Point&)>;

/// Why a choice is faster than another at a call, by so many seconds: the term that saves most by their formulas, and what the others
/// save or cost. Where formulas see no reason, see another saving by a factor of more than two, or one of the two has none, that is said.
/// `at`: anything but its algorithm and options. Without `terms` there are no seconds.
std::string terms_text(const Point& at, const Choice& one, const Choice& other, double saved,
                       const TermsOf& terms);

}  // namespace collsim
