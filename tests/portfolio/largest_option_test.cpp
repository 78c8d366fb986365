#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "algorithms/facts/description.hpp"
#include "backends/fast/engine/stack_switch.hpp"
#include "support/children.hpp"
#include "support/range.hpp"

namespace collsim {
namespace {

struct Asked {
  const Description* about;
  Options options;
};

/// Every algorithm with one of its numbers as large as can be.
std::vector<Asked> largest() {
  std::vector<Asked> all;
  for (const Description* about : descriptions())
    for (const OptionSpec& option : about->options)
      if (option.numeric()) {
        const std::string most = std::to_string(std::min(option.maximum, largest_size));
        try {
          all.push_back({about, about->resolve({{option.name, most}})});
        } catch (const Error&) {  // it means nothing without others
        }
      }
  return all;
}

/// What an option counts must not be held where nobody can have so much.
TEST(LargestOption, IsTakenInASecondAndAGigabyte) {
  const auto all = largest();
  ASSERT_GT(all.size(), 50U);
  const auto work = [&](std::size_t index) {
    const rlimit memory{1U << 30U, 1U << 30U};
    if (!fast::address_sanitizer) setrlimit(RLIMIT_AS, &memory);  // its shadow takes far more
    alarm(10);
    const auto& [about, options] = all[index];
    for (const int processes : {2, 8, 13}) {
      const Shape shape{.processes = processes, .count = 104, .type_size = 8};
      if (about->why_unsupported(shape, options).empty() && about->has_cost(shape, options))
        about->cost(shape, options);
    }
    return std::string();
  };
  in_children(
      all.size(), 2, work, [] { return false; },
      [&](std::size_t index, const ChildReport& report) {
        EXPECT_EQ(report.failure, "")
            << all[index].about->full_name() << "(" << all[index].options.to_string() << ")";
      });
}

}  // namespace
}  // namespace collsim
