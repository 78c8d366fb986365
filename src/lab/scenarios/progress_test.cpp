#include "lab/scenarios/progress.hpp"

#include <gtest/gtest.h>

namespace collsim {
namespace {

TEST(Progress, DrawsABar) {
  EXPECT_EQ(progress_text(326, 637, 0.519, 11.2),
            "[##########..........] 51 %, 326 of 637 points, 12 s left");
  EXPECT_EQ(progress_text(0, 2, 0, 100), "[....................] 0 %, 0 of 2 points, 1 min 40 s left");
  EXPECT_EQ(progress_text(2, 2, 1, 0), "[####################] 100 %, 2 of 2 points, 0 s left");
  EXPECT_EQ(progress_text(1, 2, 0.5, 3, "numbers of ranks"),
            "[##########..........] 50 %, 1 of 2 numbers of ranks, 3 s left");
}

TEST(Progress, NearlyAllIsNotAll) {
  EXPECT_EQ(progress_text(636, 637, 0.9999, 0.1), "[###################.] 99 %, 636 of 637 points, 1 s left");
}

TEST(Progress, IsWholeWithTheLastPointOnly) {
  EXPECT_EQ(share_done(1, 2, false), 0.5);
  EXPECT_EQ(share_done(3, 2, false), 0.99) << "it takes longer than was forecast";
  EXPECT_EQ(share_done(1, 2, true), 1);
}

TEST(Progress, SaysNothingOfAShortRun) {
  ::testing::internal::CaptureStderr();
  {
    Progress progress(2, 3, 1);
    progress.advance(1);
    progress.advance(2);
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace collsim
