#include "evidence/validation/ping_pong.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "support/error.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

std::string fit_of(const std::string& text) {
  const testing::Folder folder;
  const auto file = folder.path() / "ping_pong.csv";
  std::ofstream(file) << text;
  return fit_ping_pong(file);
}

TEST(PingPong, GivesAlphaAndBandwidth) {
  const std::string text = fit_of("bytes,seconds\n0,5e-6\n1000,7e-6\n1000000,2005e-6\n");
  EXPECT_TRUE(text.starts_with("3 points\nalpha      5 us\nbandwidth  0.5 GB/s\n")) << text;
}

TEST(PingPong, NamesThePointThatIsMissedByMost) {
  // Relative least squares: the line meets the far point; of 1, 1 and 2 s at 0 B it takes 2.5 / 2.25.
  EXPECT_THAT(fit_of("seconds,bytes\n1,0\n1,0\n2,0\n30,100\n"), HasSubstr("worst      -44.4 % at 0 B"));
}

TEST(PingPong, RefusesWhatIsNoPingPong) {
  const auto refused = [](const std::string& text, const std::string& reason) {
    EXPECT_THAT([&] { fit_of(text); }, ThrowsMessage<Error>(HasSubstr(reason)));
  };
  refused("bytes,time\n1,2\n", "ping_pong.csv: no column 'seconds'");
  refused("bytes,seconds\n1,2\n2,fast\n", "ping_pong.csv: 'fast' is not a number");
  refused("bytes,seconds\n1,2\n1,2\n", "needs ping-pongs of two different sizes");
  EXPECT_THAT([] { fit_ping_pong("no such file"); },
              ThrowsMessage<Error>("no such file: no such file; right would be a CSV file"));
}

}  // namespace
}  // namespace collsim
