#pragma once

#include <gtest/gtest.h>

#include <string>

#include "algorithms/facts/description.hpp"

namespace collsim::testing {

/// Names a test of each algorithm.
inline std::string test_name(const ::testing::TestParamInfo<const Description*>& info) {
  return info.param->collective + "_" + info.param->name;
}

}  // namespace collsim::testing
