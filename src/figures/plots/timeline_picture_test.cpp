#include "figures/plots/timeline_picture.hpp"

#include <gmock/gmock.h>

#include <protozero/pbf_reader.hpp>
#include <pugixml.hpp>

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// Rank 0 computes a quarter of the time and then sends; rank 1 waits, receives, and is done a quarter before the end.
std::vector<std::vector<Span>> two_ranks() {
  return {{{Activity::computing, 2, 3, -1, 64}, {Activity::sending, 3, 6, 1, 8}},
          {{Activity::waiting, 2, 3, 0, 8}, {Activity::receiving, 3, 5, 0, 8}}};
}

TEST(TimelinePicture, HasABarForEverySpanAsLongAsItsTime) {
  pugi::xml_document svg;
  ASSERT_TRUE(svg.load_string(timeline_picture("x < y", two_ranks(), 2, "").c_str()));
  std::vector<std::string> bars;
  for (const auto& found : svg.select_nodes("//rect[@y >= 70]"))
    bars.push_back(fmt::format("{} {} {}", found.node().attribute("x").as_int(),
                               found.node().attribute("width").as_int(),
                               found.node().attribute("fill").value()));
  EXPECT_THAT(bars, ElementsAre("60 250 #d95f02", "310 750 #1b9e77", "60 250 #dddddd", "310 500 #7570b3"));
}

TEST(TimelinePicture, HasTicksAtRoundTimesAndSaysWhatItsAxesAre) {
  const std::string picture = timeline_picture("x < y", two_ranks(), 2, "first\nsecond");
  for (const char* text : {">4 s, ranks idle 25.0 % of it, load balance 75.0 %<", ">time<", ">rank<", ">0 s<",
                           ">1 s<", ">2 s<", ">3 s<", ">4 s<", ">first<", ">second<"})
    EXPECT_THAT(picture, HasSubstr(text));
  EXPECT_THAT(timeline_picture("", {{{Activity::sending, 0, 0.5352, 1, 8}}}, 0, ""),
              AllOf(HasSubstr(">100 ms<"), HasSubstr(">500 ms<"), Not(HasSubstr(">600 ms<"))));
}

TEST(TimelinePicture, ShowsWhatTakesMostOfAPixel) {
  std::vector<Span> flicker;
  for (int i = 0; i < 100000; ++i) {
    flicker.push_back({Activity::sending, i * 1.0, i + 0.9, 1, 8});
    flicker.push_back({Activity::waiting, i + 0.9, i + 1.0, 1, 8});
  }
  pugi::xml_document svg;
  ASSERT_TRUE(svg.load_string(timeline_picture("", {flicker}, 0, "").c_str()));
  EXPECT_EQ(svg.select_nodes("//rect[@y >= 70]").size(), 1U);
}

/// "rank 0", then "begin computing 0", as Perfetto's messages hold them.
std::vector<std::string> packets(const std::string& bytes) {
  std::vector<std::string> all;
  protozero::pbf_reader trace(bytes);
  while (trace.next(1)) {
    protozero::pbf_reader packet = trace.get_message();
    std::uint64_t time = 0;
    while (packet.next()) {
      if (packet.tag() == 8) {
        time = packet.get_uint64();
      } else if (packet.tag() == 60) {
        protozero::pbf_reader track = packet.get_message();
        std::string text = "track";
        while (track.next())
          text += " " + (track.tag() == 1 ? std::to_string(track.get_uint64()) : track.get_string());
        all.push_back(text);
      } else if (packet.tag() == 11) {
        protozero::pbf_reader event = packet.get_message();
        std::string text = std::to_string(time);
        while (event.next()) {
          if (event.tag() == 9)
            text += event.get_enum() == 1 ? " begin" : " end";
          else if (event.tag() == 11)
            text += " " + std::to_string(event.get_uint64());
          else if (event.tag() == 23)
            text += " " + event.get_string();
          else
            event.skip();
        }
        all.push_back(text);
      } else {
        packet.skip();
      }
    }
  }
  return all;
}

TEST(PerfettoTrace, HasATrackForEachRankAndASliceForEachSpan) {
  EXPECT_THAT(packets(perfetto_trace(two_ranks(), 2)),
              ElementsAre("track 1 rank 0", "track 2 rank 1", "0 begin 1 computing", "1000000000 end 1",
                          "1000000000 begin 1 sending", "4000000000 end 1", "0 begin 2 waiting",
                          "1000000000 end 2", "1000000000 begin 2 receiving", "3000000000 end 2"));
}

}  // namespace
}  // namespace collsim
