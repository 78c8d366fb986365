#pragma once

#include <cstddef>
#include <vector>

#include "lab/tuner/search.hpp"
#include "lab/tuner/tuned.hpp"

namespace collsim {

/// What the lists of all targets run, for search_grid().
RunsOfLists runs_of_lists(std::vector<const Target*> targets, const TuningBounds& bounds);

/// Tells at how many of a list's calls somebody asked what it runs, and whoever is faster; and the largest cost there and elsewhere.
struct AskedCalls {
  std::size_t calls = 0, asked = 0;
  double worst_asked = 0, worst_expected = 0;
};
AskedCalls asked_calls(const std::vector<ServedCall>& served, const Searched& searched);

}  // namespace collsim
