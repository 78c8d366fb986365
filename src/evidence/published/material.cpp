#include "evidence/published/material.hpp"

#include <fmt/format.h>

#include <iterator>

#include "support/error.hpp"

namespace collsim {

Times::Times(const BackendName& backend, const std::vector<Row>& rows) {
  for (const auto& [point, outcome] : rows) {
    if (point.backend != backend || !outcome.ok()) continue;
    const auto [place, added] =
        places_.emplace(std::tuple(point.algorithm, point.processes, point.count), timings_.size());
    if (!added)
      throw Error(fmt::format("two different points answer {} at p = {}, count {}: compare one at a time",
                              point.algorithm, point.processes, point.count));
    timings_.push_back({point.algorithm, point.processes, point.bytes(), outcome.seconds});
  }
}

std::optional<Timing> Times::timing_at(const std::string& algorithm, int processes,
                                       std::int64_t count) const {
  const auto found = places_.find({algorithm, processes, count});
  if (found == places_.end()) return std::nullopt;
  return timings_[found->second];
}

std::optional<Timing> Times::largest(const std::string& algorithm, int processes) const {
  const auto after = places_.lower_bound({algorithm, processes + 1, 0});
  if (after == places_.begin()) return std::nullopt;
  const auto& [place, index] = *std::prev(after);
  if (std::get<0>(place) != algorithm || std::get<1>(place) != processes) return std::nullopt;
  return timings_[index];
}

const Portfolio& Material::portfolio(const std::string& name) const {
  const auto found = companion.algorithms.find(name);
  if (found == companion.algorithms.end())
    throw Error(fmt::format("{}: its JSON file names no algorithm for '{}'", table.file.string(), name));
  return found->second;
}

std::string Material::algorithm(const std::string& name, std::int64_t count) const {
  for (const Member& member : portfolio(name))
    if (count * type_size <= member.to_bytes) return member.algorithm;
  return {};
}

const std::string& Material::algorithm(const std::string& name) const {
  const Portfolio& members = portfolio(name);
  if (members.size() != 1)
    throw Error(fmt::format("{}: '{}' stands for {} algorithms; a derived quantity needs one",
                            table.file.string(), name, members.size()));
  return members.front().algorithm;
}

std::string Material::label_of(const std::string& algorithm) const {
  const auto found = labels.find(algorithm);
  return found == labels.end() ? algorithm : found->second;
}

std::pair<std::string, std::string> Material::compared() const {
  if (companion.compared.size() == 2) return {companion.compared[0], companion.compared[1]};
  throw Error(
      fmt::format("{}: its JSON file does not say which two algorithms are 'compared'; right would be "
                  "two of its names, the slower one first",
                  table.file.string()));
}

double Material::number(const std::string& text) const {
  return text.empty() ? Score::none : table.number<double>(text);
}

}  // namespace collsim
