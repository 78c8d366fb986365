#pragma once

#include "evidence/import/benchmark_output.hpp"

namespace collsim {

/// Whether a line is one that ReproMPI's benchmark begins with.
bool is_of_reprompi(const std::string& line);

/// Reads ReproMPI's output, line after line: of all repetitions, of which quartiles are taken, or of --summary, of which the median
/// is, or the mean where there is none. Its times are of the rank that takes longest; its counts are of a block where a collective
/// has blocks. Source: Hunold, Carpen-Amarie, IEEE TPDS 27 (2016), doi:10.1109/TPDS.2016.2539167; output of mpibenchmark, 2020.
class ReproMpi {
 public:
  void take_line(long number, const std::string& line);
  ForeignTimes found() const;

 private:
  struct Cell {
    ForeignTime time;
    std::vector<double> microseconds;
  };
  void take_row(const std::vector<std::string>& words);

  std::vector<Cell> cells_;
  LeftOut left_out_;
  std::vector<std::string> columns_;  ///< empty before the line that names them
  std::string type_ = "MPI_BYTE", processes_;
  long number_ = 0;
};

}  // namespace collsim
