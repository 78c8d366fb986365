#pragma once

namespace collsim {

/// Dygraphs' script and style, as the system packages them.
extern const char* const dygraphs_script;
extern const char* const dygraphs_style;

}  // namespace collsim
