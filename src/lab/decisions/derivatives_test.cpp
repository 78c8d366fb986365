#include "lab/decisions/derivatives.hpp"

#include <gmock/gmock.h>

#include <map>

#include "platforms/quantity.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// Of time = 6 latencies + 100 bytes over the bandwidth: the parameters count as often, in a time that the others share.
TEST(Derivatives, SayHowOftenAParameterCounts) {
  const Platform star = Platform::load("star", {{"copy", "x2"}});
  const auto found = derivatives(star, [](const Platform& platform) {
    return 6 * parse_quantity(parameter(platform, "link.latency").value) +
           3000 / parse_quantity(parameter(platform, "link.bandwidth").value) +
           8000 / parse_quantity(parameter(platform, "copy").value);
  });
  std::map<std::string, Derivative> by_name;
  for (const Derivative& each : found) by_name.emplace(each.parameter.name, each);
  const double total = 6 * 500e-9 + 3000 / 1e9 + 8000 / 8e9;
  EXPECT_NEAR(by_name.at("link.latency").slope, 6, 1e-9);
  EXPECT_NEAR(by_name.at("link.latency").elasticity, 3e-6 / total, 1e-9);
  EXPECT_NEAR(by_name.at("link.bandwidth").slope, 3000, 1e-6);
  EXPECT_NEAR(by_name.at("link.bandwidth").elasticity, -3e-6 / total, 1e-9);
  EXPECT_NEAR(by_name.at("copy").slope, 8000, 1e-5) << "from the override on";
  EXPECT_EQ(by_name.at("combine.user").slope, 0);

  const std::string text = to_text(found);
  EXPECT_THAT(text,
              AllOf(HasSubstr("  parameter       value  1 % more of it   counts\n"),
                    HasSubstr("  link.latency    500ns        +0.429 %  6 times\n"),
                    HasSubstr("-0.429 %   3000 B\n"), HasSubstr("  without effect: combine.arithmetic, ")))
      << text;
}

}  // namespace
}  // namespace collsim
