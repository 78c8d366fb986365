#include "cli/source.hpp"

#include <fmt/format.h>

#include <map>

#include "support/text_table.hpp"

namespace collsim {

std::string statuses_of(const Platform& platform) {
  std::map<std::string, int> counts;
  for (const auto& [name, number] : platform.numbers())
    ++counts[number.second.substr(0, number.second.find(':'))];
  std::string statuses;
  for (const auto& [status, count] : counts)
    statuses += fmt::format("{}{} {}", statuses.empty() ? "" : ", ", status, count);
  return statuses;
}

std::string source_of(const Platform& platform) {
  constexpr std::size_t narrowest_picture = 110;
  return wrapped(
      fmt::format("{}: {} (numbers: {})", platform.name(), platform.title(), statuses_of(platform)),
      narrowest_picture);
}

}  // namespace collsim
