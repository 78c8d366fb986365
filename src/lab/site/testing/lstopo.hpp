#pragma once

#include <gtest/gtest.h>
#include <hwloc.h>

#include <string>

namespace collsim::testing {

/// What lstopo --of xml writes on a node that hwloc describes so, "package:2 l3:4 core:4 pu:1".
inline std::string lstopo_of(const char* synthetic) {
  hwloc_topology_t topology = nullptr;
  hwloc_topology_init(&topology);
  EXPECT_EQ(hwloc_topology_set_synthetic(topology, synthetic), 0) << synthetic;
  hwloc_topology_load(topology);
  char* xml = nullptr;
  int size = 0;
  hwloc_topology_export_xmlbuffer(topology, &xml, &size, 0);
  const std::string text(xml);
  hwloc_free_xmlbuffer(topology, xml);
  hwloc_topology_destroy(topology);
  return text;
}

}  // namespace collsim::testing
