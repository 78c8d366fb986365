#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "points/row.hpp"

namespace collsim {

/// Columns of a row and the texts that each may have; an algorithm as in a scenario's list.
using Selector = std::map<std::string, std::vector<std::string>>;

/// Of an object of lists and single values.
Selector selector_of(const nlohmann::json& columns);

enum class Take { least, median, mean, most };
template <>
struct Words<Take> {
  static constexpr const char* together = "way to take one of many ratios";
  static constexpr std::array texts = {"least", "median", "mean", "most"};
};

/// The time of a row that `of` selects over those of the row that `to` selects, which agrees with it in all columns that
/// `to` does not name and `of` does not tell of both. Of several algorithms the fastest counts.
struct Ratio {
  Take take;
  Selector of;
  Selector to;                   ///< besides what `of` says of the columns that it does not name
  std::string time = "seconds";  ///< the column whose numbers these are
};

/// Stands for many numbers; NaN of none.
double take_one(Take take, std::vector<double> numbers);

/// The ratio among the answered rows of one backend. NaN if no two rows make one.
double ratio_of(const std::vector<Row>& rows, const Ratio& ratio);

}  // namespace collsim
