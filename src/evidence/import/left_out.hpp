#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace collsim {

/// Lines of a file of times that are none, by what they are. One bad line takes no good one with it.
class LeftOut {
 public:
  /// Lines whose reasons differ in what they quote only are of one kind, told by the first of them. `line`: its number.
  void add(long line, const std::string& why);

  /// How many lines are left out, of all kinds.
  std::size_t lines() const;
  /// "FILE:3: the first of 2 lines left out: PingPong", a line for each kind, in the order of the file.
  std::string to_text(const std::filesystem::path& file) const;
  /// Throws Error with the first line and its reason where nothing else is left of a file.
  void refuse_if_any(const std::filesystem::path& file) const;

 private:
  struct Kind {
    long first = 0;
    std::string why = {};
    std::size_t lines = 0;
  };
  std::map<std::string, std::size_t> numbers_ = {};  ///< by the reason without what it quotes
  std::vector<Kind> kinds_ = {};
};

}  // namespace collsim
