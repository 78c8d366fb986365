#pragma once

#include <functional>
#include <memory>
#include <string>

#include "algorithms/facts/node.hpp"
#include "backends/native/team.hpp"
#include "models/pattern.hpp"

namespace collsim {

/// What this rank of a team does once, and its seconds; negative if it only takes part. patterns.hpp and node_patterns.hpp
/// say what each is.
using TimedPattern = std::function<double(Team&, int bytes)>;

double ping_pong(Team& team, int bytes);
double lone(Team& team, int bytes);
double exchange(Team& team, int bytes);
double rounds(Team& team, int bytes);
double one_way(Team& team, int bytes);
double send(Team& team, int bytes);
double late_receiver(Team& team, int bytes);
double one_to_all(Team& team, int bytes);
double all_to_one(Team& team, int bytes);
double ten_exchanges(Team& team, int bytes);
double ten_ping_pongs(Team& team, int bytes);
double in_a_row(Team& team, int bytes);
double in_order(Team& team, int bytes);
double out_of_order(Team& team, int bytes);
/// Times flags of a team of two; `node` is theirs.
TimedPattern flags(const std::shared_ptr<Node>& node);
double copy(Team& team, int bytes);
double trimmed_copy(Team& team, int bytes);
/// Vectors of a team of two through the memory of `node`, which is theirs.
TimedPattern hand_overs(const std::shared_ptr<Node>& node);
double mapped_copy(Team& team, int bytes);
/// Combines elements of a type as the library does, or as a user's operator.
TimedPattern combine(const std::string& type, const std::string& op);

/// Half of a round trip between the first two of a team where nothing delays it, on all of them.
double pace(Team& team, int bytes);

/// Repeats a pattern until its median is known well, or for a second; rank 0 of the team gets the time.
PatternTime sample(const std::string& name, const TimedPattern& pattern, Team& team, int bytes);

}  // namespace collsim
