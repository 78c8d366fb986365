#include "support/data_dir.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "support/error.hpp"
#include "support/text_file.hpp"

namespace collsim {
namespace {

namespace fs = std::filesystem;

/// The file of the program or shared library that holds this code.
fs::path own_file() {
  static const char here = 0;
  Dl_info unused;
  void* found = nullptr;
  std::error_code none;  // no /proc: not found
  if (::dladdr1(&here, &unused, &found, RTLD_DL_LINKMAP) != 0)
    if (const std::string name = static_cast<const link_map*>(found)->l_name; !name.empty())
      return fs::weakly_canonical(name, none);
  return fs::read_symlink("/proc/self/exe", none);  // the program has no name there
}

/// PREFIX/share/collsim for PREFIX/bin/collsim or PREFIX/lib/ARCHITECTURE/libcollsim_mpi.so; empty if there
/// is none.
fs::path installed() {
  const fs::path folder = own_file().parent_path();
  for (const fs::path& prefix : {folder.parent_path(), folder.parent_path().parent_path()})
    if (std::error_code none; fs::is_directory(prefix / "share/collsim", none))
      return prefix / "share/collsim";
  return {};
}

fs::directory_iterator entries_of(const fs::path& place) {
  std::error_code trouble;
  fs::directory_iterator entries(place, trouble);
  if (trouble)
    throw Error(place.string() + ": " + trouble.message() +
                "; right would be COLLSIM_DATA_DIR as the folder of collsim's files, or unset");
  return entries;
}

}  // namespace

fs::path data_dir() {
  const char* chosen = std::getenv("COLLSIM_DATA_DIR");
  if (chosen && *chosen) return chosen;
  static const fs::path beside = installed();
  return beside.empty() ? COLLSIM_DATA_DIR : beside;
}

std::vector<std::string> data_names(const std::string& folder, const std::string& extension) {
  std::vector<std::string> names;
  const fs::path place = data_dir() / folder;
  entries_of(place);  // complains
  for (const auto& file : files_in(place, extension)) names.push_back(file.stem().string());
  std::ranges::sort(names);
  return names;
}

std::vector<std::string> data_folders(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : entries_of(data_dir() / folder))
    if (fs::exists(entry.path() / "README.md")) names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

}  // namespace collsim
