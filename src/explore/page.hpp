#pragma once

#include "explore/http.hpp"

namespace collsim {

/// The files of the page: what is in src/explore/page/.
const PageFiles& page_files();

}  // namespace collsim
