#include "cli/check/predictions.hpp"

#include <fmt/format.h>

#include "plots/figure.hpp"

namespace collsim {

void draw_predictions(const std::vector<NativeCell>& cells,
                      const std::map<std::int64_t, std::vector<NativeChoice>>& choices_by_size,
                      const std::filesystem::path& prefix, const std::string& title,
                      const std::string& source) {
  if (cells.empty()) return;
  for (const auto& file : draw_rows("predicted", picture_of(cells, choices_by_size), "the judged cells",
                                    prefix.string(), title, source))
    fmt::print("Picture: {}\n", file);
}

}  // namespace collsim
