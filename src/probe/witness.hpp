#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace collsim::probe {

/// What this rank has seen of the library so far, as counts.
std::vector<long> witnessed();

/// A line that tells what counts of all ranks say of one call.
std::string testimony(const std::string& collective, std::size_t bytes, const std::vector<long>& counts);

}  // namespace collsim::probe
