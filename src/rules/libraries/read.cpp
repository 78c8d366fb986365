#include <algorithm>
#include <filesystem>

#include "rules/libraries/formats.hpp"
#include "support/data_dir.hpp"
#include "support/document.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

/// The table by which a library decides what a file leaves to it.
constexpr const char* openmpi_table = "openmpi-4.1";

std::filesystem::path shipped(const std::string& name) {
  return data_dir() / "rules" / (name + ".json");
}

bool contains(const std::string& text, const char* what) {
  return text.find(what) != std::string::npos;
}

bool is_classic(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  return first != std::string::npos &&
         (std::isdigit(static_cast<unsigned char>(text[first])) || text[first] == '#' ||
          text.substr(first).starts_with("rule-file-version-"));
}

}  // namespace

Rules read_rules(const std::string& text, const std::string& file) {
  const auto first = text.find_first_not_of(" \t\r\n");
  const char start = first == std::string::npos ? '\0' : text[first];
  if (start == '[' || (start == '{' && contains(text, "\"rules\"") && contains(text, "\"source\"")))
    return Rules::parse(text, file);
  if (start == '{' && contains(text, "\"collectives\"")) return read_openmpi_json(text, file);
  if (start == '{' && contains(text, "\"collective=")) return read_mpich_json(text, file);
  if (contains(text, "UCC_TL_UCP_TUNE=") || contains(text, ":@")) return read_ucc(text, file);
  if (is_classic(text)) {
    Rules own = read_openmpi_classic(text, file);
    std::vector<Rule> all = own.all();
    const Rules table = Rules::load(shipped(openmpi_table).string());
    all.insert(all.end(), table.all().begin(), table.all().end());
    return Rules(std::move(all), own.source() + ", then their own table");
  }
  throw DocumentError(
      file, "",
      "is no file of rules; right would be collsim's JSON, Open MPI's of 4.1 or 6, MPICH's JSON, or "
      "UCC_TL_UCP_TUNE=...");
}

std::vector<std::string> rules_names() {
  std::vector<std::string> names = data_names("rules", ".json");
  std::erase(names, "schema");
  return names;
}

Rules load_rules(const std::string& name_or_file) {
  const bool is_file = name_or_file.find('/') != std::string::npos || name_or_file.ends_with(".json");
  if (!is_file && std::filesystem::exists(shipped(name_or_file)))
    return Rules::load(shipped(name_or_file).string());
  if (!is_file && !std::filesystem::exists(name_or_file))
    throw Error("no rules '" + name_or_file + "'" + suggestion(name_or_file, rules_names()));
  return read_rules(Rules::text_of(name_or_file), name_or_file);
}

}  // namespace collsim
