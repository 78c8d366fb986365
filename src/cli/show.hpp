#pragma once

#include <string>

#include "cli/verb.hpp"

namespace collsim {

/// `collsim list`: names algorithms, platforms, scenarios or claims; with --columns all, tells all there is to say of each.
Verb list_verb();

/// `collsim show`: tells of an algorithm, whose options may be written with it (allreduce/ring(segment_bytes=8K)), a platform, a
/// scenario, `schema`, the format of scenarios, or prints a page of docs/reference/: keys, properties, commands, columns,
/// algorithms, backends.
Verb show_verb();

/// What the letters in costs mean.
std::string cost_legend();

}  // namespace collsim
