#include "backends/fast/schedules/schedule.hpp"

#include <algorithm>
#include <bit>
#include <boost/container_hash/hash.hpp>

#include "support/error.hpp"

namespace collsim::fast {
namespace {

using Tape = Schedule::Tape;

/// The amounts of several lanes together.
constexpr std::size_t most_amounts = std::size_t{1} << 20U;

}  // namespace

/// Where a lane is in its tape.
class TapeCursor {
 public:
  TapeCursor(const Tape& tape) : tape_(&tape) {}

  bool at_end() const { return loop_ == tape_->loops.size(); }
  const Schedule::Step& step(std::size_t ahead = 0) const { return tape_->steps[loop().first + at_ + ahead]; }
  std::size_t length() const { return loop().length; }
  /// How many executions of the loop's body begin here.
  std::size_t whole() const { return at_ == 0 ? loop().repeat - done_ : 0; }
  void skip(std::size_t executions) {
    if ((done_ += executions) < loop().repeat) return;
    done_ = 0;
    ++loop_;
  }
  void next() {
    if (++at_ < length()) return;
    at_ = 0;
    skip(1);
  }

 private:
  const Schedule::Loop& loop() const { return tape_->loops[loop_]; }

  const Tape* tape_;
  std::size_t loop_ = 0, done_ = 0, at_ = 0;
};

/// Puts the lanes of a rank beside each other.
class Schedule::Merger {
 public:
  Merger(Schedule& schedule, std::span<const Tape> tapes, Program& program, std::vector<std::size_t> alike)
      : schedule_(schedule),
        program_(program),
        cursors_(tapes.begin(), tapes.end()),
        alike_(std::move(alike)),
        amounts_(tapes.size()) {}

  /// The lanes that do as lane 0 does.
  std::vector<std::size_t> merge() {
    while (keep([&](const TapeCursor& lane) { return lane.at_end() == cursors_[0].at_end(); }),
           !cursors_[0].at_end()) {
      std::size_t repeat = cursors_[0].whole();
      const std::size_t length = cursors_[0].length();
      for (const std::size_t lane : alike_)
        repeat = cursors_[lane].length() == length ? std::min(repeat, cursors_[lane].whole()) : 0;
      if (repeat > 0)
        take_loop(length, repeat);
      else
        take_step();
    }
    return alike_;
  }

 private:
  template <class Condition>
  void keep(const Condition& condition) {
    std::erase_if(alike_, [&](std::size_t lane) { return !condition(cursors_[lane]); });
  }
  void take_loop(std::size_t length, std::size_t repeat) {
    program_.loops.push_back({program_.steps.size(), length, repeat});
    for (std::size_t ahead = 0; ahead < length; ++ahead) write(ahead);
    for (const std::size_t lane : alike_) cursors_[lane].skip(repeat);
  }
  void take_step() {
    const bool goes_on = !program_.loops.empty() && program_.loops.back().repeat == 1;
    if (!goes_on) program_.loops.push_back({program_.steps.size(), 0, 1});
    ++program_.loops.back().length;
    write(0);
    for (const std::size_t lane : alike_) cursors_[lane].next();
  }
  void write(std::size_t ahead) {
    const Move move = cursors_[0].step(ahead).move;
    keep([&](const TapeCursor& lane) { return lane.step(ahead).move == move; });
    std::ranges::fill(amounts_, cursors_[0].step(ahead).amounts);
    for (const std::size_t lane : alike_) amounts_[lane] = cursors_[lane].step(ahead).amounts;
    if (move.kind == Kind::work && !works_) program_.memory = move.to;
    works_ |= move.kind == Kind::work;
    program_.steps.push_back({move, schedule_.row_of(amounts_)});
  }

  Schedule& schedule_;
  Program& program_;
  std::vector<TapeCursor> cursors_;
  std::vector<std::size_t> alike_;
  std::vector<Amounts> amounts_;  ///< of one step; of lanes that do otherwise, the first lane's
  bool works_ = false;            ///< through a memory, in a step so far
};

std::vector<std::size_t> Schedule::set(int rank, std::span<const Tape> tapes,
                                       std::vector<std::size_t> alike) {
  Program program{.rank = rank, .slots = tapes.front().slots};
  program.steps.reserve(tapes.front().steps.size());
  alike = Merger(*this, tapes, program, std::move(alike)).merge();
  Rank& its = ranks_[static_cast<std::size_t>(rank)];
  for (const Rank::Peers peers : {Rank::Peers::shifted, Rank::Peers::flipped}) {
    const auto [first, last] = known_programs_.equal_range(hash(program, peers));
    for (auto place = first; place != last; ++place) {
      its = sharing(place->second, peers, program);
      if (same(its, program)) return alike;
    }
  }
  its = {.program = static_cast<std::uint32_t>(programs_.size())};
  for (const Rank::Peers peers : {Rank::Peers::shifted, Rank::Peers::flipped})
    known_programs_.emplace(hash(program, peers), its.program);
  program.loops.shrink_to_fit();
  program.steps.shrink_to_fit();
  memory_of_programs_ +=
      sizeof program + program.loops.size() * sizeof(Loop) + program.steps.size() * sizeof(Entry);
  programs_.push_back(std::move(program));
  return alike;
}

bool Schedule::has_only_calls() const {
  return std::ranges::all_of(programs_, [](const Program& program) {
    return std::ranges::all_of(program.steps, [](const Entry& step) { return step.move.kind == Kind::call; });
  });
}

bool Schedule::is_symmetric() const {
  const auto processes = static_cast<std::int32_t>(ranks_.size());
  if (programs_.size() != 1 || programs_.front().rank != 0 || !has_only_calls()) return false;
  const bool flipped =
      std::ranges::any_of(ranks_, [](const Rank& rank) { return rank.peers == Rank::Peers::flipped; });
  // Else a flip of all ranks would lead out of them.
  if (flipped && !std::has_single_bit(ranks_.size())) return false;
  const auto& steps = programs_.front().steps;
  // The difference to rank 0 is the same number either way, and for some ranks both are right.
  const auto is_alike = [&](const Rank& rank) {
    const Rank wanted = {.peers = flipped ? Rank::Peers::flipped : Rank::Peers::shifted, .by = rank.by};
    return rank.peers == wanted.peers || std::ranges::all_of(steps, [&](const Entry& step) {
             return rank.move_of(step.move, processes) == wanted.move_of(step.move, processes);
           });
  };
  const auto meets = [&](const Entry& step) {
    const Move& move = step.move;
    if (move.to < 0 && move.from < 0) return true;
    const std::int32_t back = flipped ? move.to : (processes - move.to) % processes;
    return move.to >= 0 && move.from == back && move.out_tag == move.in_tag;
  };
  return std::ranges::all_of(ranks_, is_alike) && std::ranges::all_of(steps, meets);
}

std::vector<bool> Schedule::sent_rows() const {
  std::vector<bool> sent(rows());
  for (const Program& program : programs_)
    for (const Entry& step : program.steps)
      if ((step.move.kind == Kind::call && step.move.to >= 0) || step.move.kind == Kind::send)
        sent[step.row] = true;
  return sent;
}

Schedule::Rank Schedule::sharing(std::uint32_t number, Rank::Peers peers, const Program& program) const {
  const Program& shared = programs_[number];  // never of a later rank
  return {number, peers,
          peers == Rank::Peers::flipped ? shared.rank ^ program.rank : program.rank - shared.rank,
          program.memory - shared.memory};
}

/// Whether that is what the rank does that shares another's program.
bool Schedule::same(const Rank& rank, const Program& program) const {
  const Program& shared = programs_[rank.program];
  const auto processes = static_cast<std::int32_t>(ranks_.size());
  return shared.slots == program.slots && shared.loops == program.loops &&
         std::ranges::equal(shared.steps, program.steps, [&](const Entry& one, const Entry& other) {
           return one.row == other.row && rank.move_of(one.move, processes) == other.move;
         });
}

/// Gives the same for programs that one rank may share with another, if `peers` are alike.
std::size_t Schedule::hash(const Program& program, Rank::Peers peers) const {
  const auto processes = static_cast<std::int32_t>(ranks_.size());
  const auto from_rank = [&](std::int32_t peer) {
    if (peer < 0) return peer;
    return peers == Rank::Peers::flipped ? peer ^ program.rank
                                         : (peer - program.rank + processes) % processes;
  };
  std::size_t hash = peers == Rank::Peers::flipped ? 1 : 0;
  for (const Entry& step : program.steps) {
    boost::hash_combine(hash, step.row);
    const bool of_rank = step.move.kind != Kind::work;  // else `to` is a memory
    boost::hash_combine(hash, of_rank ? from_rank(step.move.to) : step.move.to - program.memory);
    boost::hash_combine(hash, from_rank(step.move.from));
  }
  return hash;
}

bool Schedule::is_row(std::uint32_t number, std::span<const Amounts> amounts) const {
  return number < rows() && std::ranges::equal(amounts, std::span(row(number), lanes_));
}

std::uint32_t Schedule::row_of(std::span<const Amounts> amounts) {
  row_behind_.resize(rows() + 1);
  std::uint32_t& guess = row_behind_[last_row_];
  if (!is_row(guess, amounts)) guess = find_row(amounts);
  return last_row_ = guess;
}

std::uint32_t Schedule::find_row(std::span<const Amounts> amounts) {
  std::size_t hash = 0;
  for (const Amounts& lane : amounts) {
    boost::hash_combine(hash, lane.out);
    boost::hash_combine(hash, lane.in);
    for (const double spent : lane.spent) boost::hash_combine(hash, spent);
  }
  const auto [first, last] = known_rows_.equal_range(hash);
  for (auto place = first; place != last; ++place)
    if (is_row(place->second, amounts)) return place->second;
  if (lanes_ > 1 && amounts_.size() > most_amounts)
    throw Error(
        "no two messages of this algorithm have the same sizes, so that its schedule does not fit the "
        "memory");
  const auto added = static_cast<std::uint32_t>(rows());
  amounts_.insert(amounts_.end(), amounts.begin(), amounts.end());
  known_rows_.emplace(hash, added);
  return added;
}

}  // namespace collsim::fast
