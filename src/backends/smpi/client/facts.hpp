#pragma once

#include "backends/backend.hpp"

namespace collsim {

/// SimGrid's implementation of MPI, simulated in the program itself.
const Backend& smpi_backend();

/// The only word with which collsim answers points for a program without SimGrid's MPI.
inline constexpr const char* smpi_word = "smpi";

/// What a program can do that has SimGrid's MPI; smpi/answer.cpp fills it in where it is linked, or opened.
struct Simulator {
  /// Answers in a process of its own, to whoever reads `out`.
  std::function<void(const Platform& platform, const std::vector<Point>& points, int jobs, const Stop& stop,
                     int out)>
      serve;
  std::function<Explained(const Platform& platform, const Point& point)> explain;
};
Simulator& simulator();

}  // namespace collsim
