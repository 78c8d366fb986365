#include "lab/decisions/courses.hpp"

#include <algorithm>
#include <cmath>

#include "lab/decisions/winners.hpp"

namespace collsim {
namespace {

constexpr int looks = 9;
constexpr double near_position = 1 + 1e-4;  // one position over the other

/// Times at a position.
struct Look {
  double position;
  Duel duel;
};

/// Two looks between which the leader changes.
struct Bracket {
  std::size_t question;
  Look low, high;
};

/// Where the straight line between the ends has equal times.
double secant(const Bracket& bracket, bool rate) {
  const auto difference = [](const Look& look) { return look.duel.first - look.duel.second; };
  const auto place = [&](const Look& look) { return rate ? 1 / look.position : look.position; };
  const double low = difference(bracket.low), high = difference(bracket.high);
  const double found = place(bracket.low) + (place(bracket.high) - place(bracket.low)) * low / (low - high);
  return std::clamp(rate ? 1 / found : found, bracket.low.position, bracket.high.position);
}

/// The first looks at all questions: the leaders, and the brackets of their changes.
std::vector<Bracket> look_around(double span, const AskDuels& ask, std::vector<Course>& found) {
  std::vector<Query> queries;
  for (std::size_t question = 0; question < found.size(); ++question)
    for (int i = 0; i < looks; ++i) queries.push_back({question, std::pow(span, i / (looks - 1.0))});
  const std::vector<Duel> duels = ask(queries);
  std::vector<Bracket> brackets;
  Look last = {};
  for (std::size_t i = 0; i < queries.size(); ++i) {
    Course& course = found[queries[i].question];
    const Look look{queries[i].position, duels[i]};
    if (!look.duel.trouble.empty()) course.trouble = look.duel.trouble;
    const int leader = look.duel.leader();
    if (!course.trouble.empty() || leader == 0) continue;
    if (course.leader == 0)
      course.leader = leader;
    else if (last.duel.leader() != leader)
      brackets.push_back({queries[i].question, last, look});
    last = look;
  }
  std::erase_if(brackets, [&](const Bracket& bracket) { return !found[bracket.question].trouble.empty(); });
  return brackets;
}

/// One more look into a bracket. Returns whether the change is found, or cannot be.
bool narrow(Bracket& bracket, const Look& look, bool rate, Course& course) {
  if (!look.duel.trouble.empty()) {
    course.trouble = look.duel.trouble;
    return true;
  }
  const int leader = look.duel.leader();
  (leader == bracket.low.duel.leader() ? bracket.low : bracket.high) = look;
  if (leader != 0 && bracket.high.position > bracket.low.position * near_position) return false;
  course.changes.push_back(leader == 0 ? look.position : secant(bracket, rate));
  return true;
}

}  // namespace

int Duel::leader() const {
  if (std::abs(first - second) <= tie_tolerance * std::max(first, second)) return 0;
  return first < second ? -1 : 1;
}

std::vector<Course> courses(std::size_t questions, double span, bool rate, const AskDuels& ask) {
  std::vector<Course> found(questions);
  std::vector<Bracket> open = look_around(span, ask, found);
  for (bool bisect = false; !open.empty(); bisect = !bisect) {
    std::vector<Query> queries;
    for (const Bracket& bracket : open)
      queries.push_back({bracket.question, bisect ? std::sqrt(bracket.low.position * bracket.high.position)
                                                  : secant(bracket, rate)});
    const std::vector<Duel> duels = ask(queries);
    std::vector<Bracket> left;
    for (std::size_t i = 0; i < open.size(); ++i)
      if (!narrow(open[i], {queries[i].position, duels[i]}, rate, found[open[i].question]))
        left.push_back(open[i]);
    open = std::move(left);
  }
  for (Course& course : found) std::ranges::sort(course.changes);
  return found;
}

}  // namespace collsim
