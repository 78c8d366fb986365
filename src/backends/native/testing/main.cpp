#include <gtest/gtest.h>

#include <optional>

#include "backends/native/testing/world.hpp"

namespace collsim::testing {
namespace {
std::optional<Job> the_job;
}

const Job& job() {
  return *the_job;
}

int run_tests(int argc, char** argv) {
  the_job.emplace(&argc, &argv);
  ::testing::InitGoogleTest(&argc, argv);
  // Rank 0 tells how it goes; of the others one hears in case of failure only.
  auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
  if (job().rank() != 0) {
    delete listeners.Release(listeners.default_result_printer());
    struct Failures : ::testing::EmptyTestEventListener {
      void OnTestPartResult(const ::testing::TestPartResult& result) override {
        if (result.failed()) fprintf(stderr, "rank %d: %s\n", job().rank(), result.message());
      }
    };
    listeners.Append(new Failures);
  }
  const int status = RUN_ALL_TESTS();
  the_job.reset();
  return status;
}

}  // namespace collsim::testing

int main(int argc, char** argv) {
  return collsim::testing::run_tests(argc, argv);
}
