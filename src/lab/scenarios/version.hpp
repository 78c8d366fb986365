#pragma once

#include <string>

#include "backends/backend.hpp"

namespace collsim {

/// The version of collsim is the release and a digest of all sources that determine answers.
std::string collsim_version();
/// What a plug-in has to be built for: the release and a digest of the headers that plug-ins include.
std::string plugin_version();

/// The sources that answer, as far as answers depend on them: digests of the algorithm (full name) with what it
/// stands on, and of the backend. `plugin`: Description::plugin. A stored answer of others is not used.
std::string answering_sources(const std::string& algorithm, const std::string& plugin,
                              const Backend& backend);

}  // namespace collsim
