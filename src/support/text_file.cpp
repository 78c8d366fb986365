#include "support/text_file.hpp"

#include <algorithm>
#include <array>
#include <fstream>

#include "support/error.hpp"

namespace collsim {
namespace {

namespace fs = std::filesystem;

bool is_given_pipe(const fs::path& path) {
  std::error_code none;
  return fs::is_fifo(path, none) &&
         (path.native().starts_with("/dev/") || path.native().starts_with("/proc/"));
}

}  // namespace

bool is_file(const fs::path& path) {
  std::error_code none;
  return fs::is_regular_file(path, none);
}

std::vector<fs::path> files_in(const fs::path& folder, const std::string& extension) {
  std::vector<fs::path> found;
  std::error_code none;
  for (fs::directory_iterator entry(folder, none), end; entry != end; entry.increment(none))
    if (entry->path().extension() == extension && is_file(entry->path())) found.push_back(entry->path());
  std::sort(found.begin(), found.end());
  return found;
}

std::string read_text(const fs::path& file, const std::string& right) {
  const auto refuse = [&](const std::string& why) { throw Error(why + "; right would be " + right); };
  constexpr std::size_t longest = 256U << 20U;
  std::error_code none;  // what cannot be looked at cannot be read either
  if (!fs::exists(file, none)) refuse("no such file");
  if (fs::is_directory(file, none)) refuse("is a folder");
  if (!is_file(file) && !is_given_pipe(file)) refuse("is no regular file");
  std::ifstream stream(file, std::ios::binary);
  std::string text;
  std::array<char, 1U << 16U> piece;
  while (stream.read(piece.data(), piece.size()) || stream.gcount() > 0) {
    text.append(piece.data(), static_cast<std::size_t>(stream.gcount()));
    if (text.size() > longest) refuse("has more than 256 MiB");
  }
  if (!stream.eof()) refuse("cannot be read");
  return text;
}

}  // namespace collsim
