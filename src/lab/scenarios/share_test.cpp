#include "lab/scenarios/share.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>

#include "support/error.hpp"

namespace collsim {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::ThrowsMessage;

TEST(Share, IsReadAsKOfN) {
  EXPECT_EQ(parse_share("3/8").number, 3);
  EXPECT_EQ(parse_share("3/8").of, 8);
  EXPECT_EQ(parse_share("8/8").number, 8);
  for (const char* wrong : {"", "3", "0/8", "9/8", "-1/8", "3/", "3/8x", "3 8", "a/b", "3/0"})
    EXPECT_THAT([&] { parse_share(wrong); }, ThrowsMessage<Error>(HasSubstr("right would be K/N"))) << wrong;
}

TEST(Share, LongestFirstToWhoHasLeast) {
  const std::vector<double> efforts = {1, 5, 3, 4,
                                       2};  // 5 | 4, then 3 beside 4, 2 beside 5, 1 beside either 7
  EXPECT_THAT(places_of({1, 2}, efforts), ElementsAre(0, 1, 4));
  EXPECT_THAT(places_of({2, 2}, efforts), ElementsAre(2, 3));
  EXPECT_THAT(places_of({1, 1}, efforts), ElementsAre(0, 1, 2, 3, 4));
}

TEST(Share, EachPointIsInOneAndNoneIsLongerThanFourThirds) {
  std::vector<double> efforts;
  for (int i = 0; i < 1000; ++i) efforts.push_back(i * 7919 % 1000 / 10.0);
  for (const int of : {2, 7, 64}) {
    std::vector<int> seen(efforts.size(), 0);
    for (int number = 1; number <= of; ++number) {
      double seconds = 0;
      for (const std::size_t place : places_of({number, of}, efforts)) {
        ++seen[place];
        seconds += efforts[place];
      }
      EXPECT_LE(seconds, 4.0 / 3 * std::accumulate(efforts.begin(), efforts.end(), 0.0) / of + 1);
    }
    EXPECT_TRUE(std::ranges::all_of(seen, [](int times) { return times == 1; }));
  }
}

TEST(Share, PointsWithoutEffortAreSharedOutToo) {
  EXPECT_EQ(places_of({1, 2}, std::vector<double>(10, 0)).size(), 5U);
  EXPECT_THAT(places_of({3, 3}, {1, 1}), IsEmpty());
}

}  // namespace
}  // namespace collsim
