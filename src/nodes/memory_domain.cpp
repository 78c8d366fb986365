#include "nodes/memory_domain.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <system_error>

#include "support/number.hpp"

namespace collsim {

namespace fs = std::filesystem;

int memory_domain(const std::vector<int>& processors, const fs::path& domains) {
  constexpr int unknown = -1;
  if (processors.empty()) return unknown;
  std::error_code none;  // a system without that folder tells nothing
  for (const auto& entry : fs::directory_iterator(domains, none)) {
    const std::string name = entry.path().filename().string(), word = "node";
    if (!name.starts_with(word)) continue;
    const auto number = number_in<int>(std::string_view(name).substr(word.size()));
    if (!number) continue;
    const auto is_there = [&](int processor) {
      return fs::exists(entry.path() / ("cpu" + std::to_string(processor)));
    };
    if (std::ranges::all_of(processors, is_there)) return *number;
  }
  return unknown;
}

}  // namespace collsim
