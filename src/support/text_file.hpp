#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace collsim {

/// Whether it is a regular file: reading from a device may not end, and from a named pipe not begin.
bool is_file(const std::filesystem::path& path);

/// The regular files in a folder that have this extension, such as ".xml", in the order of their names. None where there
/// is no such folder.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder,
                                            const std::string& extension);

/// The bytes of a file, or of a pipe that this process was given (/dev/stdin, or /dev/fd/63 as a shell calls it); `right` says
/// what it should be. Throws Error that leaves it to the caller to name the file: it is a folder or something else that
/// is_file() refuses, cannot be read, or has more than 256 MiB: no document nor plug-in is so long.
std::string read_text(const std::filesystem::path& file, const std::string& right);

}  // namespace collsim
