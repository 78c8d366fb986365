#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "validation/native.hpp"

namespace collsim {

/// Draws predictions over what was measured and what choosing by them costs, and prints where. Without cells there is
/// nothing to draw. `source`: as draw() has it. Throws Error as draw_rows() does.
void draw_predictions(const std::vector<NativeCell>& cells,
                      const std::map<std::int64_t, std::vector<NativeChoice>>& choices_by_size,
                      const std::filesystem::path& prefix, const std::string& title,
                      const std::string& source);

}  // namespace collsim
