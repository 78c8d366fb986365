#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "points/point.hpp"

namespace collsim {

/// A value of a row; empty where the row has no answer.
using Cell = std::variant<std::monostate, std::string, std::int64_t, double, bool>;

/// What a scenario gives for a key, and a flag of the command line as text.
enum class Takes {
  name,      ///< one name, or one of the choices
  names,     ///< one or a list of them
  list,      ///< a list of names, even of a single one
  distinct,  ///< a list in which none stands twice
  numbers,   ///< a number, a range, or a list of both
  truth,     ///< true or false
  changes    ///< an object of changes to the platform
};

/// A key of a scenario that says something about its points.
struct Key {
  std::string name;
  Takes takes;
  std::string placeholder;                ///< of its value, in the help on flags
  std::string meaning;                    ///< in that help; {} stands for the choices
  std::string right = {};                 ///< what a value is, in complaints; empty: told by the choices
  std::string item = {};                  ///< what an item of a list is, likewise
  std::vector<std::string> choices = {};  ///< empty: open to any
  bool of_answer = false;  ///< it says who answers or how much he tells: the question stays the same
};

/// A member of a point or an outcome, or what follows from several.
template <class Record>
struct Field {
  std::string column;
  std::string meaning;  ///< what the column says, for people
  std::function<Cell(const Record&)> cell;
  std::string unit = {};  ///< "s", "B" or "%": how the table for people shows it; empty: as it is
  /// How the member is saved and loaded; null for what follows from other members.
  std::function<void(const Record&, nlohmann::json&)> save = {};
  std::function<void(const nlohmann::json&, Record&)> load = {};
  std::optional<Key> key = {};
  bool optional = false;  ///< whether it is not saved where its cell is empty
};

/// All that a point has, in the order of the columns of a result.
const std::vector<Field<Point>>& point_fields();
/// All that an answer has, in the order of the columns of a result.
const std::vector<Field<Outcome>>& outcome_fields();

/// The keys of point_fields(), in their order, and those that only allow something.
const std::vector<Key>& point_keys();

}  // namespace collsim
