#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "evidence/published/claims.hpp"
#include "points/row.hpp"

namespace collsim {

/// The claims of --claims, or all. Throws Error for one that is not known.
Claims asked_claims(const std::string& list);

/// Prints the scoreboard and writes scoreboard.md and scoreboard.csv into the folder.
void present_scoreboard(const Claims& claims, const std::vector<Row>& rows,
                        const std::filesystem::path& folder);

}  // namespace collsim
