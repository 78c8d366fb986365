#include "validation/ping_pong.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "support/error.hpp"

namespace collsim {
namespace {

std::string fit_of(const std::string& text) {
  const auto file = std::filesystem::path(testing::TempDir()) / "ping_pong.csv";
  std::ofstream(file) << text;
  return fit_ping_pong(file);
}

TEST(PingPong, GivesAlphaAndBandwidth) {
  const std::string text = fit_of("bytes,seconds\n0,5e-6\n1000,7e-6\n1000000,2005e-6\n");
  EXPECT_TRUE(text.starts_with("3 points\nalpha      5 us\nbandwidth  0.5 GB/s\n")) << text;
}

TEST(PingPong, NamesThePointThatIsMissedByMost) {
  // Relative least squares: the line meets the far point; of 1, 1 and 2 s at 0 B it takes 2.5 / 2.25.
  EXPECT_NE(fit_of("seconds,bytes\n1,0\n1,0\n2,0\n30,100\n").find("worst      -44.4 % at 0 B"),
            std::string::npos);
}

TEST(PingPong, RefusesWhatIsNoPingPong) {
  EXPECT_THROW(fit_of("bytes,time\n1,2\n"), Error);
  EXPECT_THROW(fit_of("bytes,seconds\n1,2\n2,fast\n"), Error);
  EXPECT_THROW(fit_of("bytes,seconds\n1,2\n1,2\n"), Error);
  EXPECT_THROW(fit_ping_pong("no such file"), Error);
}

}  // namespace
}  // namespace collsim
