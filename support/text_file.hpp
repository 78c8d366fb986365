#pragma once

#include <filesystem>
#include <string>

namespace collsim {

/// The bytes of a file; `right` says what the file should be. Throws Error that leaves it to the caller to name the
/// file: it is a folder, cannot be read, or has more than 256 MiB: no document nor plug-in is so long, but /dev/zero is.
std::string read_text(const std::filesystem::path& file, const std::string& right);

}  // namespace collsim
