#pragma once

#include <string>

namespace collsim {

/// Of collsim: the release and a digest of the sources that determine an answer.
std::string collsim_version();
std::string simgrid_version();

/// What answers a backend's points, as far as the answer depends on it: a stored answer of another engine is
/// not used.
std::string engine_version(const std::string& backend);

}  // namespace collsim
