#pragma once

#include <filesystem>
#include <string>

#include "lab/decisions/judged.hpp"

namespace collsim {

/// Draws predictions over what was measured and what choosing by them costs, and prints where. Where nothing is judged there is
/// nothing to draw. `source`: as draw() has it. Throws Error as draw_rows() does.
void draw_predictions(const Judgement& judgement, const std::filesystem::path& prefix,
                      const std::string& title, const std::string& source);

}  // namespace collsim
