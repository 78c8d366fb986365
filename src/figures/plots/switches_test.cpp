#include "figures/plots/switches.hpp"

#include <gmock/gmock.h>

#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Tree is the fastest below 4 KiB, ring from there on; slow never.
SwitchesDrawn tree_then_ring() {
  Point conditions;
  conditions.processes = 48;
  conditions.ppn = 8;
  SwitchesDrawn drawn{.found = {conditions, {}}, .times = {}};
  for (std::int64_t bytes = 1024; bytes <= 16384; bytes *= 2) {
    const double n = static_cast<double>(bytes);
    drawn.times[bytes] = {{"tree", n * 1e-9}, {"ring", 2e-6 + n * 0.5e-9}, {"slow", 1}};
  }
  const SwitchQuestion question{.algorithms = {"tree", "ring", "slow"},
                                .sizes = {1024, 16384},
                                .fitting = [](std::int64_t bytes) { return bytes; }};
  drawn.found.stretches = stretches(question, drawn.times);
  return drawn;
}

TEST(SwitchesPicture, HasTimesSwitchesAndWhatMistakesCost) {
  const std::string rows = switch_rows({tree_then_ring()});
  EXPECT_THAT(rows, AllOf(HasSubstr("panel,title,kind,series,bytes,seconds,says\n"),
                          HasSubstr("1,48 processes (8 a node),time,ring,1024,"),
                          HasSubstr("1,48 processes (8 a node),switch,,4096,"), HasSubstr(",4 KiB\n"),
                          HasSubstr("early,,2048,3.024e-06,+47.7 %\n"),
                          HasSubstr("late,,8192,8.192e-06,+34.4 %\n"), Not(HasSubstr("slow"))));
}

TEST(SwitchesPicture, IsDrawn) {
  const testing::Folder folder;
  const auto files = draw_switches({tree_then_ring(), tree_then_ring()},
                                   (folder.path() / "switches").string(), "Where to switch", "where from");
  ASSERT_EQ(files.size(), 2U);
  EXPECT_THAT(testing::contents(files[0]),
              AllOf(HasSubstr("Where to switch"), HasSubstr(">ring<"), HasSubstr(">4 KiB<"),
                    HasSubstr(">+47.7 %<"), HasSubstr(">message size<"), HasSubstr(">where from<")));
}

}  // namespace
}  // namespace collsim
