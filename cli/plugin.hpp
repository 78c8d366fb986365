#pragma once

#include <map>
#include <string>
#include <vector>

#include "points/words.hpp"

namespace collsim {

/// Loads shared libraries whose algorithms register themselves. Each must be built for this version of
/// collsim and for `backend`, whose MPI the program has. Throws Error, also where a name is taken.
void load_plugins(const std::vector<std::string>& files, const BackendName& backend);

/// Takes the plug-ins for `backend` out of `files`.
std::vector<std::string> take_plugins(std::vector<std::string>& files, const BackendName& backend);

/// The loaded algorithms' full names and Description::plugin.
std::map<std::string, std::string> plugin_digests();

}  // namespace collsim
