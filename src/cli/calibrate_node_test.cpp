#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "cli/testing/collsim.hpp"
#include "lab/site/testing/lstopo.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;

/// Ping-pongs of 8 B to 2 MiB on a node of two cores: 1 us and 1 GB/s.
std::string rows() {
  std::string text = "level,cores,pattern,ranks,bytes,seconds,low,high,repetitions\n";
  for (int bytes = 8; bytes <= 2 << 20; bytes *= 4) {
    const double seconds = 1e-6 + bytes * 1e-9;
    text += fmt::format("node,2,ping_pong,2,{},{},{},{},9\n", bytes, seconds, seconds, seconds);
  }
  return text;
}

TEST(CalibrateNode, MakesAPlatformOfRows) {
  const testing::Folder folder;
  const auto file = [&](const char* name, const std::string& text) {
    std::ofstream(folder.path() / name) << text;
    return (folder.path() / name).string();
  };
  const std::string csv = file("node.csv", rows()),
                    lstopo = file("lstopo.xml", testing::lstopo_of("package:1 core:2 pu:1")),
                    results = (folder.path() / "results").string();
  const Ended ended =
      collsim(fmt::format("calibrate node {} --lstopo {} --results {}", csv, lstopo, results));
  EXPECT_EQ(ended.status, 0) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("node   ping_pong     10"));
  for (const char* made : {"node.xml", "node.svg"})
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "results" / made)) << made;
  const Ended shown = collsim(fmt::format("show {}/node.xml", results));
  EXPECT_EQ(shown.status, 0) << shown.output;

  const Ended alone = collsim("calibrate node " + csv);
  EXPECT_EQ(alone.status, 2);
  EXPECT_THAT(alone.output,
              HasSubstr("rows alone do not tell the node's cores; right would be --lstopo FILE, too\n"));
  const Ended larger = collsim(fmt::format("calibrate node {} --lstopo {}", csv,
                                           file("larger.xml", testing::lstopo_of("package:2 core:2 pu:1"))));
  EXPECT_EQ(larger.status, 2);
  EXPECT_THAT(larger.output, HasSubstr("a node has 4 cores, and the last level that was measured 2;"));
}

}  // namespace
}  // namespace collsim
