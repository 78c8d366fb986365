#include "lab/scenarios/addresses.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "support/csv.hpp"
#include "support/number.hpp"

namespace collsim {
namespace {

/// The dimensions that a job's sides share; `otherwise`: without the property.
int machine_dimensions(const Platform& platform, int otherwise) {
  if (!platform.has("address.torus")) return otherwise;
  const std::string written = platform.text("address.torus");
  constexpr int most = 24;  // of two nodes each, a torus of as many as any platform's
  if (const auto number = number_in<int>(written); number && *number >= 1 && *number <= most) return *number;
  throw PlatformError(
      platform.file(), 0,
      fmt::format("'address.torus' is '{}'; right would be a number from 1 to {}", written, most));
}

}  // namespace

Addresses::Addresses(const Platform& platform) : nodes_(platform.nodes()) {
  if (platform.has("address") != platform.has("address.nodes"))
    throw PlatformError(platform.file(), 0, "has one of 'address' and 'address.nodes'; right would be both");
  if (!platform.has("address")) return;
  pattern_ = platform.text("address");
  const std::string parts = platform.text("address.parts");
  numbered_ = parts == "numbered";
  if (!numbered_ && parts != "named")
    throw PlatformError(platform.file(), 0,
                        fmt::format("'address.parts' is '{}'; right would be named or numbered", parts));
  try {
    address_.emplace(pattern_);
  } catch (const Error& error) {
    throw PlatformError(platform.file(), 0,
                        fmt::format("'address' is no regular expression: {}", error.what()));
  }
  std::istringstream numbers(platform.text("address.nodes"));
  for (std::string number; std::getline(numbers, number, ',');) {
    int size = 0;
    if (!(std::istringstream(number) >> size) || size < 1)
      throw PlatformError(
          platform.file(), 0,
          fmt::format("'address.nodes' has the number '{}'; right would be one from 1 on", number));
    sizes_.push_back(size);
  }
  if (sizes_.size() != address_->groups())
    throw PlatformError(
        platform.file(), 0,
        fmt::format("'address' has {} groups and 'address.nodes' {} numbers; right would be as many",
                    address_->groups(), sizes_.size()));
}

int Addresses::next(const std::vector<std::string>& path, std::size_t level, int inside) {
  const std::vector<std::string> around(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(level));
  const int each = level < sizes_.size() ? sizes_[level] : 1;
  int number = 0;
  if (level < path.size()) {
    const std::vector<std::string> part(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(level) + 1);
    const auto [place, added] = number_.emplace(part, taken_[around]);
    if (added) ++taken_[around];
    number = place->second;
  } else {
    number = taken_[around]++;
  }
  if ((number + 1) * each > inside)
    throw Error(
        fmt::format("the platform has {} nodes in {}, which is too few; right would be one with more", inside,
                    around.empty() ? "all" : fmt::format("a part such as {}", fmt::join(around, " "))));
  return number * each + (level < path.size() ? next(path, level + 1, each) : 0);
}

int Addresses::numbered(const std::vector<std::string>& path) {
  std::int64_t host = 0;
  for (std::size_t level = 0; level < path.size(); ++level) {
    const auto number = number_in<int>(path[level]);
    if (!number || *number < 0)
      throw Error(fmt::format("part '{}'; right would be its number, from 0 on", path[level]));
    host += std::int64_t{*number} * sizes_[level];
  }
  const int inside = taken_[path]++;
  const int most = path.empty() ? nodes_ : std::ranges::min(sizes_);
  if (inside >= most || host + inside >= nodes_)
    throw Error(fmt::format("part {} of the platform's {} nodes has no node {}; right would be one that has",
                            fmt::join(path, " "), nodes_, inside));
  return static_cast<int>(host) + inside;
}

int Addresses::host_of(const std::string& node, const std::string& line) {
  const auto known = hosts_.find(node);
  if (known != hosts_.end()) return known->second;
  std::vector<std::string> path;
  if (address_) {
    const auto groups = address_->search(line);
    if (!groups) throw Error(fmt::format("node '{}' has no address; right would match '{}'", line, pattern_));
    path = *groups;
  }
  return hosts_[node] = numbered_ ? numbered(path) : next(path, 0, nodes_);
}

JobTorus job_torus(const std::string& shape, const Platform& platform) {
  const int sides = 1 + static_cast<int>(std::ranges::count(shape, 'x'));
  const int dimensions = std::max(1, machine_dimensions(platform, sides) / sides);
  JobTorus torus{.topology = "", .hosts = {0}};
  std::istringstream written(shape + "x");  // so that an empty last side is one, too
  for (std::string text; std::getline(written, text, 'x');) {
    int side = 0;
    const int most = (1 << 24) / static_cast<int>(torus.hosts.size());
    if (std::istringstream number(text); !(number >> side) || !number.eof() || side < 1 || side > most)
      throw Error(fmt::format("the torus '{}'; right would be its sides, such as 4x4x4", shape));
    int row = side;
    std::string others;
    for (int more = 1; more < dimensions && row % 2 == 0 && row > 2; ++more, row /= 2) others += ",2";
    torus.topology += fmt::format("{}{}{}", torus.topology.empty() ? "" : ",", row, others);
    const int inside = static_cast<int>(torus.hosts.size());
    std::vector<int> hosts;
    for (int place = 0; place < side; ++place) {
      const int column = place / row, along = column % 2 == 0 ? place % row : row - 1 - place % row;
      const int at = along + row * (column ^ column >> 1);  // by Gray's code columns are neighbours in turn
      for (const int host : torus.hosts) hosts.push_back(host + inside * at);
    }
    torus.hosts = std::move(hosts);
  }
  return torus;
}

std::vector<RankPlace> read_real_places(const std::string& file, const Platform& platform) {
  CsvTable table = read_csv(file);
  // Job logs written to a shared file have runs of zero bytes.
  for (auto& row : table.rows)
    for (auto& cell : row) std::erase(cell, '\0');
  const std::size_t rank_column = table.column("rank"), node_column = table.column("node");
  const auto core_column = std::ranges::find(table.header, "core");
  std::map<std::pair<std::string, std::string>, std::int64_t> rank_on;  // node and core
  Addresses addresses(platform);
  std::vector<RankPlace> places(table.rows.size(), {-1, -1});
  for (std::size_t index = 0; index < table.rows.size(); ++index) {
    const auto& row = table.rows[index];
    const auto fail = [&](const std::string& what) {
      throw Error(fmt::format("{}:{}: {}", file, index + 2, what));
    };
    const auto rank = table.number<std::int64_t>(row[rank_column]);
    if (rank < 0 || rank >= std::ssize(places) || places[static_cast<std::size_t>(rank)].host >= 0)
      fail(fmt::format("rank {}; right would be each of 0 to {} once", rank, std::ssize(places) - 1));
    if (core_column != table.header.end()) {
      const std::string& core = row[static_cast<std::size_t>(core_column - table.header.begin())];
      const auto [other, alone] = rank_on.emplace(std::pair(row[node_column], core), rank);
      if (!alone)
        fail(fmt::format("ranks {} and {} are both on core {} of node {}; right would be a core for each",
                         other->second, rank, core, row[node_column]));
    }
    std::string line;
    for (std::size_t column = 0; column < row.size(); ++column)
      if (column != rank_column) line += (line.empty() ? "" : ",") + row[column];
    try {
      places[static_cast<std::size_t>(rank)].host = addresses.host_of(row[node_column], line);
    } catch (const Error& error) {
      fail(error.what());
    }
  }
  return places;
}

}  // namespace collsim
