#pragma once

#include "cli/context.hpp"
#include "lab/decisions/robust.hpp"

namespace collsim {

/// Whether choices hold within the ranges that the rows' platforms state.
struct Robustness {
  Dependences dependences;  ///< none: no platform states a range, or nobody was asked who can say
  std::string text;         ///< for people
};

/// Asks whoever answered the rows once more, at the ends of ranges; answers go to `folder`/ranges.
Robustness ask_robustness(const Context& context, Scenario& scenario, const std::vector<Row>& rows,
                          const std::filesystem::path& folder);

/// Asks at the ends of ranges, writes robust.csv into the folder and prints the text. Before it comes what `present` prints, who hears of
/// the dependences.
using PresentWith =
    std::function<void(Scenario&, const std::vector<Row>&, const std::filesystem::path&, const Dependences&)>;
Present with_robustness(const Context& context, const PresentWith& present);

/// Tells how long that takes at most; nothing where no platform states a range.
AsksBesides forecast_of_ranges(const Context& context);

/// Where ranks share nodes inside which nobody measured what messages take: a warning for people. Else empty.
std::string caveat_inside_nodes(Scenario& scenario);

}  // namespace collsim
