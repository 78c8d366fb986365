#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "backends/backend.hpp"
#include "backends/machine.hpp"
#include "backends/native/window.hpp"

namespace collsim {

/// The running MPI job: rank 0 leads, the others measure what it asks them to and sleep in between. One
/// object per process, at least as long-lived as everything that calls MPI.
class Job {
 public:
  Job(int* argc, char*** argv);  ///< MPI_Init
  ~Job();                        ///< MPI_Finalize
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  /// Runs `work` on every rank. If it fails on any, all throw, and rank 0 the Error of the first such rank.
  void prepare(const std::function<void()>& work) const;

  /// Runs `work` on rank 0, where its result is returned and its exceptions arrive; the other ranks follow
  /// until it has ended and return 0.
  int lead(const std::function<int()>& work) const;

  /// Rank 0, within lead(): as Backend::answer(), for native points, one at a time, on ranks
  /// 0..processes-1. The platform is a label. A point that this job cannot answer is an outcome with the
  /// reason. It is one of `launches`, which together repeat a point as often as one alone.
  void answer(const Platform& platform, const std::vector<Point>& points, int jobs, const Stop& stop,
              const Done& done, int launches = 1) const;

  /// All ranks: from now on, points whose first two ranks share a node count only at one pace. `usual`: half a round trip of
  /// Pace::bytes, in seconds; 0: as at first.
  void watch_pace(double usual);
  /// Rank 0: what it has seen of that (Pace::text()).
  std::string pace() const;

  int rank() const { return rank_; }
  int size() const { return size_; }
  const Machine& machine() const { return machine_; }

 private:
  void follow() const;
  std::string why_unsupported(const Point& point, const Platform& platform) const;
  /// Empty, or how the hosts of this job differ from the nodes of the point's file.
  std::string misplaced(const Point& point) const;

  int rank_ = 0;
  int size_ = 1;
  Machine machine_;
  std::unique_ptr<Instruments> instruments_;
};

}  // namespace collsim
