#pragma once

#include <string>

#include "rules/libraries/foreign_algorithms.hpp"
#include "rules/libraries/target.hpp"

namespace collsim {

// The texts that the readers of formats.hpp read. Rules name the library's algorithms (Rule::theirs).

std::string openmpi_classic_text(const Rules& rules);
std::string openmpi_json_text(const Rules& rules);
/// A whole tree: the calls that no rule takes go where `table` says, and collectives that collsim has not each have one algorithm
/// that serves all calls.
std::string mpich_json_text(const Rules& rules, const Rules& table);
std::string ucc_text(const Rules& rules);
/// Flags of smpirun.
std::string smpi_text(const Rules& rules);

}  // namespace collsim
