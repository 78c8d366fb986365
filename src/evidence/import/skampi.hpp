#pragma once

#include <optional>

#include "evidence/import/benchmark_output.hpp"

namespace collsim {

/// Whether a line is one that SKaMPI 5 begins a result with.
bool is_of_skampi(const std::string& line);

/// Reads what SKaMPI 5 prints, line after line: between `begin result "MPI_Bcast-nodes-length"` and `end result` a line has
/// parameters (`nodes= 2 count= 1`), bytes but for barriers, the microseconds until all ranks have ended, their error, repetitions
/// and each rank's microseconds. Bytes are of a block where a collective has blocks; elements of four bytes are taken for int, of
/// eight for double. Source: Reussner, Sanders, Traeff, Scientific Programming 10 (2002); Open MPI's MTT, which reads it.
class Skampi {
 public:
  void take_line(long number, const std::string& line);
  ForeignTimes found() const { return found_; }

 private:
  ForeignTime read(const std::vector<std::string>& words) const;

  ForeignTimes found_;
  std::string name_;  ///< of the result; empty: outside one
  long number_ = 0;
};

}  // namespace collsim
