#include "figures/explore/channel.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace collsim {
namespace {

TEST(Channel, CarriesTextsWithTheirNumbers) {
  auto [here, there] = Channel::pair();
  const std::string large(300'000, 'x');
  std::thread sender([&, &other = there] {
    other.send(1, large);
    other.send(2, "two words");
    other.send(3, "");
    const Channel closed(std::move(other));
  });
  std::vector<std::pair<std::uint64_t, std::string>> heard;
  while (here.receive(
      [&](std::uint64_t number, std::string text) { heard.emplace_back(number, std::move(text)); })) {
  }
  sender.join();
  EXPECT_EQ(heard,
            (std::vector<std::pair<std::uint64_t, std::string>>{{1, large}, {2, "two words"}, {3, ""}}));
}

}  // namespace
}  // namespace collsim
