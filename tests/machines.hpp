#pragma once

#include <map>
#include <string>

namespace collsim::testing {

/// What the numbers of a platform that comes with collsim come to, by hand. Times in microseconds, rates in MB/s.
struct Machine {
  int nodes, cores, links;  ///< links: most on a route
  double nearest, farthest;
  double halves, all_pairs;  ///< of a node; all_pairs 0: too many nodes
  double near, far;          ///< the narrowest link to the nearest and to the farthest node
};

// A node's share of what both halves exchange: of a torus with sides a, b and c, node i and i + abc/2 are c/2 hops apart in the
// last dimension, and c/2 such routes pass the busiest of its links; of a star, the node's own link. Where all of 8x8x8 send to
// all, a link carries the 64 routes of 1 + 2 + 3 + 4 hops along its dimension for each of the offsets that go its way.
inline const std::map<std::string, Machine> machines = {
    {"cray_t3e", {512, 1, 4 + 4 + 4, 0.06, 12 * 0.06, 480 / 4.0, 480 / 640.0 * 511, 480, 480}},
    // A router's two nodes, whose messages pass a link to it, what limits each, and one from it, share links twice as wide.
    {"cray_xe6", {6528, 24, 3 + 8 + 4 + 12, 0.105, (1 + 8 + 4 + 12) * 0.105, 2 * 2850 / 24.0, 0, 4750, 2850}},
    {"blue_waters",
     {1536, 32, 3 + 4 + 4 + 6, 0.105, (1 + 4 + 4 + 6) * 0.105, 2 * 2850 / 12.0, 0, 4750, 2850}},
    {"blue_gene_p", {4096, 4, 8 + 8 + 8, 0.08, 24 * 0.08, 374 / 8.0, 0, 374, 374}},
    {"fugaku", {512, 48, 12, 0.1, 12 * 0.1, 6119 / 4.0, 6119 / 640.0 * 511, 6119, 6119}},
    {"fugaku_utofu", {512, 48, 12, 0.1, 12 * 0.1, 6413 / 4.0, 6413 / 640.0 * 511, 6413, 6413}},
    // The 90 nodes of half a group share the trunk to another group; all 128; all 160 one to the core, which their ports do not fill.
    {"leonardo", {4140, 32, 5, 0.94, 1.2 + 0.25, 450e3 / 90, 0, 24000, 24000}},
    {"lumi", {3072, 64, 5, 1.35, 1.7 + 0.7, 500e3 / 128, 0, 11900, 11900}},
    {"mare_nostrum", {1120, 80, 6, 0.94, 1.2 + 2 * 0.2, 23880, 0, 23880, 23880}},
    // Five of the halves' routes meet on a link, and 1999 of all.
    {"sicortex", {972, 6, 6, 0.03, 6 * 0.03, 2000 / 5.0, 2000 / 1999.0 * 971, 2000, 2000}},
    {"orfeo_epyc", {2, 128, 2, 0.9, 0.9, 12300, 12300, 12300, 12300}},
    {"orfeo_thin", {2, 24, 2, 0.6, 0.6, 12200, 12200, 12200, 12200}},
    {"hamilton", {16, 24, 2, 6.9, 6.9, 2800, 2800, 2800, 2800}},
    {"ibm_sp_star", {144, 8, 2, 19, 19, 350, 350, 350, 350}},
    {"infiniband_star", {96, 2, 2, 1.5, 1.5, 1500, 1500, 1500, 1500}},
    {"ethernet_star", {96, 2, 2, 50, 50, 125, 125, 125, 125}},
    // Each end's bus counts as a link, and what passes it both ways shares it.
    {"myrinet_star", {256, 2, 4, 6.7, 6.7, 246, 421 / 2.0, 246, 246}},
    {"nec_sx8", {36, 8, 2, 5, 5, 16e3, 16e3, 16e3, 16e3}},
    {"star", {1024, 16, 2, 1, 1, 1000, 1000, 1000, 1000}},
    // The backbone carries every message at 1 GB/s, however many there are.
    {"star_of_nodes", {256, 16, 3, 1, 1, 1000, 1000 * 255, 1000, 1000}},
    {"flat", {1 << 20, 1, 2, 1, 1, 10e3, 0, 10e3, 10e3}},
};

/// The bandwidth of each way of two messages, from the nearest node and to it, that share a link or a bus.
inline const std::map<std::string, double> both_ways = {{"lumi", 11900 / 2.0}, {"myrinet_star", 421 / 2.0}};

/// What sender and receiver spend on a message together, and what it takes between nodes besides its links, in microseconds, and
/// by how much the protocol makes their latency longer.
struct Spent {
  double time = 0;
  double stretch = 1;
};

struct Software {
  Spent small, large;  ///< of 8 B, and of 64 MiB
  double arrival = 0;  ///< MB/s; 0: takes no time
};

/// The seconds of 8 B that are copied into a buffer and out of it.
constexpr double copied(double in, double out) {
  return 8 / in + 8 / out;
}

/// The machines whose software takes time.
inline const std::map<std::string, Software> software = {
    {"cray_t3e", {{4.9}, {4.9}, 800}},
    {"cray_xe6", {{4.08 + copied(4800, 6700)}, {13.6}}},
    {"blue_waters", {{4.08 + copied(4800, 6700)}, {13.6}}},
    {"blue_gene_p", {{2.7}, {2.7}}},
    {"fugaku", {{1.122 + 1.249}, {9.556 + 1.249}}},
    {"fugaku_utofu", {{2.753 + 1.41}, {2.753 + 7.287}}},
    {"leonardo", {{0.1 + 0.3 + copied(26810, 8429), 0.9805}, {0.1 + 0.3, 10.43}}},
    {"lumi", {{0.2 + 0.934, 1.404}, {0.2 + 0.934, 8.171}}},
    {"mare_nostrum", {{0.09724 + 0.2986 + copied(31590, 8121), 1.393}, {0.09724 + 0.2986, 8.728}}},
    {"sicortex", {{0.97}, {0.97}}},
    {"orfeo_epyc", {{0.88}, {0.88}}},
    {"orfeo_thin", {{0.41}, {2.73}}},
    {"flat", {{0.2 + 0.2}, {0.2 + 0.2}}},
};

}  // namespace collsim::testing
