#include "lab/tuner/list_finder.hpp"

#include <algorithm>
#include <cmath>

namespace collsim {
namespace {

struct Loss : Toll {
  double calls = 0;
};

/// What a choice for all calls of a piece loses to the best.
Loss loss_of(const Piece& piece, const CallClass& calls, std::size_t choice) {
  Loss loss;
  for (const GridCall* entry : taken(piece, calls)) {
    loss.add(entry->regret(choice));
    ++loss.calls;
  }
  return loss;
}

/// By processes, then sizes, within each class.
void in_order(ClassPieces& pieces) {
  for (auto first = pieces.begin(); first != pieces.end();) {
    const auto end =
        std::find_if(first, pieces.end(), [&](const auto& each) { return each.second != first->second; });
    std::sort(first, end, [](const auto& one, const auto& other) {
      return std::pair(one.first.first_column, one.first.first_row) <
             std::pair(other.first.first_column, other.first.first_row);
    });
    first = end;
  }
}

}  // namespace

std::vector<const GridCall*> taken(const Piece& piece, const CallClass& calls) {
  std::vector<const GridCall*> found;
  for (const GridCall* entry : calls.entries)
    if (calls.processes[piece.first_column] <= entry->at.processes &&
        entry->at.processes <= calls.processes[piece.last_column] && piece.first_row <= entry->row &&
        entry->row <= piece.last_row)
      found.push_back(entry);
  return found;
}

void CollectiveRules::add(const CollectiveRules& other) {
  pieces.insert(pieces.end(), other.pieces.begin(), other.pieces.end());
  Toll::add(other);
}

ListFinder::ListFinder(const Target& target, const Contest& contest, const TuningBounds& bounds)
    : target_(target),
      contest_(contest),
      bounds_(bounds),
      partitions_(contest.partitions()),
      most_(target.asks_processes() ? bounds.rules : 1),
      free_(lists(GridCall::never)) {}

/// More rules never cost more.
void ListFinder::keep_the_better(CollectiveRules& current, const CollectiveRules& other) {
  if (!other.pieces.empty() && (current.pieces.empty() || other.sum < current.sum)) current = other;
}

/// Lists for two classes as lists for both.
ListFinder::ByLength ListFinder::joined(const ByLength& one, const ByLength& other) {
  ByLength both(one.size());
  for (std::size_t i = 0; i < one.size(); ++i)
    for (std::size_t k = 0; i + k + 1 < both.size(); ++k) {
      if (one[i].pieces.empty() || other[k].pieces.empty()) continue;
      CollectiveRules list = one[i];
      list.add(other[k]);
      keep_the_better(both[i + k + 1], list);
    }
  return both;
}

/// A tenth further with each step.
double ListFinder::cap_of(int step) const {
  return std::max(bounds_.worst, 0.001) * std::pow(1.1, step);
}

CollectiveRules ListFinder::chosen(std::size_t most) const {
  const auto fitting = [&](const ByLength& all) -> const CollectiveRules* {
    const auto end = all.begin() + static_cast<std::ptrdiff_t>(most);
    const auto found =
        std::find_if(all.begin(), end, [&](const CollectiveRules& list) { return fits(list); });
    return found == end ? nullptr : &*found;
  };
  const CollectiveRules* best = fitting(free_);
  if (!best) return free_[most - 1];
  int too_low = -1, step = 0;
  while (cap_of(step) < best->worst) ++step;
  while (step - too_low > 1) {
    const int cap = too_low + (step - too_low) / 2;
    const CollectiveRules* found = fitting(capped(cap));
    if (found) best = found;
    (found ? step : too_low) = cap;
  }
  return *best;
}

CollectiveRules ListFinder::of_so_many(const CollectiveRules& best, std::size_t rules) const {
  if (rules <= best.pieces.size() || !fits(best)) return chosen(rules);
  int step = 0;
  while (cap_of(step) < best.worst) ++step;
  return capped(step)[rules - 1];
}

CollectiveRules ListFinder::with_own_choice(CollectiveRules list) const {
  const auto own = std::ranges::find_if(contest_.options(), &RuleOption::is_own_choice);
  if (own == contest_.options().end()) return list;
  const auto choice = static_cast<std::size_t>(own - contest_.options().begin());
  const double allowed = std::max(list.sum, bounds_.mean * number_of_calls());
  std::multimap<double, Piece*> by_gain;
  for (auto& [piece, calls] : list.pieces) {
    const Loss with = loss_of(piece, *calls, piece.choice), without = loss_of(piece, *calls, choice);
    if (without.sum <= bounds_.mean * without.calls && without.worst <= std::max(bounds_.worst, with.worst))
      by_gain.emplace(without.sum - with.sum, &piece);
  }
  for (const auto& [gain, piece] : by_gain) {
    if (list.sum + gain > allowed) break;
    list.sum += gain;
    piece->choice = choice;
  }
  join_neighbours(choice, list.pieces);
  in_order(list.pieces);
  list.worst = 0;
  for (const auto& [piece, calls] : list.pieces)
    list.worst = std::max(list.worst, loss_of(piece, *calls, piece.choice).worst);
  return list;
}

/// Makes one of two pieces of that choice which are a rectangle together, as often as there are two.
void ListFinder::join_neighbours(std::size_t choice, ClassPieces& pieces) {
  for (std::size_t one = 0; one < pieces.size(); ++one)
    for (std::size_t other = 0; other < pieces.size(); ++other) {
      auto& [first, calls] = pieces[one];
      const auto& [second, its] = pieces[other];
      if (calls != its || first.choice != choice || second.choice != choice) continue;
      const bool beside = first.last_column + 1 == second.first_column &&
                          first.first_row == second.first_row && first.last_row == second.last_row;
      const bool above = first.last_row + 1 == second.first_row &&
                         first.first_column == second.first_column && first.last_column == second.last_column;
      if (!beside && !above) continue;
      first.last_column = second.last_column;
      first.last_row = second.last_row;
      pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(other));
      return join_neighbours(choice, pieces);
    }
}

const ListFinder::ByLength& ListFinder::capped(int step) const {
  const auto known = capped_.find(step);
  return known != capped_.end() ? known->second : capped_.emplace(step, lists(cap_of(step))).first->second;
}

RegretGrid ListFinder::grid(const CallClass& calls) const {
  return calls.grid(contest_.rows(), contest_.options().size());
}

ListFinder::ByLength ListFinder::lists_of(const CallClass& calls, double cap) const {
  ByLength found;
  for (const PieceList& list : best_lists(grid(calls), most_, cap, whole())) {
    CollectiveRules& own = found.emplace_back(CollectiveRules{Toll{list}});
    for (const Piece& piece : list.pieces) own.pieces.emplace_back(piece, &calls);
  }
  return found;
}

/// By whichever partition costs least.
ListFinder::ByLength ListFinder::lists(double cap) const {
  ByLength best(most_);
  for (const auto& classes : partitions_) {
    ByLength own = lists_of(classes.front(), cap);
    for (std::size_t i = 1; i < classes.size(); ++i) own = joined(own, lists_of(classes[i], cap));
    for (std::size_t i = 0; i < best.size(); ++i) keep_the_better(best[i], own[i]);
  }
  for (std::size_t i = 1; i < best.size(); ++i) keep_the_better(best[i], CollectiveRules(best[i - 1]));
  return best;
}

std::optional<std::size_t> ListFinder::fewest_rules_within(double cap) const {
  std::optional<std::size_t> fewest;
  if (!target_.asks_processes()) return fewest;
  for (const auto& classes : partitions_) {
    std::optional<std::size_t> sum = 0;
    for (const CallClass& calls : classes) {
      const auto own = fewest_rules(grid(calls), cap, whole());
      sum = sum && own ? std::optional(*sum + *own) : std::nullopt;
    }
    if (sum && (!fewest || *sum < *fewest)) fewest = sum;
  }
  return fewest;
}

double ListFinder::least_worst_of_any() const {
  double least = GridCall::never;
  for (const auto& classes : partitions_) {
    double worst = 0;
    for (const CallClass& calls : classes) worst = std::max(worst, least_worst(grid(calls), whole()));
    least = std::min(least, worst);
  }
  return least;
}

}  // namespace collsim
