#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace collsim {

/// Something the user can mend. The message is one line: what is wrong, where, and what would be right.
/// `main` prints it and exits with 2.
struct Error : std::runtime_error {
  /// What the user wrote may stand in `what` as it is: control characters are written as \n or \x1b, and a line that
  /// nobody would read to its end is shortened in the middle.
  explicit Error(const std::string& what);
};

/// "; did you mean 'ring', 'tree'?" from the known names nearest to `name`, or "; known: ..." if none is
/// near.
std::string suggestion(std::string_view name, const std::vector<std::string>& known);

}  // namespace collsim
