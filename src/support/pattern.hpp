#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace collsim {

/// A regular expression as ECMAScript writes them. std::regex takes seconds to compile, here once.
class Pattern {
 public:
  /// Throws Error with what is wrong with it.
  explicit Pattern(const std::string& expression);

  std::size_t groups() const;
  /// The groups of the first match; nothing where none matches.
  std::optional<std::vector<std::string>> search(const std::string& text) const;
  /// The text with every match replaced by `$1`-style `replacement`.
  std::string replaced(const std::string& text, const std::string& replacement) const;

 private:
  struct Compiled;
  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace collsim
