#pragma once

#include <string>

#include "platforms/platform.hpp"

namespace collsim {

/// A platform's name, what machine it is and how many of its numbers have which status, in lines of the narrowest picture.
std::string source_of(const Platform& platform);

/// `collsim list`: algorithms, platforms, scenarios or claims. `columns`: "all" there is to say of each, or empty. Throws Error.
std::string list(const std::string& what, const std::string& columns);

/// What the letters in costs mean.
std::string cost_legend();

/// `collsim show`: an algorithm, whose options may be written with it (allreduce/ring(segment_bytes=8K)), a platform, a
/// scenario, `schema`, the format of scenarios, or a page of docs/reference/: keys, properties, commands, columns, algorithms,
/// backends. Throws Error with the nearest names.
std::string show(const std::string& name);

}  // namespace collsim
