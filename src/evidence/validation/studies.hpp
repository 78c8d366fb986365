#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace collsim {

/// A question that a folder of validation/ answers on its page, README.md.
struct Study {
  std::string name = {};  ///< of the folder
  std::filesystem::path page = {};
  std::string title = {}, question = {};
  std::vector<std::string> commands =
      {};  ///< of a shell, that rerun it: the lines of the first block of code
};

/// Sorted.
std::vector<std::string> study_names();

/// Throws Error with all names for one that is not known, and where a page has no title, no question or no command.
Study load_study(const std::string& name);

}  // namespace collsim
