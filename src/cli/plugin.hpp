#pragma once

#include <map>
#include <string>
#include <vector>

namespace collsim {

/// Loads shared libraries whose algorithms register themselves. Each must be built for this version of
/// collsim. Throws Error, also where a name is taken.
void load_plugins(const std::vector<std::string>& files);

/// The loaded algorithms' full names and Description::plugin.
std::map<std::string, std::string> plugin_digests();

}  // namespace collsim
