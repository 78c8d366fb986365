#include "cli/check/predictions.hpp"

#include <fmt/format.h>

#include "evidence/validation/native.hpp"
#include "figures/plots/figure.hpp"
#include "lab/scenarios/atomically.hpp"

namespace collsim {

void present_judgement(const Judgement& judgement, const std::string& text,
                       const std::filesystem::path& prefix, const std::string& machine,
                       const std::string& source) {
  const std::string report = prefix.string() + ".md";
  write_atomically(report, text);
  write_atomically(prefix.string() + ".csv", to_csv(to_cells(judgement)));
  fmt::print("{}\nReport: {}\n", text, report);
  if (judgement.judged.empty()) return;
  for (const auto& file : draw_rows("predicted", picture_of(judgement), "the judged cells", prefix.string(),
                                    "How far are predictions off on " + machine + "?", source))
    fmt::print("Picture: {}\n", file);
}

}  // namespace collsim
