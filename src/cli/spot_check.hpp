#pragma once

#include <string>
#include <vector>

#include "cli/context.hpp"

namespace collsim {

/// SMPI's judgement of a sample of a scenario's answers, where nobody has said who is to answer, so that the fast engine does.
class SpotCheck {
 public:
  /// Draws the sample.
  explicit SpotCheck(Scenario& scenario);

  /// "SMPI judges 31 of 140 points: about 9.8 s more.\n"; empty where nothing is to be judged.
  std::string forecast(Scenario& scenario) const;
  /// Has SMPI answer into the store of these settings; becomes the program that can ask it.
  void ask(const Context& context, RunSettings settings);
  /// Presents answers, and then tells how far they are from SMPI's; writes sample.csv.
  Present after(const Present& present) const;

 private:
  std::string asked() const;
  void tell(const std::vector<Row>& rows, const std::filesystem::path& folder) const;

  bool judges_;
  std::size_t points_ = 0;  ///< that are simulated
  Scenario sample_ = {};
  std::vector<Row> judgement_ = {};
};

}  // namespace collsim
