#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace collsim {

/// Where a scenario's keys come from, for messages: a file, except those that a flag of the command line
/// gave.
struct Origin {
  std::string file;
  std::set<std::string> flags = {};  ///< keys of the scenario

  /// Throws ScenarioError.
  [[noreturn]] void fail(const std::string& pointer, const std::string& what) const;
};

/// The flag that sets a key of the scenario: --backend for backends, else --KEY.
std::string flag_of(const std::string& key);

/// "/pointer" + "/" + token, escaped as RFC 6901 says.
std::string below(const std::string& pointer, const std::string& token);

/// Parses JSON. Malformed text (with line:column) and a key given twice throw ScenarioError.
nlohmann::json parse_json(const std::string& text, const Origin& origin);

/// Throws ScenarioError for the first place that scenarios/schema.json does not allow.
void check_schema(const nlohmann::json& document, const Origin& origin);

}  // namespace collsim
