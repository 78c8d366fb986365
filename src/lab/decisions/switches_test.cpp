#include "lab/decisions/switches.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::Gt;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Le;
using ::testing::Optional;

/// Algorithms whose times are functions of the size, and how often they were asked.
struct Algorithms {
  std::map<std::string, std::function<double(double)>> seconds;
  std::map<std::string, std::function<double(double)>> expected = {};  ///< what formulas say
  std::map<std::string, int> asked = {};
  std::int64_t unit = 1;

  SwitchQuestion question(std::int64_t from, std::int64_t to) const {
    SwitchQuestion all{.algorithms = {}, .sizes = {from, to}, .fitting = [unit = unit](std::int64_t bytes) {
                         return std::max<std::int64_t>(1, (bytes + unit / 2) / unit) * unit;
                       }};
    for (const auto& [name, takes] : seconds) all.algorithms.push_back(name);
    all.expected = [this](const std::string& name, std::int64_t bytes) {
      const auto found = expected.find(name);
      return found == expected.end() ? std::nullopt
                                     : std::optional(found->second(static_cast<double>(bytes)));
    };
    return all;
  }

  std::vector<Stretch> between(std::int64_t from, std::int64_t to) {
    const SwitchQuestion all = question(from, to);
    const auto times = look_for_switches({all}, [&](const std::vector<SizeQuery>& queries) {
      std::vector<std::map<std::string, double>> answers;
      for (const SizeQuery& query : queries) {
        EXPECT_EQ(query.bytes % unit, 0);
        auto& answer = answers.emplace_back();
        for (const auto& name : query.algorithms) {
          ++asked[name];
          const double takes = seconds.at(name)(static_cast<double>(query.bytes));
          if (takes > 0) answer[name] = takes;
        }
      }
      return answers;
    });
    return stretches(all, times.front());
  }
};

TEST(Switches, AreWhereStraightLinesCross) {
  // 1 + n / 1000 against 5 + n / 5000: equal at 5000; the third never wins.
  Algorithms all{{{"latency", [](double n) { return 1 + n / 1000; }},
                  {"bandwidth", [](double n) { return 5 + n / 5000; }},
                  {"slow", [](double n) { return 100 + n / 1000; }}}};
  const auto found = all.between(8, 1 << 20);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].algorithm, "latency");
  EXPECT_EQ(found[0].from, 8);
  EXPECT_EQ(found[1].algorithm, "bandwidth");
  EXPECT_GE(found[1].from, 5000);
  EXPECT_LE(found[1].from, 5000 * switch_resolution);
  EXPECT_LE(found[0].to, 5000);
  EXPECT_EQ(found[1].to, 1 << 20);
  EXPECT_EQ(found[0].second, "bandwidth");
  EXPECT_DOUBLE_EQ(found[0].most_margin, 5.0016 / 1.008 - 1);
  EXPECT_FALSE(found[0].cost_at_half || found[0].cost_at_twice);
  const double half = std::round(static_cast<double>(found[1].from) / 2 - 0.5),
               twice = 2. * static_cast<double>(found[1].from);
  EXPECT_THAT(found[1].cost_at_half, Optional(DoubleNear((5 + half / 5000) / (1 + half / 1000) - 1, 1e-12)));
  EXPECT_THAT(found[1].cost_at_twice,
              Optional(DoubleNear((1 + twice / 1000) / (5 + twice / 5000) - 1, 1e-12)));
}

TEST(Switches, WhoCannotWinIsNotAsked) {
  Algorithms all{{{"a", [](double n) { return 1 + n / 1000; }},
                  {"b", [](double n) { return 5 + n / 5000; }},
                  {"slow", [](double n) { return 1e6 + n; }}}};
  all.between(8, 1 << 20);
  EXPECT_EQ(all.asked["slow"], 2) << "at the ends";
}

TEST(Switches, WhoseFormulaPromisesLittleIsNotAsked) {
  Algorithms all{{{"a", [](double n) { return 1 + n / 1000; }},
                  {"b", [](double n) { return 5 + n / 5000; }},
                  {"overrated", [](double n) { return 2 * (5 + n / 5000); }},
                  {"slow", [](double n) { return 1e6 + n; }}}};
  all.expected["a"] = all.seconds["a"];
  all.expected["b"] = [](double n) { return 2 * (5 + n / 5000); };
  all.expected["overrated"] = [](double n) { return 5 + n / 5000; };
  all.expected["slow"] = all.seconds["slow"];
  const auto found = all.between(8, 1 << 20);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_THAT(found[1].from, AllOf(Ge(5000), Le(5000 * switch_resolution))) << "whatever the formulas say";
  EXPECT_EQ(all.asked["slow"], 0);
  EXPECT_LT(all.asked["overrated"], all.asked["b"]);
}

TEST(Switches, OneThatWinsBetweenTwoOthersIsFound) {
  Algorithms all{{{"small", [](double n) { return 1 + n / 100; }},
                  {"medium", [](double n) { return 10 + n / 1000; }},
                  {"large", [](double n) { return 100 + n / 10000; }}}};
  const auto found = all.between(1, 10'000'000);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[1].algorithm, "medium");
  EXPECT_THAT(found[1].from, AllOf(Ge(1000), Le(1050)));
  EXPECT_THAT(found[2].from, AllOf(Ge(100'000), Le(105'000)));
}

TEST(Switches, AreAtSizesThatCallsMayHave) {
  Algorithms all{
      {{"a", [](double n) { return 1 + n / 1000; }}, {"b", [](double n) { return 5 + n / 5000; }}}};
  all.unit = 4096;
  const auto found = all.between(4096, 1 << 20);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].to, 4096);
  EXPECT_EQ(found[1].from, 8192) << "no size between the two";
}

TEST(Switches, EqualsAreOneStretchAndNoSwitch) {
  Algorithms all{{{"a", [](double n) { return 1 + n; }}, {"b", [](double n) { return 1 + n; }}}};
  const auto found = all.between(8, 1 << 20);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].algorithm, "a = b");
  EXPECT_THAT(found[0].second, IsEmpty());
}

TEST(Switches, OneThatServesSomeSizesOnlyCompetesThere) {
  Algorithms all{{{"any", [](double n) { return 10 + n; }},
                  {"small", [](double n) { return n <= 1000 ? 1 + n : 0; }},
                  {"never", [](double) { return 0; }}}};
  const auto found = all.between(8, 1 << 16);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].algorithm, "small");
  EXPECT_THAT(found[1].from, AllOf(Gt(1000), Le(1050)));
  EXPECT_FALSE(found[1].cost_at_twice) << "who is gone has no time";
}

TEST(Switches, TextShowsConditionsThatAreNotTheUsualOnes) {
  Point conditions;
  conditions.collective = "allreduce";
  conditions.backend = "fast";
  conditions.processes = 48;
  const std::vector<Switches> found = {
      {conditions,
       {{.algorithm = "tree",
         .from = 8,
         .to = 1000,
         .first = 1e-6,
         .last = 2e-6,
         .least_margin = 0.01,
         .most_margin = 0.5,
         .second = "ring"},
        {.algorithm = "ring", .from = 1024, .to = 4096, .first = 2e-6, .last = 4e-6, .cost_at_half = 0.25}}}};
  EXPECT_EQ(to_text(found),
            "all: collective allreduce, backend fast\n"
            " p   from  fastest         takes  second: longer by  at half  at twice\n"
            "48    8 B  tree     1 us .. 2 us    1.0 % .. 50.0 %        -         -\n"
            "48  1 KiB  ring     2 us .. 4 us                  -   25.0 %         -\n");
  const std::string csv = to_csv(to_cells(found));
  EXPECT_THAT(
      csv,
      AllOf(HasSubstr(",from_bytes,to_bytes,algorithm,seconds,seconds_at_end,second,least_margin,most_margin,"
                      "cost_at_half,cost_at_twice\n"),
            HasSubstr(",8,1000,tree,1e-06,2e-06,ring,0.01,0.5,,\n"),
            HasSubstr(",1024,4096,ring,2e-06,4e-06,,,,0.25,\n")));
}

}  // namespace
}  // namespace collsim
