#pragma once

#include "cli/present.hpp"

namespace collsim {

/// Throws Error where the table that the scenario names is wrong.
void check_published(const Scenario& scenario);

/// Compares the answers on each platform with the scenario's published table: a report, and its cells as CSV. Returns
/// the file of cells for the figures, or nothing where several platforms have one each.
std::string compare_with_published(const Scenario& scenario, const std::vector<Row>& rows,
                                   const std::filesystem::path& folder);

}  // namespace collsim
