#include "testbed/session_folder.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "support/error.hpp"

namespace collsim {
namespace {

namespace fs = std::filesystem;

/// A folder, not a link to one, of this user's, whom nobody else can have given it to, and closed to all others.
bool is_private(const fs::path& place) {
  struct stat found = {};
  return lstat(place.c_str(), &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == geteuid() &&
         (found.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

/// Names of hosts and testbeds have no dot.
std::string prefix(const Testbed& testbed) {
  return testbed.switches_namespace() + ".";
}

std::vector<fs::path> own_folders(const Testbed& testbed) {
  std::vector<fs::path> found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(fs::temp_directory_path(), none))
    if (entry.path().filename().string().starts_with(prefix(testbed)) && is_private(entry.path()))
      found.push_back(entry.path());
  std::ranges::sort(found);
  return found;
}

}  // namespace

fs::path session_folder(const Testbed& testbed) {
  if (const auto found = own_folders(testbed); !found.empty()) return found.front();
  std::string name = (fs::temp_directory_path() / (prefix(testbed) + "XXXXXX")).string();
  if (!mkdtemp(name.data())) throw Error(fmt::format("{}: {}", name, std::strerror(errno)));
  return name;
}

bool remove_session_folders(const Testbed& testbed) {
  const auto found = own_folders(testbed);
  for (const auto& folder : found) fs::remove_all(folder);
  return !found.empty();
}

}  // namespace collsim
