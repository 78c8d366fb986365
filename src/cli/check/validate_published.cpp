#include "cli/check/validate_published.hpp"

#include <fmt/format.h>

#include "evidence/published/scoreboard.hpp"
#include "lab/scenarios/atomically.hpp"
#include "support/range.hpp"

namespace collsim {

Claims asked_claims(const std::string& list) {
  return load_claims(list.empty() ? std::vector<std::string>() : split_list(list));
}

void present_scoreboard(const Claims& claims, const std::vector<Row>& rows,
                        const std::filesystem::path& folder) {
  const std::vector<Score> scores = scores_of(claims, rows);
  write_atomically(folder / "scoreboard.md", to_text(claims, scores));
  write_atomically(folder / "scoreboard.csv", to_csv(to_cells(scores)));
  fmt::print("{}\nEvery number: {}\n", summary(claims, scores), (folder / "scoreboard.md").string());
}

}  // namespace collsim
