#pragma once

#include <map>
#include <utility>
#include <vector>

#include "lab/tuner/contest.hpp"
#include "rules/region.hpp"

namespace collsim {

/// Pieces of the grid, with the calls that they are of.
using ClassPieces = std::vector<std::pair<Piece, const CallClass*>>;

/// Where the rules for pieces of a grid begin and end: in the middle between calls that were asked, as a ratio, but nowhere so that a rule
/// takes a call at which its algorithm would leave the work to another for want of elements. What rules ask of elements needs no limit.
class Limits {
 public:
  /// The contest and the pieces must outlive the object. `whole`: rules may not ask for sizes.
  Limits(const Contest& contest, const ClassPieces& pieces, bool whole);

  Region region_of(const Piece& piece, const CallClass& calls) const;

 private:
  /// The last number of processes of each column but the last.
  using Ends = std::vector<int>;

  static Ends usual_ends(const CallClass& calls);
  bool has_enough(const Piece& piece, int processes, std::int64_t bytes) const;
  void draw_in(const Piece& piece, const CallClass& calls);
  Interval processes(const Piece& piece, const CallClass& calls) const;
  /// The least bytes from which on a piece may begin.
  std::int64_t least_bytes(const Piece& piece, const CallClass& calls) const;
  /// The pieces that begin where a piece ends.
  std::vector<std::size_t> behind(std::size_t piece) const;
  /// Pieces behind one and the same begin together.
  void begin_together();

  const Contest& contest_;
  const ClassPieces& pieces_;
  std::map<const CallClass*, Ends> ends_;
  std::vector<std::int64_t> begins_;  ///< of each piece, in bytes
  bool whole_;
};

}  // namespace collsim
