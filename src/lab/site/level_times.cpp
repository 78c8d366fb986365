#include "lab/site/level_times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "support/error.hpp"
#include "support/number.hpp"
#include "support/range.hpp"

namespace collsim {
namespace {

/// What one part of --levels says.
struct LevelFile {
  std::string name, size, file;
};

LevelFile asked_of(const std::string& part) {
  const auto equals = part.find('=');
  const std::string level = part.substr(0, equals);
  const auto colon = level.find(':');
  LevelFile asked{.name = level.substr(0, colon),
                  .size = colon == std::string::npos ? "" : level.substr(colon + 1),
                  .file = equals == std::string::npos ? "" : part.substr(equals + 1)};
  if (asked.name.empty() || asked.file.empty())
    throw Error(fmt::format(
        "--levels has '{}'; right would be NAME=FILE, or NAME:CORES=FILE, such as socket:64=socket.txt",
        part));
  return asked;
}

int cores_of(const LevelFile& asked, const NodeFacts& node) {
  if (!asked.size.empty()) {
    const auto cores = number_in<int>(asked.size).value_or(0);
    if (cores < 1)
      throw Error(
          fmt::format("--levels has {} of '{}' cores; right would be a number", asked.name, asked.size));
    return cores;
  }
  std::vector<std::string> known;
  for (const CoreGroup& group : node.groups) {
    if (group.name == asked.name) return group.cores;
    known.push_back(group.name);
  }
  throw Error(fmt::format(
      "--levels names '{0}', and nobody says how many cores that has; right would be {0}:4=FILE{1}",
      asked.name, suggestion(asked.name, known)));
}

}  // namespace

std::vector<PingPong> LevelTimes::curve() const {
  std::vector<PingPong> points = measured.times;
  std::erase_if(points, [](const PingPong& each) { return each.bytes == 0; });
  return points;
}

void check_levels(const std::vector<LevelTimes>& levels, const NodeFacts& node) {
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const LevelTimes& level = levels[i];
    if (level.curve().empty())
      throw Error(fmt::format(
          "{} has no times of a message; right would be osu_latency or another ping-pong, too", level.from));
    if (i > 0 && (level.cores <= levels[i - 1].cores || level.cores % levels[i - 1].cores != 0))
      throw Error(fmt::format("levels do not nest: {} cores of '{}' in {} of '{}'; right would be a multiple",
                              levels[i - 1].cores, levels[i - 1].name, level.cores, level.name));
  }
  const int measured = levels.empty() ? 0 : levels.back().cores;
  if (measured != node.cores)
    throw Error(
        fmt::format("a node has {} cores, and the last level that was measured {}; right would be ping-pongs "
                    "of all levels, as "
                    "node=FILE",
                    node.cores, measured));
}

std::vector<LevelTimes> read_levels(const std::string& levels, const NodeFacts& node) {
  std::vector<LevelTimes> all;
  for (const std::string& part : split_list(levels)) {
    const LevelFile asked = asked_of(part);
    if (std::ranges::count(all, asked.name, &LevelTimes::name) > 0)
      throw Error(fmt::format("--levels names '{}' twice; right would be a file a level", asked.name));
    all.push_back({.name = asked.name,
                   .cores = cores_of(asked, node),
                   .measured = read_ping_pong_output(asked.file),
                   .from = std::filesystem::path(asked.file).filename().string()});
  }
  check_levels(all, node);
  if (all.size() == 1 && node.sockets > 1)
    throw Error(
        fmt::format("--levels has ping-pongs of one level, and a node has {} sockets; right would be a file "
                    "for ranks on one socket and one for ranks on two, as socket=FILE,node=FILE",
                    node.sockets));
  return all;
}

}  // namespace collsim
