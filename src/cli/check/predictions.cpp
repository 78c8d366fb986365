#include "cli/check/predictions.hpp"

#include <fmt/format.h>

#include "evidence/validation/native.hpp"
#include "figures/plots/figure.hpp"

namespace collsim {

void draw_predictions(const Judgement& judgement, const std::filesystem::path& prefix,
                      const std::string& title, const std::string& source) {
  if (judgement.judged.empty()) return;
  for (const auto& file :
       draw_rows("predicted", picture_of(judgement), "the judged cells", prefix.string(), title, source))
    fmt::print("Picture: {}\n", file);
}

}  // namespace collsim
