#include "support/text_file.hpp"

#include <array>
#include <fstream>

#include "support/error.hpp"

namespace collsim {

std::string read_text(const std::filesystem::path& file, const std::string& right) {
  const auto refuse = [&](const std::string& why) { throw Error(why + "; right would be " + right); };
  constexpr std::size_t longest = 256U << 20U;
  std::error_code none;  // what cannot be looked at cannot be read either
  if (!std::filesystem::exists(file, none)) refuse("no such file");
  if (std::filesystem::is_directory(file, none)) refuse("is a folder");
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
