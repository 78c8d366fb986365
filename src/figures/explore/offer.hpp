#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <vector>

#include "lab/scenarios/scenario.hpp"

namespace collsim {

/// What a page may ask about. A question names machines and algorithms only as they stand here, so that no file is looked up
/// by what a request says.
struct Offer {
  std::map<std::string, std::string> platforms;  ///< by name: as the command line has it, a name or a file
  std::map<std::string, std::set<std::string>>
      algorithms;               ///< by collective, with options where the command line has them
  std::string start;            ///< the scenario that the page begins with, in JSON
  bool one_collective = false;  ///< somebody has asked about the collective of the start
};

/// All that collsim knows, and what is asked first: a scenario or a platform, as a name or a file; empty: a usual one. Throws
/// Error.
Offer offer_of(const std::string& asked, const Flags& flags);

/// The offer for the page: machines, collectives with their algorithms, colours, who answers, and the start.
nlohmann::json to_json(const Offer& offer);

/// What there is to say of one machine: title, nodes, cores, usual ranks, and the numbers that the page's sliders multiply.
nlohmann::json machine_json(const Offer& offer, const std::string& name);

/// The scenario that a page asks, of whom its question `what` is: "formulas" of the usual backend that predicts, others of the usual
/// one that simulates. Throws
/// Error for whatever is not offered, more than 4,096 points, or ranks above 16,384.
Scenario asked_scenario(const Offer& offer, const std::string& what, const nlohmann::json& document);

}  // namespace collsim
