#include "platforms/data_dir.hpp"

#include <cstdlib>

namespace collsim {

std::filesystem::path data_dir() {
  const char* chosen = std::getenv("COLLSIM_DATA_DIR");
  return chosen && *chosen ? chosen : COLLSIM_DATA_DIR;
}

}  // namespace collsim
