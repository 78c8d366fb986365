#include "lab/scenarios/published_tables.hpp"

#include "support/data_dir.hpp"

namespace collsim {

std::vector<std::string> published_tables() {
  return data_names("validation/published", ".csv");
}

}  // namespace collsim
