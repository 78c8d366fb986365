#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "points/row.hpp"

namespace collsim {

/// Tells by what share an answer is above, or below, the one that it is judged by; infinite if that is 0 and the answer is not.
double deviation_of(double answer, double reference);

/// Tells by what share a time that was taken is above the best; infinite where that is 0 and the other is not.
inline double regret_over(double best, double taken) {
  return deviation_of(taken, best);
}

/// What regrets come to: all 0 where there are none.
struct RegretSummary {
  std::size_t calls = 0;
  double mean = 0, ninetieth = 0, worst = 0;
  std::size_t worst_at = 0;  ///< which of the regrets; of equals the first
};
RegretSummary summary_of(const std::vector<double>& regrets);

/// "+12.3 %"; "-" for NaN.
std::string deviation_text(double deviation);

/// A question, the time that answers to it are judged by, and an answer.
struct Judged {
  Row reference, answer;
  std::string as = {};  ///< what the algorithm is called where the reference comes from; empty: as here

  const Point& question() const { return reference.point; }
  std::string by() const;  ///< who answers: "smpi", "fast/links"
  double deviation() const { return deviation_of(answer.outcome.seconds, reference.outcome.seconds); }
  /// Whether the reference, measured again, might have been as the answer.
  bool within_noise() const;
};

/// What answers to a question are judged by.
struct Reference {
  Row row;
  std::string as = {};                        ///< as of Judged
  double Outcome::*time = &Outcome::seconds;  ///< of answers: what was measured, such as the ranks' mean

  /// Takes that time of the answer for its seconds.
  Judged judged_by(Row answer) const;
};

/// What is judged: references with the answers that ask the same, in the order of the references, then of the answers.
std::vector<Judged> joined(const std::vector<Reference>& references, const std::vector<Row>& answers);

/// What is judged, and what is not.
struct Judgement {
  std::vector<Judged> judged = {};
  std::vector<Row> references =
      {};  ///< the library's own choice among them, to which there is no other answer
  std::map<std::string, std::size_t> excluded = {};  ///< how many are not judged, by the reason
  bool by_block = false;                             ///< sizes count by a rank's block, where it has one
};

/// Sizes of deviations; all NaN where there are none.
struct Errors {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();
  std::size_t points = 0;
  double median = none, ninetieth = none, worst = none;
  std::size_t worst_at = 0;  ///< which of the deviations; of equals the last
};

/// Takes numbers of either sign. What is NaN is no deviation, and not counted.
Errors errors_of(const std::vector<double>& deviations);
Errors errors_of(const std::vector<Judged>& judged);

/// What belongs together in a table, whose lines ascend.
struct AnswerGroup {
  std::int64_t order = 0;
  std::string name = {};
  friend auto operator<=>(const AnswerGroup&, const AnswerGroup&) = default;
};
/// Tells to which group a question belongs; nothing: to none.
using GroupOf = std::function<std::optional<AnswerGroup>(const Point&)>;

std::optional<AnswerGroup> group_by_size(const Point& point);                 ///< "64 KiB"
std::optional<AnswerGroup> group_by_collective(const Point& point);           ///< "allreduce"
std::optional<AnswerGroup> group_by_size_and_collective(const Point& point);  ///< "64 KiB, allreduce"
std::optional<AnswerGroup> group_by_algorithm(const Point& point);            ///< "allreduce/ring"

/// Errors of those who answer the questions of a group.
struct GroupErrors {
  AnswerGroup of;
  std::string by;
  Errors errors;
};

/// Sorts by the order of the groups, then of the names of those who answer.
std::vector<GroupErrors> errors_by(const std::vector<Judged>& judged, const GroupOf& group);

/// Gives Markdown: a line for each group and a column for each who answers, in percent: median / 90th percentile / worst.
/// `what`: the heading of the groups.
std::string errors_table(const std::vector<GroupErrors>& errors, const std::string& what);

/// The `most` that `miss` puts first, the largest first; of equals those that come first.
std::vector<Judged> worst_of(std::vector<Judged> judged, std::size_t most,
                             const std::function<double(const Judged&)>& miss);

/// "\n## Not judged\n\n* 3 rows: failed: deadlock\n", by what `rows` are called; empty where all are judged.
std::string excluded_text(const Judgement& judgement, const std::string& rows);

/// job,collective,algorithm,measured_as,by,p,bytes,measured,low,high,predicted,deviation.
Cells to_cells(const Judgement& judgement);

}  // namespace collsim
