#include "tuner/tuned.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "algorithms/facts/collective.hpp"
#include "decisions/winner_map.hpp"
#include "tuner/followed.hpp"
#include "tuner/rule_list.hpp"
#include "tuner/terms.hpp"

namespace collsim {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// An algorithm that rules may name, and what serves a call then.
struct Option {
  std::string theirs;         ///< empty: collsim's own
  std::optional<Choice> own;  ///< of collsim's own
  const TargetAlgorithm* as = nullptr;
};

/// A call of the grid: what serves it by each option, and how long that takes.
struct Entry {
  Point at;
  AnswersByLabel seconds = {};  ///< of all that competed
  std::size_t column = 0, row = 0;
  std::vector<double> takes = {};  ///< by each option; infinite where it cannot serve
  double least = never;            ///< of the options
  double least_of_all = never;
};

/// The calls of one collective, with what competes for them on the target.
class Contest {
 public:
  Contest(const Target& target, std::string collective, const std::vector<Row>& rows,
          const TuningBounds& bounds)
      : target_(target),
        collective_(std::move(collective)),
        bounds_(bounds),
        named_(candidates(target, collective_, bounds.commutative)) {
    std::vector<Row> own;
    for (const Row& row : rows)
      if (row.point.collective == collective_) own.push_back(row);
    for (const auto& [at, seconds] : answers_by_race(own)) entries_.push_back({.at = at, .seconds = seconds});
    find_options(own);
    place(own);
    for (Entry& entry : entries_) judge(entry);
    std::erase_if(entries_, [](const Entry& entry) { return entry.least == never; });
  }

  TunedCollective tuned() {
    TunedCollective result{.collective = collective_};
    if (entries_.empty() || options_.empty()) return result;
    for (const Entry& entry : entries_) result.beyond += entry.least / entry.least_of_all - 1;
    result.beyond /= static_cast<double>(entries_.size());
    const auto free = lists(never);
    for (std::size_t i = 0; i < free.size(); ++i)
      if (!free[i].pieces.empty()) result.curve.push_back({i + 1, mean(free[i]), free[i].worst});
    const List best = chosen(free, result.within);
    result.mean = mean(best);
    result.worst = best.worst;
    for (const auto& [piece, group] : best.pieces) result.rules.push_back(rule_of(piece, group));
    return result;
  }

 private:
  /// Which numbers of processes a list is for.
  enum class Group { all, powers_of_two, others };
  struct List {
    std::vector<std::pair<Piece, Group>> pieces;
    double sum = 0, worst = 0;
  };

  /// The fewest rules within the bounds. Where the worst regret cannot be kept, the fewest that keep the mean and one that is larger, by
  /// as little as steps of a tenth tell; where the mean cannot be kept, the list of `free`, without bounds, of least mean.
  List chosen(const std::vector<List>& free, bool& within) const {
    const auto fits = [&](const List& list) { return !list.pieces.empty() && mean(list) <= bounds_.mean; };
    within = false;
    const auto enough = std::ranges::find_if(free, fits);
    if (enough == free.end()) return free.back();
    within = true;
    for (double cap = std::max(bounds_.worst, 0.001); cap < enough->worst; cap *= 1.1) {
      const auto capped = lists(cap);
      if (const auto found = std::ranges::find_if(capped, fits); found != capped.end()) return *found;
      within = false;
    }
    return *enough;
  }

  double mean(const List& list) const { return list.sum / static_cast<double>(entries_.size()); }

  void find_options(const std::vector<Row>& rows) {
    for (const TargetAlgorithm& each : named_) options_.push_back({each.theirs, std::nullopt, &each});
    if (!target_.is_collsim()) return;
    std::set<std::string> seen;
    for (const Row& row : rows) {
      const Choice choice{&describe(collective_, row.point.algorithm), row.point.options};
      if (seen.insert(label(row.point)).second) options_.push_back({"", choice, nullptr});
    }
  }

  /// Sizes that stand in one row differ because blocks are rounded.
  void place(const std::vector<Row>& rows) {
    std::set<int> processes;
    for (const Entry& entry : entries_) processes.insert(entry.at.processes);
    processes_.assign(processes.begin(), processes.end());
    const std::vector<WinnerMap> maps = winner_maps(rows);
    if (maps.size() != 1) throw Error("rules are for one platform and placement; right would be one of each");
    sizes_ = maps.front().sizes;
    for (Entry& entry : entries_) {
      entry.column = static_cast<std::size_t>(std::ranges::lower_bound(processes_, entry.at.processes) -
                                              processes_.begin());
      const auto row = std::ranges::find_if(sizes_, [&](const WinnerMap::Sizes& sizes) {
        const auto own = sizes.find(entry.at.processes);
        return own != sizes.end() && own->second == entry.at.bytes();
      });
      entry.row = static_cast<std::size_t>(row - sizes_.begin());
    }
  }

  double time_of(const Option& option, const Entry& entry) const {
    std::optional<Choice> choice = option.own;
    if (option.as) choice = option.as->serving(facts_of(collective_, entry.at.shape()));
    if (!choice) return never;
    const auto found = entry.seconds.find(label_of(collective_, *choice));
    return found == entry.seconds.end() ? never : found->second;
  }

  void judge(Entry& entry) const {
    for (const auto& [name, seconds] : entry.seconds)
      entry.least_of_all = std::min(entry.least_of_all, seconds);
    for (const Option& option : options_) {
      entry.takes.push_back(time_of(option, entry));
      entry.least = std::min(entry.least, entry.takes.back());
    }
  }

  bool belongs(std::size_t column, Group group) const {
    const bool power = std::has_single_bit(static_cast<unsigned>(processes_[column]));
    return group == Group::all || power == (group == Group::powers_of_two);
  }

  /// Of those columns that belong to the group, renumbered.
  RegretGrid grid(Group group) const {
    RegretGrid grid{.columns = columns(group).size(), .rows = sizes_.size(), .choices = options_.size()};
    const auto own = columns(group);
    for (const Entry& entry : entries_) {
      if (!belongs(entry.column, group)) continue;
      RegretGrid::Call call{
          static_cast<std::size_t>(std::ranges::lower_bound(own, entry.column) - own.begin()), entry.row, {}};
      for (const double takes : entry.takes) call.regrets.push_back(takes / entry.least - 1);
      grid.calls.push_back(std::move(call));
    }
    return grid;
  }
  std::vector<std::size_t> columns(Group group) const {
    std::vector<std::size_t> own;
    for (std::size_t column = 0; column < processes_.size(); ++column)
      if (belongs(column, group)) own.push_back(column);
    return own;
  }

  List in_group(const PieceList& list, Group group) const {
    List result{{}, list.sum, list.worst};
    const auto own = columns(group);
    for (Piece piece : list.pieces) {
      piece.first_column = own[piece.first_column];
      piece.last_column = own[piece.last_column];
      result.pieces.emplace_back(piece, group);
    }
    return result;
  }

  /// By the number of rules less one: of all numbers of processes, or of powers of two and of others, whichever costs less.
  std::vector<List> lists(double cap) const {
    const std::size_t most = target_.asks_processes() ? bounds_.rules : 1;
    const bool whole = !target_.asks_bytes(collective_);
    std::vector<List> best;
    for (const PieceList& list : best_lists(grid(Group::all), most, cap, whole))
      best.push_back(in_group(list, Group::all));
    const std::size_t powers = columns(Group::powers_of_two).size();
    if (!target_.asks_powers_of_two() || powers == 0 || powers == processes_.size()) return best;
    const auto of_powers = best_lists(grid(Group::powers_of_two), most, cap, whole),
               of_others = best_lists(grid(Group::others), most, cap, whole);
    for (std::size_t first = 1; first < most; ++first)
      for (std::size_t second = 1; first + second <= most; ++second) {
        const PieceList &one = of_powers[first - 1], &other = of_others[second - 1];
        List& current = best[first + second - 1];
        if (one.pieces.empty() || other.pieces.empty()) continue;
        if (!current.pieces.empty() && one.sum + other.sum >= current.sum) continue;
        current = in_group(one, Group::powers_of_two);
        const List rest = in_group(other, Group::others);
        current.pieces.insert(current.pieces.end(), rest.pieces.begin(), rest.pieces.end());
        current.sum += rest.sum;
        current.worst = std::max(current.worst, rest.worst);
      }
    for (std::size_t i = 1; i < best.size(); ++i)  // more rules never cost more
      if (!best[i - 1].pieces.empty() && (best[i].pieces.empty() || best[i].sum > best[i - 1].sum))
        best[i] = best[i - 1];
    return best;
  }

  /// Where the second of two neighbouring rows begins for the columns of a piece: halfway, as a ratio.
  std::int64_t threshold(const Piece& piece, std::size_t row) const {
    std::int64_t below = 0, above = Region::all_bytes.last;
    for (const Entry& entry : entries_) {
      if (entry.column < piece.first_column || entry.column > piece.last_column) continue;
      if (entry.row < row) below = std::max(below, entry.at.bytes());
      if (entry.row >= row) above = std::min(above, entry.at.bytes());
    }
    return static_cast<std::int64_t>(std::llround(
        std::sqrt(static_cast<double>(std::max<std::int64_t>(below, 1)) * static_cast<double>(above))));
  }

  Region region_of(const Piece& piece, Group group) const {
    Region region;
    region.processes.first = processes_[piece.first_column];
    const auto own = columns(group);
    const auto next = std::ranges::upper_bound(own, piece.last_column);
    region.processes.last = next == own.end() ? processes_.back() : processes_[*next] - 1;
    if (group == Group::others && piece.first_column == own.front())
      region.processes.first = processes_.front();
    if (piece.first_row > 0) region.bytes.first = threshold(piece, piece.first_row);
    if (piece.last_row + 1 < sizes_.size()) region.bytes.last = threshold(piece, piece.last_row + 1) - 1;
    return region;
  }

  TunedRule rule_of(const Piece& piece, Group group) const {
    const Option& option = options_[piece.choice];
    TunedRule tuned{.rule = {.where = {}, .collective = collective_, .region = region_of(piece, group)}};
    Rule& rule = tuned.rule;
    rule.theirs = option.theirs;
    rule.choice = option.own;
    if (group == Group::powers_of_two) rule.only.insert(Condition::power_of_two);
    if (option.as) {
      const ForeignAlgorithm* row =
          foreign_algorithm(target_.library, collective_, parse_written(option.theirs));
      rule.choice = choice_of(*row, parse_written(option.theirs));
      // Where the library runs nothing in its stead, other rules must take the calls that it cannot serve.
      if (target_.asks_powers_of_two() && row->otherwise.empty())
        rule.only.insert(row->only.begin(), row->only.end());
      if (!row->keeps_order && target_.asks_commutativity()) rule.operator_class = "commutative";
    } else if (!serves_any_operator(*rule.choice)) {
      rule.operator_class = "commutative";
    }
    if (!rule.operator_class.empty()) rule.region.operators = operator_class(rule.operator_class);
    explain(piece, group, tuned);
    return tuned;
  }

  bool serves_any_operator(const Choice& choice) const {
    if (!collective(collective_).combines) return true;
    const Shape shape{.processes = 4, .count = 4, .commutative = false};
    return choice.about->why_unsupported(shape, choice.options).empty();
  }

  void explain(const Piece& piece, Group group, TunedRule& tuned) const {
    std::vector<const Entry*> taken;
    for (const Entry& entry : entries_)
      if (piece.first_column <= entry.column && entry.column <= piece.last_column &&
          piece.first_row <= entry.row && entry.row <= piece.last_row && belongs(entry.column, group))
        taken.push_back(&entry);
    tuned.calls = taken.size();
    std::vector<double> means(options_.size());
    for (std::size_t i = 0; i < options_.size(); ++i)
      for (const Entry* entry : taken)
        means[i] += (entry->takes[i] / entry->least - 1) / static_cast<double>(taken.size());
    for (const Entry* entry : taken)
      tuned.worst = std::max(tuned.worst, entry->takes[piece.choice] / entry->least - 1);
    tuned.mean = means[piece.choice];
    std::size_t second = piece.choice;
    for (std::size_t i = 0; i < options_.size(); ++i)
      if (i != piece.choice && means[i] < never && (second == piece.choice || means[i] < means[second]))
        second = i;
    if (taken.empty()) return;
    const Entry& middle = *taken[taken.size() / 2];
    tuned.example = middle.at;
    tuned.seconds = middle.takes[piece.choice];
    if (second == piece.choice) return;
    tuned.second = name_of(options_[second]);
    tuned.second_mean = means[second];
    tuned.second_seconds = middle.takes[second];
    const auto own = serving(options_[piece.choice], middle), other = serving(options_[second], middle);
    if (own && other) tuned.terms = terms_text(middle.at.shape(), *own, *other);
  }

  std::optional<Choice> serving(const Option& option, const Entry& entry) const {
    return option.as ? option.as->serving(facts_of(collective_, entry.at.shape())) : option.own;
  }
  std::string name_of(const Option& option) const {
    return option.theirs.empty() ? label_of(collective_, *option.own) : option.theirs;
  }

  const Target& target_;
  std::string collective_;
  const TuningBounds& bounds_;
  std::vector<TargetAlgorithm> named_;
  std::vector<Option> options_;
  std::vector<Entry> entries_;
  std::vector<int> processes_;
  std::vector<WinnerMap::Sizes> sizes_;
};

}  // namespace

std::vector<TunedCollective> tune(const Target& target, const std::vector<Row>& rows,
                                  const TuningBounds& bounds) {
  std::vector<std::string> names;
  for (const Row& row : rows)
    if (std::ranges::find(names, row.point.collective) == names.end()) names.push_back(row.point.collective);
  std::vector<TunedCollective> all;
  for (const auto& name : names) all.push_back(Contest(target, name, rows, bounds).tuned());
  return all;
}

Rules rules_of(const std::vector<TunedCollective>& tuned, const std::string& source) {
  std::vector<Rule> rules;
  for (const TunedCollective& each : tuned)
    for (const TunedRule& rule : each.rules) rules.push_back(rule.rule);
  return Rules(std::move(rules), source);
}

}  // namespace collsim
