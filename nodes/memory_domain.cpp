#include "nodes/memory_domain.hpp"

#include <sched.h>

#include <algorithm>
#include <charconv>
#include <string>

namespace collsim {

namespace fs = std::filesystem;

std::vector<int> allowed_processors() {
  cpu_set_t set;
  std::vector<int> processors;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return processors;
  for (int processor = 0; processor < CPU_SETSIZE; ++processor)
    if (CPU_ISSET(processor, &set)) processors.push_back(processor);
  return processors;
}

int memory_domain(const std::vector<int>& processors, const fs::path& domains) {
  constexpr int unknown = -1;
  if (processors.empty()) return unknown;
  std::error_code none;  // a system without that folder tells nothing
  for (const auto& entry : fs::directory_iterator(domains, none)) {
    const std::string name = entry.path().filename().string(), word = "node";
    if (!name.starts_with(word)) continue;
    int number = unknown;
    const char* const end = name.data() + name.size();
    if (std::from_chars(name.data() + word.size(), end, number).ptr != end) continue;
    const auto is_there = [&](int processor) {
      return fs::exists(entry.path() / ("cpu" + std::to_string(processor)));
    };
    if (std::ranges::all_of(processors, is_there)) return number;
  }
  return unknown;
}

}  // namespace collsim
