#include "backends/trial/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/nested.hpp"
#include "backends/trial/traffic.hpp"
#include "support/human.hpp"

namespace collsim {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

// Counts, places and sums of all blocks, which every rank of an irregular collective has.
constexpr std::int64_t per_irregular_pair = 28;

// Where each rank holds what all of its node's ranks send to all others: 448 bytes a pair with 24 ranks a node.
constexpr std::int64_t per_pair_and_rank_of_node = 18;

// Its posts and waits on both sides, and the spans that are made of them: 285 bytes with 2 million messages, more while
// lists grow.
constexpr double traced_message = 400;

/// The number behind a word at the start of a line ("MemAvailable:"), or the file's only number; `fallback`
/// if there is none ("max").
std::int64_t number_in(const fs::path& path, std::int64_t fallback, const std::string& word = {}) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string first;
    std::int64_t number = 0;
    if (!word.empty() && (!(words >> first) || first != word)) continue;
    return words >> number ? number : fallback;
  }
  return fallback;
}

bool knows_nodes(const Point& point) {
  return is_registered(point.collective, point.algorithm) &&
         describe(point.collective, point.algorithm).knows_nodes;
}

/// What a control group leaves; files that were read once do not count, for they can go.
std::int64_t left_in(const fs::path& group, const char* limit, const char* usage, const char* cache) {
  const std::int64_t most = number_in(group / limit, unlimited);
  if (most == unlimited) return unlimited;
  const std::int64_t used = number_in(group / usage, 0) - number_in(group / "memory.stat", 0, cache);
  return std::max<std::int64_t>(0, most - used);
}

/// What the control group at `path` and those around it leave. In a container the path may be another
/// namespace's: then the outermost group is the container's own.
template <class Left>
std::int64_t least_left(const fs::path& mount, std::string path, const Left& left) {
  std::int64_t least = unlimited;
  for (;; path = fs::path(path).parent_path().string()) {
    least = std::min(least, left(mount / fs::path(path).relative_path()));
    if (fs::path(path).relative_path().empty()) return least;
  }
}

std::int64_t left_by_groups(const fs::path& root) {
  std::int64_t least = unlimited;
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {  // HIERARCHY:CONTROLLERS:PATH
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string path = line.substr(second + 1);
    if (controllers == ",,")  // version 2
      least = std::min(least, least_left(root / "sys/fs/cgroup", path, [](const fs::path& group) {
                         return left_in(group, "memory.max", "memory.current", "inactive_file");
                       }));
    if (controllers.find(",memory,") != std::string::npos)
      least = std::min(least, least_left(root / "sys/fs/cgroup/memory", path, [](const fs::path& group) {
                         return left_in(group, "memory.limit_in_bytes", "memory.usage_in_bytes",
                                        "total_inactive_file");
                       }));
  }
  return least;
}

}  // namespace

std::int64_t memory_of_calls(const Point& point) {
  // In time mode vectors are addresses that nobody writes to.
  if (point.data == Data::time) return 0;
  // A node's segment has a place for each of its ranks' vectors and for results.
  const int vectors = knows_nodes(point) ? 6 : 4;
  return vectors * std::int64_t{point.processes} * point.bytes();
}

std::int64_t memory_of_counts(const Point& point) {
  if (collective(point.collective).size != Collective::Size::varied) return 0;
  const std::int64_t ranks = point.processes;
  const std::int64_t of_node = point.collective == "alltoallv" && knows_nodes(point)
                                   ? per_pair_and_rank_of_node * point.ppn.most(point.processes)
                                   : 0;
  return ranks * ranks * (per_irregular_pair + of_node);
}

std::int64_t memory_of_own_counts(const Point& point) {
  return collective(point.collective).rotates ? memory_of_counts(point) : 0;
}

std::int64_t memory_of_traces(const Point& point) {
  return point.balance ? static_cast<std::int64_t>(traffic(point).messages * traced_message) : 0;
}

std::string too_large(const Point& point, std::int64_t needed, std::int64_t available) {
  return fmt::format("{} ranks need {} of memory, {} are available", point.processes, human_bytes(needed),
                     human_bytes(available));
}

std::int64_t memory_available(const fs::path& root) {
  const std::int64_t kibibytes = number_in(root / "proc/meminfo", -1, "MemAvailable:");
  return std::min(kibibytes < 0 ? unlimited : kibibytes * 1024, left_by_groups(root));
}

}  // namespace collsim
