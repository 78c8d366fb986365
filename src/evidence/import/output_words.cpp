#include "evidence/import/output_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "algorithms/facts/collective.hpp"
#include "support/error.hpp"
#include "support/number.hpp"
#include "support/words.hpp"

namespace collsim {

std::optional<std::string> collective_called(std::string name) {
  if (const auto words = name.find(" Personalized Exchange"); words != std::string::npos) name.resize(words);
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  std::erase(name, '-');
  if (name == "broadcast") return "bcast";
  try {
    return collective(name).name;
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::string type_called(const std::string& name) {
  static const std::map<std::string, std::string> ours = {{"MPI_CHAR", "byte"},
                                                          {"MPI_BYTE", "byte"},
                                                          {"MPI_INT", "int"},
                                                          {"MPI_FLOAT", "float"},
                                                          {"MPI_DOUBLE", "double"}};
  const auto place = ours.find(name);
  if (place != ours.end()) return place->second;
  throw Error(
      fmt::format("type '{}' is not known; right would be MPI_CHAR, MPI_INT, MPI_FLOAT or MPI_DOUBLE", name));
}

std::optional<std::string> after(const std::string& mark, const std::string& line) {
  const auto place = line.find(mark);
  if (place == std::string::npos) return std::nullopt;
  return fmt::format("{}", fmt::join(words_of(line.substr(place + mark.size())), " "));
}

std::optional<double> finite_number(const std::string& word) {
  const auto value = number_in<double>(word);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

double number_within(const std::string& word, const char* what, double least, double most) {
  if (const auto value = finite_number(word); value && *value >= least && *value <= most) return *value;
  throw Error(fmt::format("{} '{}'; right would be a number from {:g} to {:g}", what, word, least, most));
}

std::int64_t whole_within(const std::string& word, const char* what, double least, double most) {
  const double value = number_within(word, what, least, most);
  if (value == std::floor(value)) return static_cast<std::int64_t>(value);
  throw Error(fmt::format("{} '{}'; right would be a whole number", what, word));
}

}  // namespace collsim
