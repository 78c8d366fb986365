#pragma once

#include <functional>
#include <string>

#include "backends/backend.hpp"
#include "figures/explore/offer.hpp"

namespace collsim {

/// Serves the page of an offer on the loopback interface until the process ends, and answers what it asks. `listening` hears of
/// its address, whose last part nobody can guess. Returns only where the process that listens has ended. Throws Error.
void explore(const Offer& offer, const Setup& setup, int jobs,
             const std::function<void(const std::string& address)>& listening);

}  // namespace collsim
