#include "cli/write_cells.hpp"

#include "lab/scenarios/atomically.hpp"

namespace collsim {

std::string write_cells(const std::filesystem::path& prefix, const Cells& cells) {
  const std::string csv = prefix.string() + ".csv";
  write_atomically(csv, to_csv(cells));
  write_atomically(prefix.string() + ".json", to_json_text(cells));
  return csv;
}

}  // namespace collsim
