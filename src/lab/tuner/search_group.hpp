#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "lab/tuner/expected_times.hpp"
#include "lab/tuner/search.hpp"

namespace collsim {

/// Points by their numbers.
using PointNumbers = std::vector<std::size_t>;

/// Calls that differ in processes and size only: what of them is to be asked next.
class SearchGroup {
 public:
  /// A point that nobody may name.
  void add_unnamed() { ++unnamed_; }
  void add(const Point& race, const std::string& algorithm, Rival rival);
  void hear(std::size_t point, const Outcome& outcome);

  /// What decides who is the fastest; nothing once that is settled, or so large a share of the points was asked.
  PointNumbers wanted_for_the_fastest(double share);
  /// What lists run where that may cost more than `worst`, and whoever looks faster there.
  PointNumbers wanted_for_lists(const std::vector<ListRun>& runs, double worst);

  /// Gives the points that were not asked the seconds expected.
  void expect(Searched& found);

 private:
  /// What asking a call more may change, as a share of its time, and who is to be asked.
  struct Doubt {
    double gain = 0;
    std::set<std::size_t> points = {};
  };

  PointNumbers at_first() const;
  void add_hopeful(std::size_t call, PointNumbers& points) const;
  Doubt doubt_of(std::size_t call);
  void add_doubt(const std::vector<const Rival*>& rivals, std::size_t call, Doubt& doubt);
  /// The points of doubts above `least`, as long as no more than `most` points are asked in all.
  PointNumbers most_doubtful(const std::vector<Doubt>& doubts, double least, double most) const;
  double size() const { return static_cast<double>(times_.points() + unnamed_); }

  ExpectedTimes times_;
  std::set<std::size_t> targets_;
  std::size_t at_first_ = 0, asked_ = 0, unnamed_ = 0;
};

}  // namespace collsim
