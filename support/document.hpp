#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "support/error.hpp"

namespace collsim {

/// A scenario or another JSON document that cannot be understood: "file:/json/pointer: what; what would be
/// right".
struct ScenarioError : Error {
  ScenarioError(const std::string& file, const std::string& pointer, const std::string& what);
  std::string file;     ///< or the flag that was wrong, such as --bytes
  std::string pointer;  ///< empty: the whole file
};

/// Where a scenario's keys come from, for messages: a file, except those that a flag of the command line
/// gave.
struct Origin {
  std::string file;
  std::set<std::string> flags = {};  ///< keys of the scenario

  /// Throws ScenarioError.
  [[noreturn]] void fail(const std::string& pointer, const std::string& what) const;

  /// Calls what may throw an Error that knows no place, and gives it one.
  template <class Call>
  auto placed(const std::string& pointer, const Call& call) const;
};

/// The flag that sets a key of the scenario: --backend for backends, else --KEY.
std::string flag_of(const std::string& key);

/// "/pointer" + "/" + token, escaped as RFC 6901 says.
std::string below(const std::string& pointer, const std::string& token);

/// The text of a file; `right` says what it should be. Throws ScenarioError.
std::string read_document(const std::filesystem::path& path, const std::string& right);

/// Parses JSON. Malformed text (with line:column) and a key given twice throw ScenarioError.
nlohmann::json parse_json(const std::string& text, const Origin& origin);

/// Throws ScenarioError for the first place that the schema, a file of collsim, does not allow.
void check_schema(const nlohmann::json& document, const Origin& origin,
                  const std::string& schema = "scenarios/schema.json");

template <class Call>
auto Origin::placed(const std::string& pointer, const Call& call) const {
  try {
    return call();
  } catch (const ScenarioError&) {
    throw;
  } catch (const Error& error) {
    fail(pointer, error.what());
  }
}

}  // namespace collsim
