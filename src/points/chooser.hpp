#pragma once

#include <memory>
#include <string>

#include "algorithms/facts/nested.hpp"

namespace collsim {

/// Tells which algorithm serves a call of a collective, for what is none itself but chooses one; null where it has none for such a call.
/// Throws Error where what it goes by is wrong.
using Chooser = std::shared_ptr<const Nested> (*)(const std::string& collective, const Options&,
                                                  const Shape&);

/// What has that name, in all collectives, chooses so.
void enter_chooser(const std::string& name, Chooser chooser);
/// The chooser of that name; null for algorithms.
Chooser chooser(const std::string& name);

}  // namespace collsim
