#include "evidence/import/left_out.hpp"

#include <fmt/format.h>

#include "support/error.hpp"

namespace collsim {
namespace {

/// Of "median_us is '2us'; ..." what is not between quotes.
std::string without_quotes(const std::string& text) {
  std::string rest;
  bool quoted = false;
  for (const char c : text) {
    if (c == '\'') quoted = !quoted;
    if (!quoted) rest += c;
  }
  return rest;
}

}  // namespace

void LeftOut::add(long line, const std::string& why) {
  const auto number = numbers_.emplace(without_quotes(why), kinds_.size()).first->second;
  if (number == kinds_.size())
    kinds_.push_back({line, Error(why).what()});  // which escapes what a terminal would obey
  ++kinds_[number].lines;
}

std::size_t LeftOut::lines() const {
  std::size_t all = 0;
  for (const Kind& kind : kinds_) all += kind.lines;
  return all;
}

std::string LeftOut::to_text(const std::filesystem::path& file) const {
  std::string text;
  for (const Kind& kind : kinds_)
    text += fmt::format(
        "{}:{}: {}: {}\n", file.string(), kind.first,
        kind.lines == 1 ? "a line left out" : fmt::format("the first of {} lines left out", kind.lines),
        kind.why);
  return text;
}

void LeftOut::refuse_if_any(const std::filesystem::path& file) const {
  if (kinds_.empty()) return;
  const Kind& first = kinds_.front();
  throw Error(fmt::format("{}:{}: {}{}", file.string(), first.first, first.why,
                          lines() == 1 ? "" : fmt::format("; none of {} lines is a time", lines())));
}

}  // namespace collsim
