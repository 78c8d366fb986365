#include "tests/folder.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "support/error.hpp"

namespace collsim::testing {

Folder::Folder() {
  std::string name = (std::filesystem::temp_directory_path() / "collsim.XXXXXX").string();
  if (!::mkdtemp(name.data())) throw Error(name + ": cannot be made");
  path_ = name;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace collsim::testing
