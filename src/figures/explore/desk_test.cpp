#include "figures/explore/desk.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "figures/explore/board.hpp"
#include "figures/explore/recording.hpp"
#include "figures/explore/simulated.hpp"
#include "lab/scenarios/scenario.hpp"
#include "support/json.hpp"
#include "support/process.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using nlohmann::json;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const json a_scenario = {{"collective", "allreduce"},
                         {"platform", "star"},
                         {"algorithms", {"ring", "recursive_doubling"}},
                         {"processes", "2..8:x2"},
                         {"bytes", "8..32K:x64"}};

json changed(json scenario, const std::string& key, const json& value) {
  scenario[key] = value;
  return scenario;
}

TEST(Offer, StartsWithWhatFlagsSay) {
  const auto start = [](const Flags& flags) { return read_json(offer_of("leonardo", flags).start); };
  const json ranks = start({{"processes", "2..64:x2"}});
  EXPECT_EQ(ranks.at("processes"), "2..64:x2");
  EXPECT_EQ(ranks.at("ppn"), "1");
  const json machine = start({});  // whose usual ranks the page knows
  EXPECT_FALSE(machine.contains("processes") || machine.contains("ppn"));
  EXPECT_EQ(start({{"ppn", "4"}}).at("ppn"), "4");
  EXPECT_EQ(start({{"ppn", "4"}, {"processes", "2..64:x2"}}).at("ppn"), "4") << "though 2 ranks are fewer";
  EXPECT_THAT(start({{"collective", "allreduce"}}).at("algorithms"), Contains("rabenseifner"));
}

/// A desk in a process of its own, and this end of the channel to it.
class DeskAtWork : public ::testing::Test {
 protected:
  DeskAtWork()
      : ends_(Channel::pair()), desk_([this] { Desk(offer_of("", {}), {}, 1).serve(ends_.second); }) {}

  json answer(const std::string& question) {
    std::optional<std::string> found;
    ends_.first.send(++asked_, question);
    for (bool done = false; !done;)
      done = !ends_.first.receive([&](std::uint64_t number, const std::string& text) {
        if (number != asked_) return;
        if (text.empty()) done = true;
        if (!text.empty() && !found) found = text;
      }) || done;
    return read_json(found.value_or("null"));
  }
  std::string complaint(const json& scenario) {
    return answer(json{{"what", "formulas"}, {"scenario", scenario}}.dump()).value("error", "");
  }

 private:
  std::pair<Channel, Channel> ends_;
  std::uint64_t asked_ = 0;
  Child desk_;
};

TEST_F(DeskAtWork, OffersMachinesAndCollectives) {
  const json offer = answer(R"({"what": "offer"})");
  EXPECT_GT(offer.at("platforms").size(), 10U);
  EXPECT_EQ(offer.at("start").at("platform"), "star");
  EXPECT_EQ(answer(R"({"what": "machine", "platform": "star"})").at("sliders").at(0).at("name"),
            "link.latency");
}

TEST_F(DeskAtWork, AnswersAsTheBackendModel) {
  const json found = answer(json{{"what", "formulas"}, {"scenario", a_scenario}}.dump());
  json asked = a_scenario;
  asked["backends"] = {"model"};
  asked["data"] = "time";
  Scenario scenario = parse_scenario(asked.dump(), "test");
  std::vector<Row> rows;
  for (const Point& point : scenario.points) rows.push_back({point});
  const auto heard = [&](std::size_t number, const Outcome& outcome) { rows[number].outcome = outcome; };
  collsim::answer(
      scenario.platforms.of_point(scenario.points.front()), scenario.points, 1, [] { return false; }, heard);
  EXPECT_EQ(found.at("cells"), cells_json(rows));
  EXPECT_EQ(found.at("cells").size(), 9U);
}

TEST_F(DeskAtWork, ColoursAlgorithmsAsPicturesDo) {
  const json scenario = changed(a_scenario, "algorithms", {"tree", "ring", "recursive_doubling"});
  const json found = answer(json{{"what", "formulas"}, {"scenario", scenario}}.dump());
  json colours;
  for (const json& each : found.at("algorithms")) colours[each.at("name")] = each.at("colour");
  EXPECT_EQ(colours, (json{{"tree", 8}, {"ring", 2}, {"recursive_doubling", 0}}))
      << "as palette_test.cpp has it";
}

TEST_F(DeskAtWork, LooksUpNoFileThatARequestNames) {
  EXPECT_THAT(complaint(changed(a_scenario, "platform", "/etc/passwd")), HasSubstr("is not offered"));
  EXPECT_THAT(complaint(changed(a_scenario, "platform", "platforms/star.xml")), HasSubstr("is not offered"));
  EXPECT_THAT(complaint(changed(a_scenario, "algorithms", {"portfolio(rules=/etc/passwd)"})),
              HasSubstr("is not offered"));
  EXPECT_THAT(complaint(changed(a_scenario, "arrival", "/etc/passwd")), HasSubstr("is not offered"));
  EXPECT_THAT(complaint(changed(a_scenario, "placement", "/etc/passwd")), HasSubstr("is not offered"));
  EXPECT_THAT(complaint(changed(a_scenario, "overrides", {{"title", "x"}})), HasSubstr("is not offered"));
}

TEST_F(DeskAtWork, BoundsWhatAQuestionTakes) {
  EXPECT_THAT(complaint(changed(a_scenario, "bytes", "8..8M:+8")), HasSubstr("larger step"));
  EXPECT_THAT(complaint(changed(a_scenario, "bytes", "8..80K:+8")), HasSubstr("points"));
  EXPECT_NE(complaint(changed(a_scenario, "processes", "1..1000000000:+1")), "");
  EXPECT_THAT(answer(json{{"what", "inside"}, {"scenario", a_scenario}}.dump()).at("error"),
              HasSubstr("one point"));
}

TEST(SimulatedCells, TellOnceOfASizeThatNobodyAnswers) {
  Scenario scenario = asked_scenario(offer_of("", {}), "engine",
                                     {{"collective", "allgather"},
                                      {"platform", "star"},
                                      {"algorithms", {"recursive_doubling", "neighbor_exchange"}},
                                      {"processes", 3},
                                      {"bytes", "8..64:x8"}});
  std::vector<std::size_t> done;
  simulate_cells(scenario, 1, {}, [&](const json& found) { done.push_back(found.at("done")); });
  EXPECT_THAT(done, ElementsAre(2, 4));
}

TEST(RecordedPage, HasNoTextThatEndsItsScript) {
  const testing::Folder folder;
  write_recorded_page(folder.path(), json{{"title", "</script><!--<script>"}});
  const std::string page = testing::contents(folder.path() / "index.html");
  EXPECT_THAT(page, HasSubstr(R"("\u003c/script>\u003c!--\u003cscript>")"));
  EXPECT_THAT(page, Not(HasSubstr("<!--<script")));
}

TEST_F(DeskAtWork, GoesOnAfterWhatIsNoQuestion) {
  for (const std::string text :
       {"{", "[]", "7", "{}", R"({"what": 7})", R"({"what": "all"})", R"({"what": "formulas"})"})
    EXPECT_NE(answer(text).value("error", ""), "") << text;
  EXPECT_THAT(answer(R"({"what": )" + std::string(30'000, '[')).at("error"), HasSubstr("too deeply"));
  EXPECT_TRUE(answer(R"({"what": "offer"})").contains("start"));
}

}  // namespace
}  // namespace collsim
