#include "backends/fast/origins.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "backends/fast/testing/points.hpp"

namespace collsim::fast {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

Point point_of(const std::string& collective, const std::string& algorithm, int processes) {
  Point point = testing::point_of(describe(collective, algorithm), "star", processes);
  point.network = "hockney";
  point.type = "double";
  point.count = 5 * processes;
  return point;
}

Origins origins_of(const std::string& collective, const std::string& algorithm, int processes) {
  return origins(Platform::load("star"), point_of(collective, algorithm, processes));
}

TEST(OriginsOfMessages, ARingPassesBlocksOn) {
  const Origins found = origins_of("allgather", "ring", 4);
  EXPECT_THAT(found.contributes, Each(true));
  EXPECT_THAT(found.sent,
              ElementsAre(ElementsAre(0b0001, 0b1000, 0b0100), ElementsAre(0b0010, 0b0001, 0b1000),
                          ElementsAre(0b0100, 0b0010, 0b0001), ElementsAre(0b1000, 0b0100, 0b0010)));
}

TEST(OriginsOfMessages, SumsAreOfAllWhoAreInThem) {
  EXPECT_THAT(origins_of("allreduce", "recursive_doubling", 4).sent,
              ElementsAre(ElementsAre(0b0001, 0b0011), ElementsAre(0b0010, 0b0011),
                          ElementsAre(0b0100, 0b1100), ElementsAre(0b1000, 0b1100)));
}

TEST(OriginsOfMessages, ABroadcastIsOfItsRoot) {
  const Origins found = origins_of("bcast", "binomial", 4);
  EXPECT_THAT(found.contributes, ElementsAre(true, false, false, false));
  for (const auto& sent : found.sent) EXPECT_THAT(sent, Each(RankSet{1}));
}

TEST(OriginsOfMessages, AreToldOfFewRanksAndTypesOf8Bytes) {
  const auto told_of = [](const Point& point) { return [point] { origins(Platform::load("star"), point); }; };
  EXPECT_THAT(told_of(point_of("allreduce", "ring", 65)), ThrowsMessage<Error>(HasSubstr("up to 64 ranks")));
  Point of_int = point_of("allreduce", "ring", 4);
  of_int.type = "int";
  EXPECT_THAT(told_of(of_int), ThrowsMessage<Error>(HasSubstr("types of 8 bytes")));
}

}  // namespace
}  // namespace collsim::fast
