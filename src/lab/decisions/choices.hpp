#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "lab/decisions/judged.hpp"
#include "lab/decisions/winners.hpp"

namespace collsim {

/// An algorithm that one may choose.
struct Candidate {
  std::string name;
  double looks;       ///< seconds by which one chooses it, such as a model's; infinite: it is not known
  double takes;       ///< seconds by which the choice is judged, such as measured ones
  double spread = 0;  ///< how far the ends of the noise of `takes` are apart, over it
};

/// Algorithms that one chooses among at one size.
struct Race {
  std::string collective = {};
  int processes = 0;
  std::int64_t bytes = 0;
  std::vector<Candidate> candidates = {};
};

/// What it costs to choose by how candidates look. Of several that look best the one that takes longest counts, because a chooser
/// may take any of them.
struct Regret {
  int processes;
  std::int64_t bytes;
  double share;  ///< seconds that the choice takes over the least of all, minus 1
  std::string collective = {}, chosen = {}, best = {};

  bool agrees() const { return share <= tie_tolerance; }
};
Regret regret_of(const Race& race);

/// A race at each size that both sets have, in the order of winners(). Sizes at which the judge has no time for a choice are left
/// out.
std::vector<Race> races_of(const std::vector<Timing>& chooser, const std::vector<Timing>& judge);

/// A share of a time that is not worth a choice.
constexpr double little = 0.05;

/// What comes of choosing in many races.
struct Choices {
  AnswerGroup of = {};
  std::string by = {};  ///< who says how candidates look: "smpi", or the library, which takes its own choice
  std::size_t cells = 0;
  std::size_t agreeing = 0;  ///< where the best is chosen
  std::size_t near = 0;      ///< where what is chosen takes at most `little` longer than the best
  std::size_t clear = 0;     ///< where the best is ahead by more than the spread of the two best together
  std::size_t clear_found = 0;
  std::size_t ahead = 0;  ///< where the best is ahead by more than a tenth
  std::size_t ahead_found = 0;
  double regret = std::numeric_limits<double>::quiet_NaN();  ///< mean over the races
  double correlation =
      std::numeric_limits<double>::quiet_NaN();  ///< mean over the races of Kendall's tau of both times
  Regret worst = {0, 0, 0};

  double share() const { return static_cast<double>(agreeing) / static_cast<double>(cells); }
};
Choices choices_of(const std::vector<Race>& races);

/// What comes of choosing in each group by each who answers, and by the installed library, where there are two candidates or
/// more. Nothing is told of those who have no race; of answers to the same question the first counts.
std::vector<Choices> choices_by(const Judgement& judgement, const GroupOf& group);

/// Groups by the power of two nearest to the bytes, since blocks are rounded to whole elements.
std::optional<AnswerGroup> group_by_nearest_size(const Point& point);

/// Gives a table in Markdown.
std::string choices_table(const std::vector<Choices>& choices);

}  // namespace collsim
