#pragma once

#include <string>
#include <vector>

#include "support/error.hpp"

namespace collsim {

/// A figure that finds none of its rows in the results, as where a scenario was asked in part.
struct NothingToShow : Error {
  using Error::Error;
};

/// Draws `figure` (the name of a script of plots/, or of a study's folder in validation/) with gnuplot into `output_prefix`.svg and
/// `output_prefix`.png, and returns the two paths.
///
/// `results_csv`: result rows; those whose status is not ok are left out. A series is an algorithm with its
/// options and overrides, and with whatever other column tells apart two rows of the same size.
/// `comparison_csv`: the cells of a validation report (to_csv() of published/published.hpp), or empty.
/// `source`: lines about where the numbers come from, or empty.
/// Throws NothingToShow, or Error: unknown figure, a broken CSV file, or what gnuplot complained of. A failed draw leaves no
/// file.
std::vector<std::string> draw(const std::string& figure, const std::string& results_csv,
                              const std::string& comparison_csv, const std::string& output_prefix,
                              const std::string& title, const std::string& source = {});

/// Draws with any script of plots/ and the rows that it reads; `origin` is for messages.
std::vector<std::string> draw_rows(const std::string& script, const std::string& rows,
                                   const std::string& origin, const std::string& output_prefix,
                                   const std::string& title, const std::string& source = {});

/// Names of the figures that draw() knows, sorted.
std::vector<std::string> figure_names();

}  // namespace collsim
