#include "figures/plots/tornado.hpp"

#include <gmock/gmock.h>

#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Latency decides 8 bytes, bandwidth 1 KiB; copying decides nothing.
Tornado latency_first() {
  const auto named = [](const std::string& name) {
    return Parameter{.name = name, .numbers = {name}, .value = "1us"};
  };
  const Swing none, small{{0.9, 0.8, 1}, {1.1, 1, 1.2}}, large{{2, 1.5, 2.5}, {0.5, 0.4, 0.7}};
  return {.backend = "smpi",
          .sizes = {8, 1024},
          .races = 4,
          .bars = {{named("link.latency"), large, {large, none}, 0},
                   {named("link.bandwidth"), small, {small, large}, 0},
                   {named("copy"), none, {none, none}, 0}}};
}

TEST(TornadoPicture, HasAPanelPerSizeWithTheLargestEffectAbove) {
  EXPECT_EQ(tornado_rows(latency_first(), 2),
            "panel,title,rank,parameter,change,mean,least,most\n"
            "1,8 B,1,link.latency,divided by 2,2,1.5,2.5\n"
            "1,8 B,1,link.latency,multiplied by 2,0.5,0.4,0.7\n"
            "1,8 B,2,link.bandwidth,divided by 2,0.9,0.8,1\n"
            "1,8 B,2,link.bandwidth,multiplied by 2,1.1,1,1.2\n"
            "2,1 KiB,1,link.bandwidth,divided by 2,2,1.5,2.5\n"
            "2,1 KiB,1,link.bandwidth,multiplied by 2,0.5,0.4,0.7\n");
}

TEST(TornadoPicture, IsDrawn) {
  const testing::Folder folder;
  const auto files =
      draw_tornado(latency_first(), 2, (folder.path() / "tornado").string(), "What matters", "where from");
  ASSERT_EQ(files.size(), 2U);
  EXPECT_THAT(testing::contents(files[0]), AllOf(HasSubstr("What matters"), HasSubstr(">link.latency "),
                                                 HasSubstr(">1 KiB<"), HasSubstr(">parameter divided by 2<"),
                                                 HasSubstr("time / baseline"), Not(HasSubstr("copy"))));
}

}  // namespace
}  // namespace collsim
