#include "lab/scenarios/rank_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <filesystem>
#include <functional>
#include <map>

#include "support/csv.hpp"
#include "support/names.hpp"

namespace collsim {
namespace {

/// Hands over each rank's line; every rank from 0 on has one, in any order.
void read_ranks(const CsvTable& table, const std::vector<std::string>& columns,
                const std::function<void(std::size_t rank, const std::vector<std::string>& row)>& take) {
  if (!table.names_columns())
    throw Error(fmt::format("{}:1: names no columns; right would be {}", table.file.string(),
                            fmt::join(columns, ",")));
  for (const auto& name : table.header)
    if (std::ranges::find(columns, name) == columns.end())
      throw Error(
          fmt::format("{}: unknown column '{}'{}", table.file.string(), name, suggestion(name, columns)));
  std::vector<bool> seen(table.rows.size(), false);
  for (const auto& row : table.rows) {
    const auto rank = table.number<std::int64_t>(table.cell(row, "rank"));
    if (rank < 0 || rank >= std::ssize(table.rows))
      throw Error(fmt::format("{}: rank {} among {} lines; right would be each of 0 to {} once",
                              table.file.string(), rank, table.rows.size(), std::ssize(table.rows) - 1));
    const auto index = static_cast<std::size_t>(rank);
    if (seen[index])
      throw Error(fmt::format("{}: rank {} is there twice; right would be once", table.file.string(), rank));
    seen[index] = true;
    take(index, row);
  }
}

int whole(const CsvTable& table, const std::vector<std::string>& row, const std::string& column) {
  const auto value = table.number<std::int64_t>(table.cell(row, column));
  if (value >= 0 && value <= 1 << 30) return static_cast<int>(value);
  throw Error(fmt::format("{}: {} {} of rank {}; right would be a number from 0 on", table.file.string(),
                          column, value, table.cell(row, "rank")));
}

/// What ranks take turns at are all cores of their node, where these are fewer than the ranks.
void check_sharing(const std::vector<RankPlace>& places, const std::string& file, const Platform& platform) {
  std::map<int, int> ranks_on;
  for (const RankPlace& place : places) {
    if (++ranks_on[place.host] <= platform.cores() || !platform.has("levels")) continue;
    throw Error(fmt::format(
        "{}: more ranks are on node {} than its {} cores; right would be at most as many, since the "
        "levels of {} know a rank a core",
        file, place.host, platform.cores(), platform.name()));
  }
  std::map<RankPlace, std::size_t> first;
  for (std::size_t rank = 0; rank < places.size(); ++rank) {
    const auto& [host, core] = places[rank];
    const std::size_t other = first.emplace(places[rank], rank).first->second;
    if (core >= 0 && other != rank && ranks_on[host] <= platform.cores())
      throw Error(fmt::format(
          "{}: ranks {} and {} are both on core {} of node {}, which has {} cores for {} ranks; right "
          "would be a core for each",
          file, other, rank, core, host, platform.cores(), ranks_on[host]));
  }
}

}  // namespace

std::vector<RankPlace> read_places(const std::string& file) {
  const CsvTable table = read_csv(file);
  const bool has_cores = std::ranges::find(table.header, "core") != table.header.end();
  std::vector<RankPlace> places(table.rows.size());
  read_ranks(table, {"rank", "node", "core"}, [&](std::size_t rank, const auto& row) {
    places[rank] = {whole(table, row, "node"), has_cores ? whole(table, row, "core") : -1};
  });
  return places;
}

void check_places(const std::vector<RankPlace>& places, const std::string& file, const Platform& platform) {
  for (std::size_t rank = 0; rank < places.size(); ++rank) {
    if (places[rank].host >= platform.nodes())
      throw Error(fmt::format("{}: rank {} is on node {}; {} has the nodes 0 to {}", file, rank,
                              places[rank].host, platform.name(), platform.nodes() - 1));
    if (places[rank].core >= platform.cores())
      throw Error(fmt::format("{}: rank {} is on core {}; a node of {} has the cores 0 to {}", file, rank,
                              places[rank].core, platform.name(), platform.cores() - 1));
  }
  check_sharing(places, file, platform);
}

bool names_file(const std::string& text) {
  std::error_code none;  // what cannot be looked at is no file
  const bool rule = text.find('(') != std::string::npos;
  return text.ends_with(".csv") || (!rule && is_path(text)) || std::filesystem::is_regular_file(text, none);
}

std::vector<double> read_moments(const std::string& file) {
  const CsvTable table = read_csv(file);
  std::vector<double> moments(table.rows.size());
  read_ranks(table, {"rank", "seconds"}, [&](std::size_t rank, const auto& row) {
    moments[rank] = table.number<double>(table.cell(row, "seconds"));
    if (!std::isfinite(moments[rank]) || moments[rank] < 0)
      throw Error(fmt::format("{}: rank {} comes at {} s; right would be a time from 0 on", file, rank,
                              moments[rank]));
  });
  return moments;
}

}  // namespace collsim
