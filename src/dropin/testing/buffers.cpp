#include "dropin/testing/buffers.hpp"

#include <numeric>

namespace collsim::testing {
namespace {

MPI_Datatype committed(MPI_Datatype type) {
  MPI_Type_commit(&type);
  return type;
}

std::vector<Form> make_forms() {
  MPI_Datatype pair, spread, below, swapped, backwards, copy;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_create_resized(MPI_INT, 0, 3 * sizeof(int), &spread);
  const int lengths[] = {1, 1};
  const MPI_Aint lower[] = {-2 * MPI_Aint{sizeof(int)}, MPI_Aint{sizeof(int)}};
  MPI_Type_create_hindexed(2, lengths, lower, MPI_INT, &below);
  const int places[] = {1, 0};
  MPI_Type_indexed(2, lengths, places, MPI_INT, &swapped);
  MPI_Type_vector(2, 1, -2, MPI_INT, &backwards);
  MPI_Type_dup(MPI_INT, &copy);
  return {{"int", MPI_INT, 1},
          {"pair", committed(pair), 2},
          {"spread", committed(spread), 1},
          {"below", committed(below), 2},
          {"swapped", committed(swapped), 2},
          {"backwards", committed(backwards), 2},
          {"copy", copy, 1}};
}

MPI_Comm split(int color, int key) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, color, key, &comm);
  return comm;
}

}  // namespace

const std::vector<Form>& forms() {
  static const std::vector<Form> all = make_forms();
  return all;
}

const Form& form_of(int rank, int turn) {
  return forms()[static_cast<std::size_t>(rank + turn) % forms().size()];
}

Memory::Memory(int seed) : ints_(2048) {
  std::iota(ints_.begin(), ints_.end(), seed * 10000);
}

int rank_in(MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

int size_of(MPI_Comm comm) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  return size;
}

const std::vector<MPI_Comm>& communicators() {
  static const std::vector<MPI_Comm> all = [] {
    const int rank = rank_in(MPI_COMM_WORLD);
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    std::vector<MPI_Comm> made = {MPI_COMM_WORLD, copy, split(rank == 0 ? 0 : 1, rank), split(0, -rank),
                                  MPI_COMM_SELF};
    return made;
  }();
  return all;
}

}  // namespace collsim::testing
