#include "points/outcome.hpp"

#include <array>

namespace collsim {
namespace {

constexpr std::array kinds = {"ok", "unsupported", "failed", "missing"};

}  // namespace

std::string Status::text() const {
  const std::string word = kinds[static_cast<std::size_t>(kind)];
  return kind == Kind::ok ? word : word + ": " + reason;
}

Status Status::parse(const std::string& text) {
  for (std::size_t i = 1; i < kinds.size(); ++i) {
    const std::string start = std::string(kinds[i]) + ": ";
    if (text.starts_with(start)) return {static_cast<Kind>(i), text.substr(start.size())};
  }
  return text == kinds[0] ? Status{} : Status{Kind::failed, text};
}

}  // namespace collsim
