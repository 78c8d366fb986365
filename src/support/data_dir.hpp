#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace collsim {

/// Where the files that come with collsim lie (platforms/, scenarios/, plots/, validation/): the environment
/// variable COLLSIM_DATA_DIR if it is set; share/collsim beside the folder of the program or library that
/// this code is in, or above; else the source tree.
std::filesystem::path data_dir();

/// The names, sorted and without extension, of the files in a folder there that have this one, such as ".xml". Throws Error
/// where there is no such folder.
std::vector<std::string> data_names(const std::string& folder, const std::string& extension);

/// The names, sorted, of the folders in a folder there that have a page, README.md. Throws Error likewise.
std::vector<std::string> data_folders(const std::string& folder);

}  // namespace collsim
