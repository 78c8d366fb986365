#include <algorithm>
#include <filesystem>

#include "rules/libraries/formats.hpp"
#include "rules/libraries/target.hpp"
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

enum class Format { unknown, collsim, openmpi_classic, openmpi_json, mpich_json, ucc };

Format format_of(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  const char start = first == std::string::npos ? '\0' : text[first];
  if (start == '[' || (start == '{' && contains(text, "\"rules\"") && contains(text, "\"source\"")))
    return Format::collsim;
  if (start == '{' && contains(text, "\"collective=")) return Format::mpich_json;
  if (start == '{' && contains(text, "\"collectives\"")) return Format::openmpi_json;
  if (contains(text, "UCC_TL_UCP_TUNE=") || contains(text, ":@")) return Format::ucc;
  return is_classic(text) ? Format::openmpi_classic : Format::unknown;
}

/// What a classic file leaves open, Open MPI's own table decides.
Rules with_table(const Rules& own) {
  const Rules table = Rules::load(shipped(openmpi_table).string());
  std::vector<Rule> all = own.all();
  all.insert(all.end(), table.all().begin(), table.all().end());
  return Rules(std::move(all), own.source() + ", then their own table");
}

}  // namespace

bool is_shipped(const std::string& name) {
  return name.find('/') == std::string::npos && !name.ends_with(".json") &&
         std::filesystem::exists(shipped(name));
}

Rules read_rules(const std::string& text, const std::string& file) {
  switch (format_of(text)) {
    case Format::collsim:
      return Rules::parse(text, file);
    case Format::openmpi_json:
      return read_openmpi_json(text, file);
    case Format::mpich_json:
      return read_mpich_json(text, file);
    case Format::ucc:
      return read_ucc(text, file);
    case Format::openmpi_classic:
      return with_table(read_openmpi_classic(text, file));
    case Format::unknown:
      break;
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
  if (is_shipped(name_or_file)) return Rules::load(shipped(name_or_file).string());
  if (name_or_file.find('/') == std::string::npos && !name_or_file.ends_with(".json") &&
      !std::filesystem::exists(name_or_file))
    throw Error("no rules '" + name_or_file + "'" + suggestion(name_or_file, rules_names()));
  return read_rules(Rules::text_of(name_or_file), name_or_file);
}

Rules load_own_rules(const std::string& name_or_file) {
  if (is_shipped(name_or_file) || !std::filesystem::exists(name_or_file)) return load_rules(name_or_file);
  const std::string text = Rules::text_of(name_or_file);
  return format_of(text) == Format::openmpi_classic ? read_openmpi_classic(text, name_or_file)
                                                    : load_rules(name_or_file);
}

std::string target_of(const std::string& name_or_file) {
  if (is_shipped(name_or_file)) {
    const auto own = std::ranges::find(targets(), name_or_file, &Target::name);
    return own == targets().end() ? "collsim" : own->name;
  }
  switch (format_of(Rules::text_of(name_or_file))) {
    case Format::openmpi_classic:
      return "openmpi-4.1";
    case Format::openmpi_json:
      return "openmpi-6";
    case Format::mpich_json:
      return "mpich-5";
    case Format::ucc:
      return "ucc";
    default:
      return "collsim";
  }
}

}  // namespace collsim
