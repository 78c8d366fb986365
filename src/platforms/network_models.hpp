#pragma once

#include <string>
#include <vector>

namespace collsim {

/// The ways in which the fast engine can take a network, the coarsest first.
std::vector<std::string> network_models();

/// Whether messages of that model wait for each other on the links of their routes.
bool contends_on_links(const std::string& network_model);

/// Whether the engine can follow several points at once that differ in numbers only; false for a name that no model has.
bool answers_together(const std::string& network_model);

}  // namespace collsim
