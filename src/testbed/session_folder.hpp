#pragma once

#include <filesystem>

#include "testbed/testbed.hpp"

namespace collsim {

/// Where Open MPI keeps its sockets while a job runs: a folder for temporary files that nobody else can look into, because
/// others may make folders and links of any name beside it. One of this testbed that is there is used again. Throws Error.
std::filesystem::path session_folder(const Testbed& testbed);

/// Removes what session_folder() has made for this testbed, and nothing of others; whether there was anything.
bool remove_session_folders(const Testbed& testbed);

}  // namespace collsim
