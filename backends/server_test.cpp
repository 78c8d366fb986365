#include "backends/server.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdlib>

#include "points/json.hpp"

namespace collsim {
namespace {

using ::testing::ElementsAre;

/// What is written to a pipe that holds it all.
class Pipe {
 public:
  Pipe() { EXPECT_EQ(pipe(ends_), 0); }
  ~Pipe() { close(ends_[0]); }
  int in() const { return ends_[1]; }
  std::string text() {
    close(ends_[1]);
    std::string text(1U << 16U, 0);
    const ssize_t got = read(ends_[0], text.data(), text.size());
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    return text;
  }

 private:
  int ends_[2] = {};
};

TEST(ServeGroups, SaysWhatWasAnsweredAndWhatACrashLeaves) {
  Pipe pipe;
  const auto answer = [](const std::vector<std::size_t>& group) {
    if (group.front() == 2) std::abort();
    return std::map<std::size_t, Outcome>{{group.front(), {.seconds = 0.25}}};
  };
  EXPECT_THAT(serve_groups(pipe.in(), {{7, 1}, {2, 3}}, 1, answer, {}), ElementsAre(7));
  const auto line = nlohmann::json::parse(pipe.text());
  EXPECT_EQ(line["index"], 7);
  EXPECT_EQ(line["outcome"].get<Outcome>().seconds, 0.25);
}

}  // namespace
}  // namespace collsim
