#include "evidence/published/scoreboard.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>

#include "backends/backend.hpp"
#include "support/csv.hpp"
#include "support/data_dir.hpp"
#include "support/error.hpp"
#include "support/text_file.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::ThrowsMessage;
using ::testing::UnorderedElementsAreArray;

/// Answers to all points that the claims ask for; without a time where it is not positive.
std::vector<Row> answered(const Claims& claims, const std::function<double(const Point&)>& seconds) {
  std::vector<Row> rows;
  for (const Point& point : scenario_of(claims).points) {
    const double time = seconds(point);
    const Outcome all{.seconds = time,
                      .seconds_mean = time,
                      .since_last_arrival = time,
                      .seconds_early = time,
                      .idle_share = time};
    rows.push_back({point, time > 0 ? all : failed("killed")});
  }
  return rows;
}

const Score& score(const std::vector<Score>& scores, const std::string& what) {
  const auto found = std::ranges::find_if(
      scores, [&](const Score& each) { return each.what.find(what) != std::string::npos; });
  if (found == scores.end()) throw Error("no row " + what);
  return *found;
}

std::vector<double> published_numbers(const std::vector<Score>& scores, const std::string& work,
                                      const std::string& claim) {
  std::vector<double> numbers;
  for (const Score& each : scores)
    if (each.work == work && each.claim == claim && each.of_table) numbers.push_back(each.published.low);
  return numbers;
}

CsvTable published_table(const std::string& name) {
  return read_csv(data_dir() / "validation" / "published" / (name + ".csv"));
}

/// sentences.csv tells what the works say, and which claims judge it.
TEST(Scoreboard, HasRowsForEverySentenceOfTheWorks) {
  std::set<std::string> judged;
  for (const Score& each : scores_of(load_claims(), {})) judged.insert(each.work + "/" + each.claim);
  std::set<std::string> said;
  const CsvTable sentences = read_csv(data_dir() / "validation" / "sentences.csv");
  for (const auto& row : sentences.rows) {
    std::istringstream claims(sentences.cell(row, "claims"));
    const std::vector<std::string> names{std::istream_iterator<std::string>(claims), {}};
    EXPECT_FALSE(names.empty()) << sentences.cell(row, "sentence");
    for (const auto& name : names) said.insert(sentences.cell(row, "work") + "/" + name);
  }
  EXPECT_EQ(said, judged);
}

TEST(Scoreboard, HasARowForEveryNumberOfTheTables) {
  const std::vector<Score> scores = scores_of(load_claims(), {});
  for (const auto& [table, claim] :
       {std::pair{"t3e_reduce", "reduce_table"}, {"t3e_allreduce", "allreduce_table"}}) {
    const CsvTable published = published_table(table);
    std::vector<double> numbers;
    for (const auto& row : published.rows) {
      numbers.push_back(published.number<double>(published.cell(row, "first")));
      if (published.cell(row, "first") != published.cell(row, "last"))
        numbers.push_back(published.number<double>(published.cell(row, "last")));
    }
    EXPECT_THAT(published_numbers(scores, "A", claim), UnorderedElementsAreArray(numbers));
  }

  for (const auto& [table, claim, size] : {std::tuple{"hamilton_allreduce", "C/table", 153U},
                                           {"t3e_reduce_times", "A/reduce_times", 63U},
                                           {"t3e_allreduce_times", "A/allreduce_times", 62U}}) {
    const CsvTable published = published_table(table);
    std::vector<double> times;
    for (const auto& row : published.rows)
      times.push_back(published.number<double>(published.cell(row, "seconds")));
    EXPECT_EQ(times.size(), size) << table;
    EXPECT_THAT(published_numbers(scores, std::string(claim, 1), claim + 2),
                UnorderedElementsAreArray(times));
  }

  const CsvTable sizes = published_table("mpich_switchover");
  for (const auto& row : sizes.rows) {
    const std::string& collective = sizes.cell(row, "collective");
    const std::string claim = collective == "reduce_scatter_block" ? "reduce_scatter" : collective;
    const double bytes = sizes.number<double>(sizes.cell(row, "switch_over_bytes"));
    const std::string what = sizes.cell(row, "short") + " to " + sizes.cell(row, "long");
    for (const char* machine : {"Myrinet", "IBM SP"})
      EXPECT_TRUE(std::ranges::any_of(scores,
                                      [&](const Score& each) {
                                        return each.work == "D" && each.claim == claim &&
                                               each.what.starts_with(machine) &&
                                               each.what.find(what) != std::string::npos &&
                                               each.published.low == bytes;
                                      }))
          << machine << ": " << collective << " " << what;
  }
}

TEST(Scoreboard, TakesEveryPublishedTable) {
  std::set<std::string> published, judged;
  for (const auto& entry : std::filesystem::directory_iterator(data_dir() / "validation" / "published"))
    if (entry.path().extension() == ".json") published.insert(entry.path().stem().string());
  for (const Claim& claim : load_claims().claims)
    for (const Check& check : claim.checks)
      if (!check.table.empty()) judged.insert(check.table);
  EXPECT_EQ(published, judged);
}

TEST(Scoreboard, NoRowIsMetUnlessItIsAnswered) {
  const Claims claims = load_claims();
  for (const Score& each : scores_of(claims, {})) {
    EXPECT_NE(each.by, "") << each.what;
    if (each.basis == "blind") continue;
    EXPECT_NE(each.verdict, Verdict::met) << each.what;
    EXPECT_NE(each.verdict, Verdict::missed) << each.what;
  }
}

/// A selector that fits no row would leave a check unanswered for ever, one that fits too many end in a complaint.
TEST(Scoreboard, EveryRatioFindsItsRows) {
  const Claims claims = load_claims();
  for (const Score& each : scores_of(claims, answered(claims, [](const Point&) { return 1; }))) {
    if (each.quantity != "ratio") continue;
    EXPECT_EQ(each.simulated.number, 1) << each.what;
  }
}

TEST(Scoreboard, NamesTestsThatExist) {
  for (const Claim& claim : load_claims().claims)
    for (const Check& check : claim.checks) {
      if (check.score.verdict != Verdict::tested) continue;
      const std::regex form(R"((\S+): (\w+)\.(\w+))");
      std::smatch parts;
      ASSERT_TRUE(std::regex_match(check.score.by, parts, form)) << check.score.by;
      const std::regex test("\nTEST(_P|_F)?\\(" + parts.str(2) + ", " + parts.str(3) + "\\) ");
      EXPECT_TRUE(std::regex_search(read_text(data_dir() / parts.str(1), "a test"), test)) << check.score.by;
    }
}

TEST(Scoreboard, TakesWorksAndClaimsByName) {
  EXPECT_EQ(load_claims({"E"}).claims.size(), 10U);
  const Claims two = load_claims({"C/figures", "A/drop_in"});
  ASSERT_EQ(two.claims.size(), 2U);
  EXPECT_EQ(two.claims.front().full_name(), "A/drop_in");
  EXPECT_THAT([] { load_claims({"D/winner"}); },
              ThrowsMessage<Error>(HasSubstr("no published work or claim is called 'D/winner'; did you mean "
                                             "'D/winners'?; collsim list claims shows all")));
  EXPECT_THAT([] { load_claims({"winner"}); }, ThrowsMessage<Error>(HasSubstr("did you mean 'D/winners'?")));
  EXPECT_THAT([] { load_claims({"Z/winner"}); },
              ThrowsMessage<Error>(HasSubstr("known: 'A', 'B', 'C', 'D', 'E'; collsim list claims")));
  EXPECT_THAT([] { load_claims({"E/quite_another"}); },
              ThrowsMessage<Error>(AllOf(HasSubstr("'E/regular'"), Not(HasSubstr("'A/")))));
}

/// Every published time of Hamilton, times a factor.
std::vector<Row> hamilton_times(const Claims& claims, double factor) {
  const CsvTable table = published_table("hamilton_allreduce");
  std::map<std::tuple<std::string, int, std::int64_t>, double> seconds;
  for (const auto& row : table.rows)
    seconds[{table.cell(row, "algorithm"), std::stoi(table.cell(row, "processes")),
             std::stoll(table.cell(row, "count"))}] = table.number<double>(table.cell(row, "seconds"));
  return answered(claims, [&](const Point& point) {
    const bool own = point.algorithm == "tree" || point.algorithm == "ring_full_vector";
    return factor * seconds[{own ? point.algorithm : "mpi_native", point.processes, point.count}];
  });
}

TEST(Scoreboard, ATimeIsMetWithinItsTolerance) {
  const Claims claims = load_claims({"C/table"});
  const std::vector<Score> close = scores_of(claims, hamilton_times(claims, 1.14));
  for (const Score& each : close) {
    if (each.basis == "blind") continue;
    EXPECT_EQ(each.verdict, Verdict::met) << each.what;
    EXPECT_EQ(each.why, "") << each.what;
  }
  EXPECT_NEAR(close.front().deviation, 0.14, 1e-9);
  EXPECT_EQ(score(close, "p = 128, count 8388608").basis, "calibrated");
  EXPECT_EQ(score(close, "p = 16, count 8388608").basis, "explained");
  for (const double factor : {1.16, 1 / 1.16})
    for (const Score& each : scores_of(claims, hamilton_times(claims, factor))) {
      EXPECT_EQ(each.verdict, Verdict::missed) << each.what;
      EXPECT_NE(each.why, "") << each.what;
    }
}

/// A `where` that fits no cell would leave its reason unsaid for ever.
TEST(Scoreboard, EveryReasonOfATableIsThatOfSomeRow) {
  const Claims claims = load_claims();
  std::set<std::string> said;
  for (const Score& each : scores_of(claims, answered(claims, [](const Point&) { return 1000; })))
    said.insert(each.work + each.why);
  for (const Claim& claim : claims.claims)
    for (const Check& check : claim.checks)
      for (const Reason& reason : check.why) {
        if (check.table.empty()) continue;
        EXPECT_TRUE(said.contains(claim.work + reason.says)) << claim.full_name() << ": " << reason.says;
      }
}

TEST(Scoreboard, TheFirstReasonThatFitsCounts) {
  const Claims claims = load_claims({"A/allreduce_table"});
  const std::vector<Score> scores = scores_of(claims, answered(claims, [](const Point&) { return 1000; }));
  EXPECT_THAT(score(scores, "switch-over count, p = 3").why, HasSubstr("MPI_BUFFER_MAX"));
  EXPECT_THAT(score(scores, "switch-over count, p = 6").why, HasSubstr("50 us"));
}

/// What was predicted before a table was at hand does not change with what is simulated since.
TEST(Scoreboard, BlindPredictionsStayOnRecord) {
  const Claims claims = load_claims({"C/table"});
  for (const double factor : {1.0, 2.0}) {
    const std::vector<Score> scores = scores_of(claims, hamilton_times(claims, factor));
    const Score& all = score(scores, "75 times");
    EXPECT_EQ(all.simulated.number, 22);
    EXPECT_EQ(all.formula.number, 20);
    EXPECT_EQ(all.verdict, Verdict::missed);
    EXPECT_EQ(all.basis, "blind");
    EXPECT_THAT(all.by, HasSubstr("at worst 282 %, by the formula 68 %"));
    const Total total = totals(claims, scores).front();
    EXPECT_EQ(total.rows.at("rows"), 153 + 4);
    EXPECT_EQ(total.rows.at("blind"), 4);
    EXPECT_EQ(total.rows.at("calibrated"), 81);
    EXPECT_EQ(total.rows.at("explained"), 72);
    EXPECT_EQ(total.rows.at("missed"), factor == 1 ? 4 : 157);
    EXPECT_NEAR(total.medians.at("times explained"), factor - 1, 1e-9);
  }
  const Claims of_t3e = load_claims({"A/allreduce_table"});
  EXPECT_EQ(score(scores_of(of_t3e, {}), "bandwidths").verdict, Verdict::met) << "13 of 15 %";
}

TEST(Scoreboard, ATextThatItsOwnTableContradictsHasARowForEach) {
  const Claims claims = load_claims({"C/tree_against_library"});
  const std::vector<Score> scores = scores_of(claims, hamilton_times(claims, 1));
  ASSERT_EQ(scores.size(), 2U);
  EXPECT_EQ(scores[0].published.low, 2);
  EXPECT_NEAR(scores[1].deviation, 0, 1e-9) << "the published times themselves";
  EXPECT_EQ(scores[1].verdict, Verdict::met);
  EXPECT_EQ(scores[0].simulated.number, scores[1].simulated.number);
}

/// The new protocol costs 0.2 us more for each process and has three times the bandwidth: it wins from 37.5 doubles for
/// each process on.
double as_lines(const Point& point) {
  const double bytes = static_cast<double>(point.bytes()) * 1e-9;
  return point.op == "user_sum" ? 0.2e-6 * point.processes + bytes / 3 : bytes;
}

TEST(Scoreboard, ALimitIsTheLargestOfItsRow) {
  const Claims claims = load_claims({"A/reduce_table"});
  const std::vector<Score> scores = scores_of(claims, answered(claims, as_lines));
  EXPECT_NEAR(score(scores, "switch-over count, p = 3").simulated.number / (37.5 * 3), 1, 0.01);
  const Score& row = score(scores, "switch-over count, p = 4");
  EXPECT_THAT(row.what, HasSubstr("largest up to p = 256"));
  EXPECT_NEAR(row.simulated.number / (37.5 * 256), 1, 0.01);
  EXPECT_EQ(row.verdict, Verdict::missed);
}

/// The new protocol wins from `limit` elements on, whatever the number of processes.
std::vector<Row> with_limit(const Claims& claims, double limit) {
  return answered(claims, [&](const Point& point) {
    const double bytes = static_cast<double>(point.bytes()) * 1e-9;
    return point.op == "user_sum" ? (8e-9 * limit + bytes) / 2 : bytes;
  });
}

TEST(Scoreboard, APrintedLimitIsMetWithin30PercentOfOurs) {
  const Claims claims = load_claims({"A/reduce_table"});
  const auto verdict = [&](double printed_over_ours) {
    return score(scores_of(claims, with_limit(claims, 736 / printed_over_ours)), "switch-over count, p = 6")
        .verdict;
  };
  EXPECT_EQ(verdict(0.72), Verdict::met);
  EXPECT_EQ(verdict(0.68), Verdict::missed);
  EXPECT_EQ(verdict(1.28), Verdict::met);
  EXPECT_EQ(verdict(1.32), Verdict::missed);
}

TEST(Scoreboard, WhatNeverWinsMissesItsLimit) {
  const Claims claims = load_claims({"A/reduce_table"});
  const std::vector<Score> scores = scores_of(
      claims, answered(claims, [](const Point& point) {
        return point.processes == 64 && point.op == "user_sum" ? 10 + as_lines(point) : as_lines(point);
      }));
  EXPECT_EQ(score(scores, "switch-over count, p = 4").simulated.words, "never");
  EXPECT_EQ(score(scores, "switch-over count, p = 4").verdict, Verdict::missed);
  EXPECT_NE(score(scores, "switch-over count, p = 6").simulated.words, "never");
}

TEST(Scoreboard, ALimitIsUnknownWhereAnyOfItsRowIs) {
  const Claims claims = load_claims({"A/reduce_table"});
  const std::vector<Score> scores = scores_of(claims, answered(claims, [](const Point& point) {
                                                return point.processes == 64 ? 0 : as_lines(point);
                                              }));
  EXPECT_EQ(score(scores, "switch-over count, p = 4").verdict, Verdict::unanswered);
  EXPECT_EQ(score(scores, "switch-over count, p = 6").verdict, Verdict::missed);
}

TEST(Scoreboard, AnIntervalIsMetInsideAndALittleBeyond) {
  const auto judged = [](double factor) {
    const Claims claims = load_claims({"D/speed_up_t3e"});
    return scores_of(claims, answered(claims,
                                      [&](const Point& point) {
                                        return point.algorithm == "reduce_bcast" ? factor : 1;
                                      }))
        .front();
  };
  EXPECT_EQ(judged(4).verdict, Verdict::met);
  EXPECT_EQ(judged(4).deviation, 0);
  EXPECT_EQ(judged(2.7).verdict, Verdict::met);
  EXPECT_NEAR(judged(2.7).deviation, -0.1, 1e-9);
  EXPECT_EQ(judged(5.7).verdict, Verdict::met);
  EXPECT_EQ(judged(2.5).verdict, Verdict::missed);
  EXPECT_EQ(judged(5.8).verdict, Verdict::missed);
  EXPECT_NEAR(judged(6).deviation, 0.2, 1e-9);
  EXPECT_EQ(judged(0).verdict, Verdict::unanswered);
}

TEST(Scoreboard, RatiosAreFactorsApartFromTimes) {
  const Claims claims = load_claims({"D/speed_up_sp", "D/cliff"});
  const auto seconds = [](const Point& point) {
    return point.algorithm == "reduce_bcast" || point.algorithm == "binomial" ? 1.8 : 1;
  };
  const Total total = totals(claims, scores_of(claims, answered(claims, seconds))).front();
  EXPECT_EQ(total.rows.at("predicted"), 11);
  EXPECT_NEAR(total.medians.at("ratios"), 2 / 1.8, 1e-9)
      << "of 1.8 from 1.5 four times, from 2..5 four times and from 1.5..3 twice, and of 1 from 2";
  EXPECT_THAT(total.medians, SizeIs(1));
}

TEST(Scoreboard, ALimitThatNeverComesIsInfinitelyFar) {
  const Claims claims = load_claims({"D/bcast"});
  const auto total = [&](double of_others) {
    return totals(claims, scores_of(claims, answered(claims,
                                                     [&](const Point& point) {
                                                       return point.algorithm == "binomial" ? 1e-6
                                                                                            : of_others;
                                                     })))
        .front();
  };
  EXPECT_EQ(total(2e-6).medians.at("limits"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(total(2e-6).rows.at("missed"), total(2e-6).rows.at("rows"));
}

TEST(Scoreboard, TellsWhatIsNotOfferedAndWhatATestChecks) {
  const Claims claims = load_claims({"D/profiles", "A/evaluation_order"});
  const std::vector<Score> scores = scores_of(claims, {});
  EXPECT_EQ(scores[0].verdict, Verdict::tested);
  EXPECT_EQ(scores[1].verdict, Verdict::not_offered);
  const std::vector<Total> all = totals(claims, scores);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[1].name, "D");
  EXPECT_EQ(all[1].rows.at("not offered"), 4);
  EXPECT_EQ(all[2].rows.at("rows"), 5);
  EXPECT_THAT(all[2].medians, IsEmpty());
}

TEST(Scoreboard, IsTextAndLines) {
  const Claims claims = load_claims({"C/tree_against_library", "C/table"});
  const std::vector<Score> scores = scores_of(claims, hamilton_times(claims, 1));
  EXPECT_THAT(
      to_text(claims, scores),
      AllOf(HasSubstr("## C. PHYS52015"), HasSubstr("| table hamilton_allreduce: tree, p = 4, count 2 "),
            HasSubstr("* collsim validate hamilton_allreduce --backend fast,model --network fluid\n"),
            Not(HasSubstr("## D."))));
  EXPECT_THAT(summary(claims, scores),
              AllOf(HasSubstr("by the text"), Not(HasSubstr("tree, p = 4, count 2 ")), HasSubstr("| C  ")));
  EXPECT_THAT(to_csv(to_cells(scores)), HasSubstr("\nC,table,"));
}

}  // namespace
}  // namespace collsim
