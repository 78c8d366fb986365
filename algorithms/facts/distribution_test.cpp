#include "algorithms/facts/distribution.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "support/error.hpp"

namespace collsim {
namespace {

using Counts = std::vector<int>;

TEST(Distribution, IsAsDefined) {
  EXPECT_EQ(distribute("regular", 10, 4), (Counts{3, 3, 2, 2}));
  EXPECT_EQ(distribute("broadcast", 10, 4), (Counts{10, 0, 0, 0}));
  EXPECT_EQ(distribute("spike", 13, 4), (Counts{7, 2, 2, 2}));
  EXPECT_EQ(distribute("half", 10, 5), (Counts{4, 0, 3, 0, 3}));
  EXPECT_EQ(distribute("linear", 100, 4), (Counts{40, 30, 20, 10}));
  EXPECT_EQ(distribute("geometric", 32, 4), (Counts{16, 8, 4, 4}));
}

TEST(Distribution, SharesOutEverything) {
  for (const std::string& name : distributions())
    for (const int p : {1, 2, 3, 7, 64, 5784})
      for (const std::int64_t count : {0, 1, 5, 1000, 2147483647}) {
        const Counts counts = distribute(name, count, p);
        EXPECT_EQ(counts.size(), static_cast<std::size_t>(p));
        EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}), count) << name << " " << p;
        for (const int own : counts) EXPECT_GE(own, 0);
      }
}

TEST(Distribution, RefusesWhatItCannotShareOut) {
  EXPECT_THAT([] { distribute("lineal", 1, 1); },
              ::testing::ThrowsMessage<Error>("unknown distribution 'lineal'; did you mean 'linear'?"));
  EXPECT_THAT(
      [] { distribute("broadcast", std::int64_t{1} << 31, 2); },
      ::testing::ThrowsMessage<Error>(
          "distribution 'broadcast' has a block of 2147483648 elements, more than an MPI count holds"));
  EXPECT_NO_THROW(distribute("regular", std::int64_t{1} << 31, 2));
}

}  // namespace
}  // namespace collsim
