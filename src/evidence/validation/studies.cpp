#include "evidence/validation/studies.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <regex>
#include <sstream>

#include "support/data_dir.hpp"
#include "support/error.hpp"
#include "support/text_file.hpp"

namespace collsim {
namespace {

namespace fs = std::filesystem;

fs::path page_of(const std::string& name) {
  return data_dir() / "validation" / name / "README.md";
}

/// A command with the files of validation/ that it reads where they are, so that it runs in any folder.
std::string at_home(const std::string& command) {
  static const std::regex file("(^|[ =])(validation/)");
  return std::regex_replace(command, file, "$1" + data_dir().string() + "/$2");
}

/// The command in "    collsim run NAME     # seconds".
std::string command_in(const std::string& line) {
  const std::string command = line.substr(0, line.find(" #"));
  const auto begin = command.find_first_not_of(' '), end = command.find_last_not_of(' ');
  return at_home(command.substr(begin, end + 1 - begin));
}

}  // namespace

std::vector<std::string> study_names() {
  return data_folders("validation");
}

Study load_study(const std::string& name) {
  const auto known = study_names();
  if (std::ranges::find(known, name) == known.end())
    throw Error(
        fmt::format("no study is called '{}'; right would be one of {}", name, fmt::join(known, ", ")));
  Study study{.name = name, .page = page_of(name)};
  std::istringstream text(read_text(study.page, "a study's page"));
  const std::string title = "# ", question = "**Question.** ", code = "    ";
  bool in_block = false;
  for (std::string line; std::getline(text, line);) {
    if (in_block && !line.starts_with(code)) break;
    if (line.starts_with(title)) study.title = line.substr(title.size());
    if (line.starts_with(question)) study.question = line.substr(question.size());
    in_block = line.starts_with(code);
    if (in_block) study.commands.push_back(command_in(line));
  }
  if (study.title.empty() || study.question.empty() || study.commands.empty())
    throw Error(fmt::format("{}: right would be a title, a line '{}...', and commands in a block of code",
                            study.page.string(), question));
  return study;
}

}  // namespace collsim
