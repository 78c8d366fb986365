#include "lab/tuner/limits.hpp"

#include <algorithm>
#include <utility>

namespace collsim {

Limits::Limits(const Contest& contest, const ClassPieces& pieces, bool whole)
    : contest_(contest), pieces_(pieces), whole_(whole) {
  for (const auto& [piece, calls] : pieces) draw_in(piece, *calls);
  for (const auto& [piece, calls] : pieces) begins_.push_back(least_bytes(piece, *calls));
  begin_together();
}

std::vector<std::size_t> Limits::behind(std::size_t number) const {
  const auto& [piece, calls] = pieces_[number];
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const auto& [other, its] = pieces_[i];
    if (its == calls && other.first_row == piece.last_row + 1 && other.first_column <= piece.last_column &&
        piece.first_column <= other.last_column)
      found.push_back(i);
  }
  return found;
}

void Limits::begin_together() {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t number = 0; number < pieces_.size(); ++number) {
      std::int64_t latest = 0;
      for (const std::size_t i : behind(number)) latest = std::max(latest, begins_[i]);
      for (const std::size_t i : behind(number))
        changed = std::exchange(begins_[i], latest) != latest || changed;
    }
  }
}

Limits::Ends Limits::usual_ends(const CallClass& calls) {
  Ends ends;
  for (std::size_t i = 1; i < calls.processes.size(); ++i)
    ends.push_back(last_before(calls.processes[i - 1], calls.processes[i]));
  return ends;
}

bool Limits::has_enough(const Piece& piece, int processes, std::int64_t bytes) const {
  if (contest_.rules_ask_for_elements()) return true;
  Shape shape = contest_.entries().front().at.shape();
  shape.nodes = nullptr;
  shape.processes = processes;
  shape.count = bytes / shape.type_size;
  return contest_.options()[piece.choice].has_enough(facts_of(contest_.collective(), shape));
}

/// At the smallest size of a piece there are enough elements for the numbers of processes that were asked.
void Limits::draw_in(const Piece& piece, const CallClass& calls) {
  Ends& ends = ends_.emplace(&calls, usual_ends(calls)).first->second;
  if (piece.last_column == ends.size()) return;
  int& end = ends[piece.last_column];
  while (end > calls.processes[piece.last_column] &&
         !has_enough(piece, end, contest_.smallest()[piece.first_row]))
    --end;
}

Interval Limits::processes(const Piece& piece, const CallClass& calls) const {
  const Ends& ends = ends_.at(&calls);
  Interval found = contest_.processes();
  if (piece.first_column > 0) found.first = ends[piece.first_column - 1] + 1;
  if (piece.last_column < ends.size()) found.last = ends[piece.last_column];
  return found;
}

/// Who has more ranks needs no fewer elements.
std::int64_t Limits::least_bytes(const Piece& piece, const CallClass& calls) const {
  const int last = static_cast<int>(processes(piece, calls).last);
  std::int64_t low = piece.first_row == 0 ? 0 : contest_.limits()[piece.first_row - 1];
  std::int64_t high = contest_.smallest()[piece.first_row];
  if (has_enough(piece, last, low)) return low;
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (has_enough(piece, last, middle) ? high : low) = middle;
  }
  return high;
}

Region Limits::region_of(const Piece& piece, const CallClass& calls) const {
  Region region;
  region.processes = processes(piece, calls);
  if (whole_) return region;
  const auto place = std::ranges::find(pieces_, std::pair(piece, &calls));
  const auto number = static_cast<std::size_t>(place - pieces_.begin());
  region.bytes.first = begins_[number];
  if (const auto next = behind(number); !next.empty()) region.bytes.last = begins_[next.front()] - 1;
  return region;
}

}  // namespace collsim
