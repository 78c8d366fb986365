#include "lab/decisions/courses.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace collsim {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Courses of times that are functions of the position; counts the rounds.
struct World {
  using Times = std::function<Duel(double)>;
  std::vector<Times> questions;
  int rounds = 0;

  std::vector<Course> over(double span, bool rate = false) {
    return courses(questions.size(), span, rate, [&](const std::vector<Query>& queries) {
      ++rounds;
      std::vector<Duel> duels;
      for (const Query& query : queries) {
        EXPECT_TRUE(query.position >= 1 && query.position <= span) << query.position;
        duels.push_back(questions[query.question](query.position));
      }
      return duels;
    });
  }
};

TEST(Courses, FindWhereStraightLinesCrossAtOnce) {
  // 10 + t against 2 + 3 t: equal at 4.
  World world{{[](double t) {
                 return Duel{10 + t, 2 + 3 * t};
               },
               [](double t) {
                 return Duel{2 + 3 * t, 10 + t};
               }}};
  const auto found = world.over(100);
  EXPECT_EQ(found[0].leader, 1);
  EXPECT_EQ(found[1].leader, -1);
  for (const Course& course : found) EXPECT_THAT(course.changes, ElementsAre(DoubleNear(4, 1e-7)));
  EXPECT_EQ(world.rounds, 2);
}

TEST(Courses, AreStraightInTheInverseOfARate) {
  World world{{[](double rate) { return Duel{10 + 1 / rate, 2 + 30 / rate}; }}};
  EXPECT_THAT(world.over(100, true)[0].changes, ElementsAre(DoubleNear(29.0 / 8, 1e-7)));
  EXPECT_EQ(world.rounds, 2);
}

TEST(Courses, FindJumpsKinksAndSeveralChanges) {
  World world{{[](double t) {
                 return Duel{t < 7 ? 1.0 : 3.0, 2};
               },
               [](double t) {
                 return Duel{std::abs(std::log(t) - 2), 1};
               },
               [](double t) {
                 return Duel{std::max(t, 5.0), 6};
               }}};
  const auto found = world.over(1000);
  EXPECT_THAT(found[0].changes, ElementsAre(DoubleNear(7, 7e-4)));
  EXPECT_EQ(found[0].leader, -1);
  EXPECT_THAT(found[1].changes, ElementsAre(DoubleNear(std::exp(1), 1e-3), DoubleNear(std::exp(3), 1e-2)));
  EXPECT_EQ(found[1].leader, 1);
  EXPECT_THAT(found[2].changes, ElementsAre(DoubleNear(6, 1e-6)));
  EXPECT_LT(world.rounds, 40);
}

TEST(Courses, WithoutAChangeHaveALeader) {
  World world{{[](double t) {
                 return Duel{t, 2 * t};
               },
               [](double) {
                 return Duel{1, 1 + 1e-10};
               },
               [](double t) {
                 return Duel{std::max(t, 4.0), 4};
               }}};
  const auto found = world.over(10);
  for (const Course& course : found) EXPECT_THAT(course.changes, IsEmpty());
  EXPECT_EQ(found[0].leader, -1);
  EXPECT_EQ(found[1].leader, 0) << "equal everywhere";
  EXPECT_EQ(found[2].leader, 1) << "equal at first";
  EXPECT_EQ(world.rounds, 1);
}

TEST(Courses, SayWhyNothingIsKnown) {
  World world{{[](double t) {
                 return Duel{t, 5, t > 9 ? "lost" : ""};
               },
               [](double t) {
                 return Duel{t, 5, t > 4.9 && t < 5.1 ? "lost" : ""};
               }}};
  for (const Course& course : world.over(10)) {
    EXPECT_EQ(course.trouble, "lost");
    EXPECT_THAT(course.changes, IsEmpty());
  }
}

}  // namespace
}  // namespace collsim
