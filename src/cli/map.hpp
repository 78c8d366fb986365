#pragma once

#include "cli/verb.hpp"

namespace collsim {

/// `collsim map`: prints who wins at each (p, n) by each backend, on which numbers that depends, and how far backends
/// agree, draws it (map.svg, map.png) and writes map.csv and map.json into the folder. Throws Error where a place has two
/// answers of one algorithm.
Verb map_verb();

}  // namespace collsim
