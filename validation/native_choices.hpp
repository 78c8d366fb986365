#pragma once

#include <vector>

#include "validation/native.hpp"

namespace collsim {

/// The algorithm that leaves the choice to the MPI library.
constexpr const char* installed_library = "library";

/// What comes of choosing by each predictor of the cells, and by the installed library. `native`: the judged native rows.
/// Of rows that ask the same the first counts.
std::vector<NativeChoice> native_choices(const std::vector<NativeCell>& cells,
                                         const std::vector<const Row*>& native);

}  // namespace collsim
