#include "evidence/validation/engines.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "lab/scenarios/scenario.hpp"
#include "points/chooser.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

/// A question of this many elements.
Row asked(const std::string& algorithm, std::int64_t count, int ppn = 1) {
  Row row;
  row.point.collective = "allreduce";
  row.point.algorithm = algorithm;
  row.point.options = describe("allreduce", algorithm).resolve({});
  row.point.backend = "smpi";
  row.point.platform = "star";
  row.point.processes = 4;
  row.point.ppn = ppn;
  row.point.count = count;
  return row;
}

/// Both engines' answers: SMPI says 1 s, the fast engine with this network says more.
std::vector<Row> answers_of_engines(const Row& question, const std::string& network, double seconds) {
  Row smpi = question, fast = question;
  smpi.outcome.seconds = 1;
  fast.point.backend = "fast";
  fast.point.network = network;
  fast.outcome.seconds = seconds;
  return {smpi, fast};
}

/// The deviations of one algorithm on one platform, whose answers by one network deviate so.
EngineCheck checked(const std::string& network, const std::vector<double>& deviations, int ppn = 4,
                    const std::string& algorithm = "ring") {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < deviations.size(); ++i)
    for (Row& row : answers_of_engines(asked(algorithm, static_cast<std::int64_t>(i + 1), ppn), network,
                                       1 + deviations[i]))
      rows.push_back(std::move(row));
  const auto checks = check_engines(rows);
  EXPECT_EQ(checks.size(), 1U);
  return checks.front();
}

TEST(Engines, DeviationsAreThoseOfThePointsThatAskTheSame) {
  const EngineCheck check = checked("fluid", {0.01, -0.04, 0.02, 0});
  EXPECT_EQ(check.algorithm, "allreduce/ring");
  ASSERT_EQ(check.deviations.size(), 1U);
  const EngineDeviation& found = check.deviations.front();
  EXPECT_EQ(found.errors.points, 4U);
  EXPECT_NEAR(found.errors.median, 0.015, 1e-12);
  EXPECT_NEAR(found.errors.worst, 0.04, 1e-12);
}

TEST(Engines, EachNetworkHasItsLimits) {
  EXPECT_TRUE(checked("fluid", {0.019, 0.019, 0.099}).passed());
  EXPECT_FALSE(checked("fluid", {0.021, 0.021, 0.021}).passed()) << "the median";
  EXPECT_FALSE(checked("fluid", {0, 0, 0, 0, -0.11}).passed()) << "the worst";
  EXPECT_TRUE(checked("links", {0.099, 0.099, 5}).passed());
  EXPECT_FALSE(checked("links", {0.11, 0.11, 0}).passed());
  EXPECT_TRUE(checked("hockney", {5, 5}).passed());
}

TEST(Engines, WithoutSharedLinksTheyAreEqual) {
  EXPECT_TRUE(checked("hockney", {5e-10}, 1).exact);
  for (const char* network : {"hockney", "links", "fluid"}) {
    EXPECT_TRUE(checked(network, {5e-10}, 1).passed()) << network;
    EXPECT_FALSE(checked(network, {0, 0, -2e-9}, 1).passed()) << network;
  }
  EXPECT_FALSE(checked("hockney", {5e-10}, 2).exact) << "ranks of a node share its link";
  const auto concurrent = std::find_if(
      descriptions().begin(), descriptions().end(),
      [](const Description* about) { return about->collective == "allreduce" && about->concurrent; });
  if (concurrent != descriptions().end()) {
    EXPECT_FALSE(checked("hockney", {0}, 1, (*concurrent)->name).exact);
  }
}

TEST(Engines, WhatOnlySmpiAnswersMissesTheLimits) {
  auto rows = answers_of_engines(asked("ring", 8), "hockney", 1);
  rows[1].outcome.status = {Status::Kind::failed, "deadlock"};
  const auto checks = check_engines(rows);
  ASSERT_EQ(checks.size(), 1U);
  EXPECT_FALSE(checks.front().passed());
  const std::string table = to_table(checks);
  EXPECT_THAT(
      table,
      HasSubstr("MISSED: allreduce/ring on star, hockney: 1 point has no answer, such as p = 4, ppn 1, "
                "64 B: failed: deadlock\n"));
  rows[0].outcome.status = {Status::Kind::unsupported, "p"};
  EXPECT_TRUE(check_engines(rows).empty()) << "nobody answers";
}

TEST(Engines, KnownMissesAreNamedWithTheirReason) {
  const auto rows = answers_of_engines(asked("ring", 1 << 17, 4), "links", 1.15);
  const auto with = [&](const KnownMiss& miss) { return check_engines(rows, {miss}); };
  EXPECT_TRUE(with({"star", "links", 0.2, "a planted one"}).front().passed());
  EXPECT_THAT(
      to_table(with({"star", "links", 0.2, "a planted one"})),
      HasSubstr("known: allreduce/ring on star, links: median 15 %, allowed 10 %; worst at p = 4, ppn 4, "
                "1 MiB (a planted one)\n1 checks, 0 missed their limits, and 1 that are known to\n"));
  EXPECT_FALSE(with({"star", "links", 0.14, "less"}).front().passed());
  EXPECT_FALSE(with({"star", "fluid", 0.2, "another network"}).front().passed());
  EXPECT_FALSE(with({"flat", "links", 0.2, "another platform"}).front().passed());
  EXPECT_TRUE(with({"", "links", 0.2, "all platforms"}).front().passed());
  EXPECT_TRUE(with({"", "links", 0.2, "of it alone", "allreduce/ring"}).front().passed());
  EXPECT_FALSE(with({"", "links", 0.2, "another algorithm", "allreduce/tree"}).front().passed());
}

TEST(Engines, ASinglePointMayBeKnownToBeWorseThanItsNetworkAllows) {
  const auto rows = answers_of_engines(asked("ring", 1 << 17, 4), "fluid", 1.15);
  const auto passes = [&](double worst) {
    return check_engines(rows, {{"star", "fluid", 0.2, "planted", "", worst}}).front().passed();
  };
  EXPECT_FALSE(passes(0));
  EXPECT_FALSE(passes(0.14));
  EXPECT_TRUE(passes(0.16));
}

TEST(Engines, TheFileOfKnownMissesIsRead) {
  for (const KnownMiss& miss : known_misses()) EXPECT_FALSE(miss.reason.empty()) << miss.platform;
}

TEST(Engines, TheTableSaysWhereALimitIsMissed) {
  auto rows = answers_of_engines(asked("ring", 1 << 17, 4), "fluid", 1.25);
  for (Row& row : answers_of_engines(asked("ring", 1 << 17, 4), "links", 1.05))
    rows.push_back(std::move(row));
  EXPECT_EQ(to_table(check_engines(rows)),
            "platform  algorithm       links   points  fluid: median  worst  links: median  worst\n"
            "star      allreduce/ring  shared       1           25 %   25 %            5 %    5 %\n"
            "MISSED: allreduce/ring on star, fluid: worst 25 % at p = 4, ppn 4, 1 MiB, allowed 10 %\n"
            "1 checks, 1 missed their limits\n");
}

TEST(Engines, MayAskSomeCollectivesOnly) {
  std::set<std::string> collectives;
  for (const Point& point :
       parse_scenario(engines_scenario({"star"}, {"bcast", "scatterv"}), "engines", {}).points)
    collectives.insert(point.collective);
  EXPECT_THAT(collectives, ::testing::ElementsAre("bcast", "scatterv"));
  EXPECT_THAT([] { engines_scenario({"star"}, {"bcats"}); },
              ThrowsMessage<Error>("unknown collective 'bcats'; did you mean 'bcast'?"));
}

TEST(Engines, AskEveryAlgorithmOnEveryPlatform) {
  const Scenario scenario = parse_scenario(engines_scenario(platform_names()), "engines",
                                           {{"processes", "7"}, {"network", "links"}});
  std::set<std::string> algorithms, platforms;
  for (const Point& point : scenario.points) {
    if (point.platform == "star") algorithms.insert(point.collective + "/" + point.algorithm);
    platforms.insert(point.platform);
  }
  for (const auto* about : descriptions()) {
    const bool of_a_test = about->name.starts_with("test_") || about->collective.starts_with("trial_");
    if (about->name != "library" && !chooser(about->name) && !of_a_test) {
      EXPECT_TRUE(algorithms.contains(about->full_name())) << about->full_name();
    }
  }
  for (const char* platform : {"star", "cray_t3e", "hamilton"}) EXPECT_TRUE(platforms.contains(platform));
  EXPECT_THAT([] { engines_scenario({"flat"}); },
              ThrowsMessage<Error>("no platform has 4 to 30000 nodes, which SMPI can load; right would be "
                                   "another one"))
      << "a million nodes";
  for (const Point& point : scenario.points)
    if (point.platform == "cray_t3e") {
      ASSERT_EQ(point.ppn, 1) << "its nodes have one core";
    }
}

}  // namespace
}  // namespace collsim
