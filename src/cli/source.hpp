#pragma once

#include <string>

#include "platforms/platform.hpp"

namespace collsim {

/// How many of a platform's numbers have which status: "published 3, estimate 2".
std::string statuses_of(const Platform& platform);

/// A platform's name, what machine it is and how many of its numbers have which status, in lines of the narrowest picture.
std::string source_of(const Platform& platform);

}  // namespace collsim
