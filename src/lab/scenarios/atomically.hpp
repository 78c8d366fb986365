#pragma once

#include <filesystem>
#include <string>

namespace collsim {

/// Writes a file so that nobody ever sees a part of it: a temporary name, fsync, rename. Makes its folders.
/// Throws Error naming the path.
void write_atomically(const std::filesystem::path& path, const std::string& text);

/// Removes the temporary files that killed programs left in this folder an hour ago or earlier.
void sweep(const std::filesystem::path& folder);

/// Throws Error that the path cannot be written, with the reason of this errno.
[[noreturn]] void fail_to_write(const std::filesystem::path& path, int code);

/// Writes all of the text into a file that is open; returns false with errno set where it does not go in.
bool write_all(int descriptor, const std::string& text);

}  // namespace collsim
