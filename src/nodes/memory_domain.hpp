#pragma once

#include <filesystem>
#include <vector>

namespace collsim {

/// The number by which Linux knows the memory domain of all those processors; -1: they are of several, or it does not tell.
int memory_domain(const std::vector<int>& processors,
                  const std::filesystem::path& domains = "/sys/devices/system/node");

}  // namespace collsim
