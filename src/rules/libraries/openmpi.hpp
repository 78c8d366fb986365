#pragma once

#include <string>
#include <utility>
#include <vector>

#include "algorithms/facts/nested.hpp"
#include "rules/rules.hpp"

namespace collsim {

// What Open MPI's two formats share.

/// The number that the classic file gives a collective, and its name; empty for one without rules.
std::string openmpi_collective(long id);
/// -1 for one without rules.
int openmpi_id(const std::string& collective);

/// A rule for all calls of a collective whose operator, if there is one, commutes.
Rule openmpi_calls(const std::string& collective);

/// The algorithm with those of the parameters that it heeds and that are not 0.
Written openmpi_algorithm(const std::string& collective, const std::string& name,
                          const std::vector<std::pair<std::string, long>>& given);

/// Whether all ranks pass the size that the library compares, so that thresholds are safe: not of gather and scatter, whose root or
/// others may be in place, nor of scans, of whose vectors the count is left out.
bool openmpi_knows_sizes(const std::string& collective);

/// Lets a rule take the sizes that the library compares with an interval. False where it takes none: what is compared is always 0, or
/// does not tell calls apart.
bool take_openmpi_sizes(Rule& rule, const Interval& sizes);

/// The function that is an algorithm of coll/tuned, ompi_coll_base_COLLECTIVE_intra_FUNCTION; one of them is without "intra_".
std::string openmpi_function(const std::string& collective, const std::string& theirs);
/// FUNCTION of COLLECTIVE_intra_FUNCTION.
std::string without_collective(const std::string& collective, const std::string& function);
/// The algorithm of such a function; empty where coll/tuned has none.
std::string openmpi_algorithm_of(const std::string& collective, const std::string& function);

/// Open MPI's own choices, as collprobe prints them (src/probe/decisions.hpp): rules with what runs where an algorithm cannot. Throws
/// Error where there are none, or an algorithm is unknown.
Rules openmpi_decisions(const std::string& output, const std::string& source);

}  // namespace collsim
