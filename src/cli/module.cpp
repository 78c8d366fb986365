#include "cli/module.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>

#include "support/error.hpp"

namespace collsim {
namespace {

/// Where it is installed, or else beside the program, as it is built.
std::filesystem::path file_of(const std::string& name) {
  const auto programs = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  const auto installed = programs.parent_path() / COLLSIM_MODULES / (name + ".so");
  return std::filesystem::exists(installed) ? installed : programs / (name + ".so");
}

}  // namespace

void open_module(const std::string& name) {
  if (!::dlopen(file_of(name).c_str(), RTLD_NOW | RTLD_LOCAL))
    throw Error(
        fmt::format("{}; right would be cmake --build --preset release --target {}", ::dlerror(), name));
}

}  // namespace collsim
