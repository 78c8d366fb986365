#include "platforms/survey.hpp"

#include <gmock/gmock.h>

#include <map>

namespace collsim {
namespace {

using ::testing::DoubleNear;

struct Machine {
  int nodes, cores, links;
  double nearest, farthest;  ///< microseconds
  double halves, all_pairs;  ///< of a node, MB/s; 0: too many nodes
};

// A node's share of what both halves exchange: of a torus with sides a, b and c, node i and i + abc/2 are c/2 hops apart in the
// last dimension, and c/2 such routes pass the busiest of its links; of a star, the node's own link. Where all of 8x8x8 send to
// all, a link carries the 64 routes of 1 + 2 + 3 + 4 hops along its dimension for each of the offsets that go its way.
const std::map<std::string, Machine> machines = {
    {"cray_t3e", {512, 1, 4 + 4 + 4, 0.06, 12 * 0.06, 480 / 4.0, 480 / 640.0 * 511}},
    // A router's two nodes, whose messages pass a link to it, what limits each, and one from it, share links twice as wide.
    {"cray_xe6", {6528, 24, 3 + 8 + 4 + 12, 0.105, (1 + 8 + 4 + 12) * 0.105, 2 * 2850 / 24.0, 0}},
    {"blue_gene_p", {4096, 4, 8 + 8 + 8, 0.08, 24 * 0.08, 374 / 8.0, 0}},
    {"fugaku", {512, 48, 12, 0.1, 12 * 0.1, 6119 / 4.0, 6119 / 640.0 * 511}},
    {"fugaku_utofu", {512, 48, 12, 0.1, 12 * 0.1, 6380 / 4.0, 6380 / 640.0 * 511}},
    // The 90 nodes of half a group share the trunk to another group; all 128; all 256 one to the core.
    {"leonardo", {4140, 32, 3, 1.2, 1.2 + 0.4, 450e3 / 90, 0}},
    {"lumi", {3072, 64, 3, 1.7, 1.7 + 0.7, 250e3 / 128, 0}},
    {"mare_nostrum", {2048, 112, 4, 1.2, 1.2 + 2 * 0.3, 5000e3 / 256, 0}},
    // Five of the halves' routes meet on a link, and 1999 of all.
    {"sicortex", {972, 6, 6, 0.03, 6 * 0.03, 2000 / 5.0, 2000 / 1999.0 * 971}},
    {"hamilton", {16, 24, 2, 6.9, 6.9, 2800, 2800}},
    {"ibm_sp_star", {144, 8, 2, 19, 19, 350, 350}},
    {"infiniband_star", {96, 2, 2, 1.5, 1.5, 1500, 1500}},
    {"ethernet_star", {96, 2, 2, 50, 50, 125, 125}},
    // Each end's bus counts as a link, and what passes it both ways shares it.
    {"myrinet_star", {256, 2, 4, 6.7, 6.7, 246, 421 / 2.0}},
    {"nec_sx8", {36, 8, 2, 5, 5, 16e3, 16e3}},
    {"star", {1024, 16, 2, 1, 1, 1000, 1000}},
    // The backbone carries every message at 1 GB/s, however many there are.
    {"star_of_nodes", {256, 16, 3, 1, 1, 1000, 1000 * 255}},
    {"flat", {1 << 20, 1, 2, 1, 1, 10e3, 0}},
};

TEST(Survey, OfEveryPlatform) {
  for (const auto& name : platform_names()) {
    SCOPED_TRACE(name);
    ASSERT_TRUE(machines.contains(name));
    const Machine& wanted = machines.at(name);
    const Platform platform = Platform::load(name);
    const Survey found = survey(platform);
    EXPECT_EQ(platform.nodes(), wanted.nodes);
    EXPECT_EQ(platform.cores(), wanted.cores);
    EXPECT_EQ(found.links, wanted.links);
    EXPECT_THAT(found.nearest * 1e6, DoubleNear(wanted.nearest, 1e-9));
    EXPECT_THAT(found.farthest * 1e6, DoubleNear(wanted.farthest, 1e-9));
    EXPECT_THAT(found.halves / 1e6, DoubleNear(wanted.halves, 1e-6));
    EXPECT_THAT(found.all_pairs / 1e6, DoubleNear(wanted.all_pairs, 1e-6));
  }
}

}  // namespace
}  // namespace collsim
