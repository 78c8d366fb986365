#include <gtest/gtest.h>

#include <map>
#include <random>

#include "algorithms/facts/collective.hpp"
#include "backends/fast/simulate.hpp"
#include "backends/fast/testing/points.hpp"
#include "platforms/parameters.hpp"
#include "platforms/variants.hpp"

namespace collsim::fast {
namespace {

/// Draws points that may be together.
class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}

  std::vector<Point> batch(const Description& about, const Platform& platform, const std::string& network) {
    Point point = testing::point_of(about, platform.name(), number(2, 40));
    point.network = network;
    point.root = collective(about.collective).rooted ? number(0, point.processes - 1) : 0;
    point.loop = number(1, 2);
    std::vector<Point> points;
    for (int lane = number(2, 9); lane > 0; --lane) {
      point.count = collective(about.collective).fitting(std::int64_t{1} << number(0, 22), point.processes);
      point.type = number(0, 1) == 0 ? "double" : "int";
      point.arrival = Arrival::parse(
          number(0, 2) == 0 ? "uniform(size=20us;seed=" + std::to_string(number(1, 99)) + ")" : "none");
      point.overrides = overrides(platform);
      if (about.why_unsupported(point.shape(), point.options).empty()) points.push_back(point);
    }
    return points;
  }

 private:
  /// None, or a number of the platform a half to twice as large.
  Changes overrides(const Platform& platform) {
    if (number(0, 1) == 0) return {};
    const std::vector<Parameter> all = nonzero_parameters(platform);
    const Parameter& changed = all[static_cast<std::size_t>(number(0, static_cast<int>(all.size()) - 1))];
    return scaled({}, changed.numbers, 0.5 + 0.25 * number(0, 6));
  }
  int number(int first, int last) { return std::uniform_int_distribution(first, last)(random_); }

  std::mt19937 random_;
};

bool same_bits(const Outcome& one, const Outcome& other) {
  return one.ok() && other.ok() && one.seconds == other.seconds && one.seconds_mean == other.seconds_mean &&
         one.seconds_rank0 == other.seconds_rank0 && one.seconds_worst == other.seconds_worst &&
         one.seconds_early == other.seconds_early && one.since_last_arrival == other.since_last_arrival &&
         one.messages == other.messages && one.bytes_sent == other.bytes_sent;
}

struct Found {
  std::string differences;
  std::size_t asked = 0, together = 0;
};

Found compare(const std::string& platform_name, const std::string& network) {
  const Platform platform = Platform::load(platform_name);
  std::map<Changes, Platform> variants;
  Found found;
  Draw draw(2026);
  for (const Description* about : descriptions()) {
    if (about->name == "library" || about->reads_messages || about->needs_collective_network) continue;
    const std::vector<Point> points = draw.batch(*about, platform, network);
    if (points.empty()) continue;
    std::vector<const Platform*> platforms;
    for (const Point& point : points) {
      if (!variants.contains(point.overrides))
        variants.emplace(point.overrides, Platform::load(platform_name, point.overrides));
      platforms.push_back(&variants.at(point.overrides));
    }
    const auto outcomes = simulate_together(platforms, points);
    for (std::size_t i = 0; i < points.size(); ++i) {
      ++found.asked;
      if (!outcomes[i]) continue;
      ++found.together;
      if (!same_bits(*outcomes[i], simulate(*platforms[i], points[i])))
        found.differences += label(points[i]) + " of " + points[i].collective +
                             ", p = " + std::to_string(points[i].processes) + ", count " +
                             std::to_string(points[i].count) + "; ";
    }
  }
  return found;
}

class Together : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(Together, GivesTheSameBitsAsAlone) {
  const auto [platform, network] = GetParam();
  const Found found = compare(platform, network);
  EXPECT_EQ(found.differences, "");
  EXPECT_GT(found.asked, 300U);
  EXPECT_GT(found.together, found.asked / 2);
}

INSTANTIATE_TEST_SUITE_P(Networks, Together,
                         ::testing::Values(std::pair("flat", "loggp"), std::pair("flat", "hockney"),
                                           std::pair("star", "loggp"), std::pair("cray_t3e", "hockney"),
                                           std::pair("star", "links"), std::pair("cray_t3e", "links"),
                                           std::pair("blue_gene_p", "links"), std::pair("sicortex", "links"),
                                           std::pair("fugaku_utofu", "links")));

/// Where senders of small messages do not wait, and ranks share memory.
TEST(PointsOfLumi, AreOftenAlone) {
  for (const char* network : {"hockney", "links"}) {
    const Found found = compare("lumi", network);
    EXPECT_EQ(found.differences, "");
    EXPECT_GT(found.together, found.asked / 10) << network;
    EXPECT_LT(found.together, found.asked / 2) << network;
  }
}

}  // namespace
}  // namespace collsim::fast
