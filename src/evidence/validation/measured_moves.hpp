#pragma once

#include <string>
#include <utility>
#include <vector>

#include "evidence/validation/measured.hpp"

namespace collsim {

/// The cells asked again on platforms with another number, "send_overhead=x2": what is predicted where a number is not
/// known better. Platforms of other software that lack it stay as they are, and all but `platform` if that is named. Throws
/// Error where none has it.
std::vector<MeasuredCell> with_change(const std::vector<MeasuredCell>& cells, const std::string& change,
                                      const std::string& platform = {});

/// Changes to the ends of the ranges that the cells' platforms state, by platform.
std::vector<std::pair<std::string, std::string>> stated_changes(const std::vector<MeasuredCell>& cells);

/// What is predicted under such a change.
struct MeasuredMove {
  std::string change;
  Judgement judgement;
};

/// How far predictions, errors and regrets move, from 4 KiB on, in Markdown; empty without changes.
std::string moves_text(const Judgement& as_it_is, const std::vector<MeasuredMove>& moves);

}  // namespace collsim
