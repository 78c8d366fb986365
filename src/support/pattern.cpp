#include "support/pattern.hpp"

#include <regex>

#include "support/error.hpp"

namespace collsim {

struct Pattern::Compiled {
  std::regex regex;
};

Pattern::Pattern(const std::string& expression) try
    : compiled_(std::make_shared<const Compiled>(Compiled{std::regex(expression)})) {
} catch (const std::regex_error& error) {
  throw Error(error.what());
}

std::size_t Pattern::groups() const {
  return compiled_->regex.mark_count();
}

std::optional<std::vector<std::string>> Pattern::search(const std::string& text) const {
  std::smatch match;
  if (!std::regex_search(text, match, compiled_->regex)) return std::nullopt;
  return std::vector<std::string>(std::next(match.begin()), match.end());
}

std::string Pattern::replaced(const std::string& text, const std::string& replacement) const {
  return std::regex_replace(text, compiled_->regex, replacement);
}

}  // namespace collsim
