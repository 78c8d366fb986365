#include <mpi.h>

#include <cstdint>
#include <cstdio>
#include <vector>

// A program that calls MPI 4's names with large counts: each collective once on three elements of a rank or to a rank, and what
// is more than an int of them.

namespace {

int wrong = 0, rank = 0, p = 1;
const MPI_Comm all = MPI_COMM_WORLD;
constexpr int few = 3;

void expect(bool right, const char* what) {
  if (right) return;
  std::fprintf(stderr, "wrong: %s\n", what);
  wrong = 1;
}

/// What rank `from` has for rank `to`.
std::int64_t element(int from, int to, int index) {
  return 100 * from + 10 * to + index;
}

/// Blocks of three, as counts and as places with a hole of one element behind each.
std::vector<MPI_Count> counts() {
  return std::vector<MPI_Count>(static_cast<std::size_t>(p), few);
}
std::vector<MPI_Aint> places() {
  std::vector<MPI_Aint> found;
  for (int i = 0; i < p; ++i) found.push_back(i * (few + 1));
  return found;
}

using Elements = std::vector<std::int64_t>;

/// A block for each rank, `width` elements apart; from(i) and to(i) say who has block i for whom.
template <class From, class To>
Elements blocks(int width, From from, To to) {
  Elements made(static_cast<std::size_t>(width * p), -1);
  for (int i = 0; i < p; ++i)
    for (int k = 0; k < few; ++k) made[static_cast<std::size_t>(i * width + k)] = element(from(i), to(i), k);
  return made;
}
int own(int) {
  return rank;
}
int its(int i) {
  return i;
}
int root(int) {
  return 0;
}

Elements nothing(int width) {
  return Elements(static_cast<std::size_t>(width * p), -1);
}

void move_equal_blocks(MPI_Datatype type) {
  const int width = few;
  const Elements mine = blocks(width, own, root);
  Elements got = nothing(width);
  MPI_Allgather_c(mine.data(), few, MPI_INT64_T, got.data(), 1, type, all);
  expect(got == blocks(width, its, root), "allgather");
  got = nothing(width);
  MPI_Gather_c(mine.data(), 1, type, got.data(), few, MPI_INT64_T, 0, all);
  expect(got == (rank == 0 ? blocks(width, its, root) : nothing(width)), "gather");
  const Elements out = blocks(width, own, its);
  got = nothing(width);
  MPI_Alltoall_c(out.data(), few, MPI_INT64_T, got.data(), few, MPI_INT64_T, all);
  expect(got == blocks(width, its, own), "alltoall");
  Elements part(few, -1);
  MPI_Scatter_c(out.data(), few, MPI_INT64_T, part.data(), 1, type, 0, all);
  for (int k = 0; k < few; ++k) expect(part[static_cast<std::size_t>(k)] == element(0, rank, k), "scatter");
  part.assign(few, rank == 0 ? 7 : -1);
  MPI_Bcast_c(part.data(), rank == 0 ? few : 1, rank == 0 ? MPI_INT64_T : type, 0, all);
  expect(part == Elements(few, 7), "bcast");
}

void move_unequal_blocks() {
  const int width = few + 1;
  const auto n = counts();
  const auto at = places();
  const Elements mine = blocks(width, own, root);
  Elements got = nothing(width);
  MPI_Allgatherv_c(mine.data(), few, MPI_INT64_T, got.data(), n.data(), at.data(), MPI_INT64_T, all);
  expect(got == blocks(width, its, root), "allgatherv");
  got = nothing(width);
  MPI_Gatherv_c(mine.data(), few, MPI_INT64_T, got.data(), n.data(), at.data(), MPI_INT64_T, 0, all);
  expect(got == (rank == 0 ? blocks(width, its, root) : nothing(width)), "gatherv");
  const Elements out = blocks(width, own, its);
  got = nothing(width);
  MPI_Alltoallv_c(out.data(), n.data(), at.data(), MPI_INT64_T, got.data(), n.data(), at.data(), MPI_INT64_T,
                  all);
  expect(got == blocks(width, its, own), "alltoallv");
  Elements part(few, -1);
  MPI_Scatterv_c(out.data(), n.data(), at.data(), MPI_INT64_T, part.data(), few, MPI_INT64_T, 0, all);
  for (int k = 0; k < few; ++k) expect(part[static_cast<std::size_t>(k)] == element(0, rank, k), "scatterv");
}

/// Of ranks below `ranks`, each of which has its number and one.
std::int64_t sum(int ranks) {
  return ranks * (ranks + 1) / 2;
}

void combine() {
  const Elements mine(static_cast<std::size_t>(few * p), rank + 1);
  const Elements whole(few, sum(p)), before(few, rank == 0 ? -1 : sum(rank)), to_here(few, sum(rank + 1));
  Elements got(few, -1);
  MPI_Allreduce_c(mine.data(), got.data(), few, MPI_INT64_T, MPI_SUM, all);
  expect(got == whole, "allreduce");
  got.assign(few, -1);
  MPI_Reduce_c(mine.data(), got.data(), few, MPI_INT64_T, MPI_SUM, 0, all);
  expect(got == (rank == 0 ? whole : Elements(few, -1)), "reduce");
  got.assign(few, -1);
  MPI_Scan_c(mine.data(), got.data(), few, MPI_INT64_T, MPI_SUM, all);
  expect(got == to_here, "scan");
  got.assign(few, -1);
  MPI_Exscan_c(mine.data(), got.data(), few, MPI_INT64_T, MPI_SUM, all);
  expect(got == before, "exscan");
  got.assign(few, -1);
  MPI_Reduce_scatter_c(mine.data(), got.data(), counts().data(), MPI_INT64_T, MPI_SUM, all);
  expect(got == whole, "reduce_scatter");
  got.assign(few, -1);
  MPI_Reduce_scatter_block_c(mine.data(), got.data(), few, MPI_INT64_T, MPI_SUM, all);
  expect(got == whole, "reduce_scatter_block");
}

/// More than an int of bytes and of elements. Alone, no rank touches the buffer.
void pass_on() {
  double data = 0;
  expect(MPI_Bcast_c(&data, MPI_Count{1} << 32, MPI_DOUBLE, 0, MPI_COMM_SELF) == MPI_SUCCESS, "large bcast");
  expect(MPI_Bcast_c(&data, MPI_Count{1} << 61, MPI_DOUBLE, 0, MPI_COMM_SELF) == MPI_SUCCESS, "huge bcast");
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(all, &rank);
  MPI_Comm_size(all, &p);
  MPI_Datatype type;  // MPI_Type_get_envelope refuses it
  MPI_Type_contiguous_c(few, MPI_INT64_T, &type);
  MPI_Type_commit(&type);
  move_equal_blocks(type);
  move_unequal_blocks();
  combine();
  pass_on();
  MPI_Type_free(&type);
  MPI_Finalize();
  return wrong;
}
