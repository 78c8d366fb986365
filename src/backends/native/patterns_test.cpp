#include "backends/native/patterns.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <set>
#include <string>

#include "backends/native/testing/world.hpp"

namespace collsim {
namespace {

using testing::job;

TEST(Patterns, AreAllMeasuredWithEveryLoad) {
  const auto times = measure_patterns(MPI_COMM_WORLD);
  if (job().rank() != 0) return;
  std::map<std::string, std::set<int>> loads;
  std::map<std::string, std::set<std::int64_t>> sizes;
  for (const auto& time : times) {
    EXPECT_GT(time.seconds, 0) << time.pattern << time.bytes;
    EXPECT_LE(time.low, time.seconds) << time.pattern << time.bytes;
    EXPECT_GE(time.high, time.seconds) << time.pattern << time.bytes;
    EXPECT_GE(time.repetitions, 5) << time.pattern << time.bytes;
    loads[time.pattern].insert(time.ranks);
    sizes[time.pattern].insert(time.bytes);
    // Rates and steps of protocols are stated for such sizes; `send` has one between two of them.
    EXPECT_TRUE(std::has_single_bit(static_cast<unsigned>(time.bytes)) || time.bytes == 192 << 10)
        << time.pattern << time.bytes;
  }
  for (const auto& time : times) {
    if (time.pattern == "ping_pong" && time.bytes == 1 << 20) {
      EXPECT_GT(time.seconds, times.front().seconds) << "longer than 8 B";
    }
  }
  for (const char* pattern : {"ping_pong", "exchange", "send", "late_receiver", "copy"})
    EXPECT_EQ(*sizes[pattern].rbegin(), 1 << 20) << pattern << ": rates are those of 1 MiB";
  const std::set<int> two = {2}, two_and_all = {2, job().size()}, all = {job().size()};
  for (const char* pattern : {"ping_pong", "exchange", "send", "rounds", "copy", "combine.arithmetic",
                              "combine.location", "combine.user"})
    EXPECT_EQ(loads[pattern], two_and_all) << pattern;
  EXPECT_EQ(loads["late_receiver"], two);
  for (const char* pattern : {"lone", "one_way", "one_to_all", "all_to_one"})
    EXPECT_EQ(loads[pattern], all) << pattern;
}

}  // namespace
}  // namespace collsim
