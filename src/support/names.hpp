#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace collsim {

/// Gives what suggestion() does, but nothing if none of the known names is near.
std::string correction(std::string_view name, const std::vector<std::string>& known);

/// Whether a text that is to be a file or a name has what names do not: a slash or a dot.
bool is_path(std::string_view text);

}  // namespace collsim
