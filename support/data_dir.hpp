#pragma once

#include <filesystem>

namespace collsim {

/// Where the files that come with collsim lie (platforms/, scenarios/, plots/, validation/): the environment
/// variable COLLSIM_DATA_DIR if it is set; share/collsim beside the folder of the program or library that
/// this code is in, or above; else the source tree.
std::filesystem::path data_dir();

}  // namespace collsim
