#pragma once

#include <filesystem>
#include <string>

#include "lab/decisions/judged.hpp"

namespace collsim {

/// Writes the judgement into PREFIX.md, as `text` tells it, and PREFIX.csv, prints it, and draws predictions over what was measured on
/// the machine and what choosing by them costs. Where nothing is judged there is nothing to draw. `source`: as draw() has it. Throws
/// Error as draw_rows() does.
void present_judgement(const Judgement& judgement, const std::string& text,
                       const std::filesystem::path& prefix, const std::string& machine,
                       const std::string& source);

}  // namespace collsim
