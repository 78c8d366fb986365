#include "lab/decisions/robust.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "lab/decisions/best.hpp"
#include "lab/decisions/what_if.hpp"
#include "lab/decisions/winner_map.hpp"
#include "support/data_dir.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// The star, with more numbers.
class Robust : public ::testing::Test {
 protected:
  Platform star_with(const std::string& props) const {
    std::string text = testing::contents(data_dir() / "platforms" / "star.xml");
    text.insert(text.find("<prop id=\"source.link.bandwidth\""), props);
    const auto file = folder_.path() / "uncertain.xml";
    std::ofstream(file) << text;
    return Platform::load(file.string());
  }
  testing::Folder folder_;
  Platform uncertain_ = star_with(
      "<prop id=\"send_overhead\" value=\"1us\"/><prop id=\"source.send_overhead\" value=\"assumed: "
      "test\"/><prop "
      "id=\"range.send_overhead\" value=\"0.5us..20us\"/><prop id=\"range.link.latency\" value=\"x1..x2\"/>");
};

Row answered(const std::string& algorithm, double seconds, const char* backend = "fast") {
  Row row;
  row.point.collective = "alltoall";
  row.point.algorithm = algorithm;
  row.point.options = describe("alltoall", algorithm).resolve({});
  row.point.backend = backend;
  row.point.network = "links";
  row.point.platform = "uncertain";
  row.point.processes = 16;
  row.point.count = 16 << 12;
  row.outcome.seconds = seconds;
  return row;
}

/// Nobody answers.
std::vector<std::optional<double>> silence(const std::vector<Point>& points) {
  return std::vector<std::optional<double>>(points.size());
}

TEST_F(Robust, RangesHaveEndsWhereNumbersAreNotYet) {
  const auto ends = range_ends(uncertain_);
  std::vector<std::string> changes;
  for (const auto& end : ends) changes.push_back(end.number + "=" + end.changes.begin()->second);
  EXPECT_THAT(changes, ElementsAre("link.latency=x2", "send_overhead=0.5us", "send_overhead=20us"));
  EXPECT_DOUBLE_EQ(ends[1].most, 2);
  EXPECT_DOUBLE_EQ(ends[2].most, 20);
}

/// Bruck's algorithm sends 4 messages where pairwise exchange sends 15, so that it gains as each takes longer.
TEST_F(Robust, FormulasTellWhichNumberFlipsAChoice) {
  const std::vector<Row> rows = {answered("pairwise", 540e-6), answered("bruck", 594e-6)};
  const Dependences found = dependences(rows, uncertain_, silence);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found.begin()->second.numbers, ElementsAre("send_overhead"));
  EXPECT_THAT(
      to_text(found, uncertain_),
      ::testing::AllOf(
          HasSubstr("0 of 1 choice is robust"),
          HasSubstr("The choice at 1 cell depends on send_overhead (assumed 1 us, 500 ns to 20 us)")));
  EXPECT_THAT(best_table(rows, found), ContainsRegex("robust[ \n]+send_overhead"));
  const auto maps = winner_maps(rows, found);
  EXPECT_THAT(to_text(maps.front()), HasSubstr("  pairwise?  540 us    10.0 %  bruck\n"));
  EXPECT_EQ(to_cells(maps).names.back(), "robust");
}

TEST_F(Robust, TheEngineHasTheLastWordAsFarAsItMayBeAsked) {
  const std::vector<Row> rows = {answered("pairwise", 540e-6), answered("bruck", 594e-6)};
  std::size_t asked = 0;
  const auto engine = [&](const std::vector<Point>& points) {
    asked += points.size();
    std::vector<std::optional<double>> seconds;
    for (const Point& point : points) seconds.emplace_back(point.algorithm == "pairwise" ? 900e-6 : 910e-6);
    return seconds;
  };
  const Dependences found = dependences(rows, uncertain_, engine);
  EXPECT_LE(asked, rows.size()) << "no longer than the rows took";
  if (asked > 0) {
    EXPECT_THAT(found.begin()->second.numbers, IsEmpty());
  }
}

TEST_F(Robust, FarAheadIsRobustAndMeasuredTimesAreNotJudged) {
  EXPECT_EQ(dependences({answered("pairwise", 100e-6), answered("bruck", 594e-6)}, uncertain_, silence)
                .begin()
                ->second.text(),
            "yes");
  EXPECT_THAT(dependences({answered("pairwise", 100e-6, "native"), answered("bruck", 594e-6, "native")},
                          uncertain_, silence),
              IsEmpty());
  EXPECT_THAT(dependences({answered("pairwise", 100e-6)}, uncertain_, silence), IsEmpty())
      << "there is no choice";
  const Platform sure = star_with("");
  EXPECT_THAT(dependences({answered("pairwise", 540e-6), answered("bruck", 594e-6)}, sure, silence),
              IsEmpty());
}

}  // namespace
}  // namespace collsim
