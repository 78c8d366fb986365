#include "backends/server.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <sstream>
#include <thread>

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
  std::istringstream lines(pipe.text());
  std::string first, second;
  std::getline(lines, first) && std::getline(lines, second);
  EXPECT_EQ(first, R"({"begun":[7,1]})");
  const auto line = nlohmann::json::parse(second);
  EXPECT_EQ(line["index"], 7);
  EXPECT_EQ(line["outcome"].get<Outcome>().seconds, 0.25);
}

/// A signal ends a write when the pipe is full: here it holds a page, a twentieth of the line.
TEST(SendAnswer, GoesOnWhereASignalCutItsLine) {
  struct sigaction nothing {};
  nothing.sa_handler = [](int) {};
  ASSERT_EQ(sigaction(SIGUSR1, &nothing, nullptr), 0);
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const int page = fcntl(ends[1], F_SETPIPE_SZ, 1);
  ASSERT_GT(page, 0);
  const std::string reason(20 * static_cast<std::size_t>(page), 'x');
  std::thread sender([&] {
    send_answer(ends[1], 3, {.status = {Status::Kind::failed, reason}});
    close(ends[1]);
  });
  for (int held = 0; held < page;) ASSERT_EQ(ioctl(ends[0], FIONREAD, &held), 0);
  pthread_kill(sender.native_handle(), SIGUSR1);
  std::string text(1U << 20U, 0);
  std::size_t got = 0;
  for (ssize_t more = 1; more > 0; got += static_cast<std::size_t>(more))
    more = read(ends[0], text.data() + got, text.size() - got);
  sender.join();
  close(ends[0]);
  text.resize(got);
  const auto line = nlohmann::json::parse(text);
  EXPECT_EQ(line["outcome"].get<Outcome>().status.reason, reason);
}

}  // namespace
}  // namespace collsim
