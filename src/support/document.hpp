#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "support/error.hpp"

namespace collsim {

/// A document that cannot be understood: "file:/json/pointer: what; what would be right".
struct DocumentError : Error {
  DocumentError(const std::string& file, const std::string& pointer, const std::string& what);
  std::string file;     ///< or the flag that was wrong, such as --bytes
  std::string pointer;  ///< empty: the whole document
};

/// Where a document's top-level keys come from, for messages: a file, except those that the command line gave.
struct Origin {
  std::string file;
  std::map<std::string, std::string> flags = {};  ///< keys that the command line gave, and the flag of each

  /// Throws DocumentError.
  [[noreturn]] void fail(const std::string& pointer, const std::string& what) const;

  /// Calls what may throw an Error that knows no place, and gives it one.
  template <class Call>
  auto placed(const std::string& pointer, const Call& call) const;
};

/// "/pointer" + "/" + token, escaped as RFC 6901 says.
std::string below(const std::string& pointer, const std::string& token);

/// The text of a file; `right` says what the file should be. Throws DocumentError.
std::string read_document(const std::filesystem::path& path, const std::string& right);

/// Parses JSON. Malformed text (with line:column) and a key given twice throw DocumentError.
nlohmann::json parse_json(const std::string& text, const Origin& origin);

/// A JSON Schema, a file below data_dir().
const nlohmann::json& load_schema(const std::string& name);

/// Throws DocumentError for the first place that the schema does not allow.
void check_schema(const nlohmann::json& document, const Origin& origin, const nlohmann::json& schema);

template <class Call>
auto Origin::placed(const std::string& pointer, const Call& call) const {
  try {
    return call();
  } catch (const DocumentError&) {
    throw;
  } catch (const Error& error) {
    fail(pointer, error.what());
  }
}

}  // namespace collsim
