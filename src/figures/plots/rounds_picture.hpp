#pragma once

#include <string>
#include <vector>

#include "models/rounds.hpp"

namespace collsim {

/// Who sends to whom in which round, as SVG: a line for each rank, time downwards, an arrow for each message, and beside
/// every round how many messages of how many bytes it has.
std::string rounds_picture(const std::string& title, int processes,
                           const std::vector<RoundMessage>& messages);

}  // namespace collsim
