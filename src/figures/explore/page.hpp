#pragma once

#include "figures/explore/http.hpp"

namespace collsim {

/// The files of the page: what is in src/figures/explore/page/.
const PageFiles& page_files();

}  // namespace collsim
