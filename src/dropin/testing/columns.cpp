#include <mpi.h>

#include <cstdio>
#include <vector>

// A program that reduces columns of a matrix, for mpirun and for smpirun: neighbouring columns are one number apart, and each
// reaches over all rows.

constexpr int rows = 3, columns = 20;
static int wrong = 0, rank, p;

struct Matrix {
  std::vector<int> numbers;
  /// The rank's own where `of` is one; else nobody's.
  explicit Matrix(int of = -1) {
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column)
        numbers.push_back(of < 0 ? -1 : value(of, row, column));
  }
  static int value(int of, int row, int column) { return (of + 1) * (100 * row + column + 1); }
  int& at(int row, int column) { return numbers[static_cast<std::size_t>(row * columns + column)]; }
  /// The sum of the first ranks in `count` columns, those from `from` on.
  void put_sum(int ranks, int count, int from = 0) {
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < count; ++column) {
        at(row, column) = 0;
        for (int other = 0; other < ranks; ++other) at(row, column) += value(other, row, from + column);
      }
  }
};

static void add(void* in, void* inout, int* count, MPI_Datatype*) {
  for (int i = 0; i < *count; ++i)
    for (int row = 0; row < rows; ++row)
      static_cast<int*>(inout)[row * columns + i] += static_cast<int*>(in)[row * columns + i];
}

static void expect(Matrix& is, const Matrix& right, const char* what, int count) {
  if (is.numbers == right.numbers) return;
  std::fprintf(stderr, "wrong: %s of %d columns\n", what, count);
  wrong = 1;
}

static void reduce(int n, MPI_Datatype column, MPI_Op sum) {
  Matrix own(rank), all, expected, in_place(rank), before, up_to;
  expected.put_sum(p, n);
  up_to.put_sum(rank + 1, n);
  if (rank > 0) before.put_sum(rank, n);
  MPI_Allreduce(own.numbers.data(), all.numbers.data(), n, column, sum, MPI_COMM_WORLD);
  expect(all, expected, "allreduce", n);
  MPI_Allreduce(MPI_IN_PLACE, in_place.numbers.data(), n, column, sum, MPI_COMM_WORLD);
  Matrix expected_in_place(rank);
  expected_in_place.put_sum(p, n);
  expect(in_place, expected_in_place, "allreduce in place", n);
  for (int root = 0; root < p; ++root) {
    Matrix at_root;
    MPI_Reduce(own.numbers.data(), at_root.numbers.data(), n, column, sum, root, MPI_COMM_WORLD);
    expect(at_root, rank == root ? expected : Matrix(), "reduce", n);
  }
  Matrix scanned, exscanned;
  MPI_Scan(own.numbers.data(), scanned.numbers.data(), n, column, sum, MPI_COMM_WORLD);
  expect(scanned, up_to, "scan", n);
  MPI_Exscan(own.numbers.data(), exscanned.numbers.data(), n, column, sum, MPI_COMM_WORLD);
  if (rank > 0) expect(exscanned, before, "exscan", n);
  expect(own, Matrix(rank), "what is sent", n);
}

static void reduce_scatter(int block, MPI_Datatype column, MPI_Op sum) {
  Matrix own(rank), mine, expected, varied, expected_varied;
  expected.put_sum(p, block, rank * block);
  MPI_Reduce_scatter_block(own.numbers.data(), mine.numbers.data(), block, column, sum, MPI_COMM_WORLD);
  expect(mine, expected, "reduce_scatter_block", block);
  std::vector<int> counts(static_cast<std::size_t>(p), block);
  counts[0] = 0;
  if (rank > 0) expected_varied.put_sum(p, block, (rank - 1) * block);
  MPI_Reduce_scatter(own.numbers.data(), varied.numbers.data(), counts.data(), column, sum, MPI_COMM_WORLD);
  expect(varied, expected_varied, "reduce_scatter", block);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &p);
  MPI_Datatype whole, column;
  MPI_Type_vector(rows, 1, columns, MPI_INT, &whole);
  MPI_Type_create_resized(whole, 0, sizeof(int), &column);
  MPI_Type_commit(&column);
  MPI_Op sum;
  MPI_Op_create(add, 1, &sum);
  for (const int n : {0, 1, columns / p, columns / p + 1, columns}) reduce(n, column, sum);
  for (int block = 0; block * p <= columns; ++block) reduce_scatter(block, column, sum);
  MPI_Op_free(&sum);
  MPI_Type_free(&column);
  MPI_Type_free(&whole);
  MPI_Finalize();
  return wrong;
}
