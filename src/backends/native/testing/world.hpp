#pragma once

#include "backends/native/job.hpp"

namespace collsim::testing {

/// The job that runs the tests: every rank runs every test, and rank 0 reports.
const Job& job();

}  // namespace collsim::testing
