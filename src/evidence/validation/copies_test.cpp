/// What algorithms copy beside what the source does that was measured: it tells apart algorithms of equal traffic.
#include <gtest/gtest.h>

#include <string>

#include "algorithms/facts/description.hpp"
#include "evidence/validation/counterparts.hpp"
#include "evidence/validation/measured_cells.hpp"
#include "points/choice.hpp"

namespace collsim {
namespace {

/// Copies on the critical path, as libbine of PICO (413bc5d, `over`), Open MPI and MPICH make them where buffers are apart: so many
/// times the whole vector, and blocks of a rank. Whose own block is displaced gets it by a message, and copies it where it is its own.
struct Published {
  std::string collective, algorithm;
  int vectors, blocks;
};

void PrintTo(const Published& published, std::ostream* out) {
  *out << published.collective << ' ' << published.algorithm;
}

class Copies : public ::testing::TestWithParam<Published> {};

TEST_P(Copies, AreThoseOfThePublishedSource) {
  const auto& [collective, algorithm, vectors, blocks] = GetParam();
  const MeasuredCounterpart ours =
      Counterparts((measured_folder() / "algorithms.json").string()).counterpart_of(collective, algorithm);
  ASSERT_FALSE(ours.choice.empty()) << ours.why_none;
  const auto choices = choose(ours.collective, ours.choice);
  ASSERT_EQ(choices.size(), 1U);
  constexpr int processes = 64, elements = 1024;
  constexpr std::int64_t block = 8 * elements;
  const Shape shape{.processes = processes, .count = processes * elements, .type_size = 8};
  std::int64_t copied = 0;
  for (const Stage& stage : choices[0].about->cost(shape, choices[0].options)) copied += stage.copied;
  EXPECT_EQ(copied, vectors * processes * block + blocks * block) << ours.choice;
}

INSTANTIATE_TEST_SUITE_P(
    OfEqualTraffic, Copies,
    ::testing::Values(
        Published{"reduce_scatter", "recursive_halving_over", 1, 1},
        Published{"reduce_scatter", "recursive_distance_doubling_over", 1, 1},
        Published{"reduce_scatter", "ring_over", 1, 1}, Published{"reduce_scatter", "butterfly_over", 1, 1},
        Published{"reduce_scatter", "bine_send_remap_over", 1, 1},
        Published{"reduce_scatter", "bine_permute_remap_over", 1, 1},
        Published{"reduce_scatter", "recursive_halving_ompi", 1, 1},
        Published{"reduce_scatter", "recursive_halving_mpich", 1, 1},
        Published{"reduce_scatter", "ring_ompi", 1, 1},
        Published{"reduce_scatter", "non_commutative_mpich", 1, 1},
        Published{"allgather", "recursive_doubling_over", 0, 1},
        Published{"allgather", "recursive_doubling_ompi", 0, 1},
        Published{"allgather", "recursive_doubling_mpich", 0, 1}, Published{"allgather", "ring_ompi", 0, 1},
        Published{"allgather", "ring_mpich", 0, 1}, Published{"allgather", "neighbor_ompi", 0, 1},
        Published{"allgather", "brucks_mpich", 1, 1}, Published{"allgather", "bruck_ompi", 2, 0},
        Published{"allgather", "ring_over", 0, 1}, Published{"allgather", "sparbit_over", 0, 1},
        Published{"allgather", "k_bruck_over", 2, 0},
        Published{"allgather", "bine_block_by_block_over", 0, 1},
        Published{"allgather", "bine_2_blocks_over", 0, 1},
        Published{"allgather", "bine_send_remap_over", 0, 1},
        Published{"allgather", "bine_permute_remap_over", 1, 1}),
    [](const auto& info) { return info.param.collective + "_" + info.param.algorithm; });

}  // namespace
}  // namespace collsim
