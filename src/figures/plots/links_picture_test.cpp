#include "figures/plots/links_picture.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <pugixml.hpp>

#include "tests/traces.hpp"

namespace collsim {
namespace {

using namespace testing;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;

/// The torus of the T3E, 4 x 4 x 2.
std::unique_ptr<Network> torus() {
  return Network::of_platform(Platform::load("cray_t3e", {{"topology", "4,4,2"}}));
}

/// 480 bytes from rank 0 to `receiver`, in one message.
std::vector<Trace> message_to(int receiver) {
  std::vector<Trace> traces(static_cast<std::size_t>(receiver) + 1);
  traces[0] = {post_send(receiver, 480, 0)};
  traces.back() = {post_recv(0, 480, 0), collsim::testing::wait(0, 480, 0, 0, 1e-6)};
  return traces;
}

std::string picture(const Network& network, const std::vector<Trace>& traces, double seconds) {
  return links_picture("x < y", network, busy_links(traces, network, {32, 1, Mapping::block, {}}), seconds,
                       "source");
}

/// Of cells, which alone have tips: place, colour and tip.
std::vector<std::string> cells(const std::string& text) {
  pugi::xml_document svg;
  EXPECT_TRUE(svg.load_string(text.c_str()));
  std::vector<std::string> found;
  for (const auto& each : svg.select_nodes("//rect[title]"))
    found.push_back(
        fmt::format("{} {}", each.node().attribute("fill").value(), each.node().child("title").text().get()));
  return found;
}

TEST(LinksPicture, LinksAreBusyForTheirBytes) {
  const auto network = torus();
  // From node 0 to node 21 = (1, 1, 1): a hop in each dimension, at 480 MB/s.
  const auto busy = busy_links(message_to(21), *network, {32, 1, Mapping::block, {}});
  ASSERT_EQ(busy.size(), 3U);
  for (const auto& [link, seconds] : busy) EXPECT_DOUBLE_EQ(seconds, 1e-6);
}

TEST(LinksPicture, ATorusHasAPanelForEachWay) {
  const std::string svg = picture(*torus(), message_to(21), 4e-6);
  EXPECT_THAT(cells(svg), ElementsAre("#7f0000 nodes_link_from_0_to_1_UP: 25.0 %",
                                      "#7f0000 nodes_link_from_1_to_5_UP: 25.0 %",
                                      "#7f0000 nodes_link_from_5_to_21_UP: 25.0 %"));
  EXPECT_THAT(svg,
              AllOf(HasSubstr(">x up: 1 of 32 links carry something, the busiest busy 25.0 % of the time"),
                    HasSubstr(">y up: 1 of 32"), HasSubstr(">z up: 1 of 32"), Not(HasSubstr(">x down"))));
}

/// Node 0's planes are 4 cells wide, and a gap as wide as a cell is between them.
TEST(LinksPicture, PlanesStandBesideEachOther) {
  pugi::xml_document svg;
  ASSERT_TRUE(svg.load_string(picture(*torus(), message_to(21), 4e-6).c_str()));
  std::vector<std::pair<double, double>> places;
  for (const auto& each : svg.select_nodes("//rect[@fill='#eeeeee']"))
    places.emplace_back(each.node().attribute("x").as_double(), each.node().attribute("width").as_double());
  ASSERT_EQ(places.size(), 6U);
  EXPECT_THAT(places[0], Pair(60, 48));
  EXPECT_THAT(places[1], Pair(120, 48));
  std::vector<std::string> names;
  for (const auto& each : svg.select_nodes("//text[@font-size='9']"))
    names.emplace_back(each.node().text().get());
  EXPECT_THAT(names, ElementsAre("plane 0", "plane 1", "plane 0", "plane 1", "plane 0", "plane 1", "source"));
}

TEST(LinksPicture, BusierLinksAreDarker) {
  const auto network = torus();
  EXPECT_THAT(cells(links_picture("", *network, {{0, 1.0}, {1, 0.01}}, 1, "")),
              ElementsAre(HasSubstr("#7f0000"), HasSubstr("#fee8c8")));
}

TEST(LinksPicture, OtherClassesStandInRows) {
  const std::string svg = picture(*Network::of_platform(Platform::load("star")), message_to(21), 1e-6);
  EXPECT_THAT(svg, AllOf(HasSubstr(">nodes up: 1 of 1 links"), HasSubstr(">nodes down: 1 of 22 links")));
}

TEST(LinksPicture, WithoutMessagesThereAreNoPanels) {
  EXPECT_TRUE(cells(links_picture("", *torus(), {}, 0, "")).empty());
}

}  // namespace
}  // namespace collsim
