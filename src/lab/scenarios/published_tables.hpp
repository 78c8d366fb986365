#pragma once

#include <string>
#include <vector>

namespace collsim {

/// The tables that a scenario's key `published` may name: validation/published/*.csv, sorted.
std::vector<std::string> published_tables();

}  // namespace collsim
