#include "cli/module.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "support/error.hpp"

namespace collsim {

void open_module(const std::string& name) {
  // It is looked for where the program's own libraries are (src/programs/CMakeLists.txt).
  if (!::dlopen((name + ".so").c_str(), RTLD_NOW | RTLD_LOCAL))
    throw Error(
        fmt::format("{}; right would be cmake --build --preset release --target {}", ::dlerror(), name));
}

}  // namespace collsim
