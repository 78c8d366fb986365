#include "backends/native/pace.hpp"

#include <fmt/format.h>

#include "support/human.hpp"

namespace collsim {

std::string Pace::text() const {
  if (measured_ == 0) return {};
  return fmt::format(
      "half a round trip of {} took {} to {}, usually {}; {} of {} measured again, {} left out",
      human_bytes(bytes), human_seconds(least_), human_seconds(most_), human_seconds(usual_), repeated_,
      measured_, left_out_);
}

}  // namespace collsim
