#pragma once

#include <mpi.h>

#include <string>
#include <vector>

namespace collsim::testing {

/// A way to name the same ints: `ints` of them in an element of `type`.
struct Form {
  std::string name;
  MPI_Datatype type;
  int ints;
};

/// Ints as they lie, with holes, below the buffer's start, from the last to the first, ...: one or two in an
/// element.
const std::vector<Form>& forms();
/// The form that a rank takes in a test's `turn`: ranks differ.
const Form& form_of(int rank, int turn);

/// Memory around a buffer that a form may reach into, before and behind; every int is different, by `seed`.
class Memory {
 public:
  explicit Memory(int seed);
  int* start() { return ints_.data() + ints_.size() / 2; }
  bool operator==(const Memory&) const = default;

 private:
  std::vector<int> ints_;
};

int rank_in(MPI_Comm comm);
int size_of(MPI_Comm comm);

/// The job, a duplicate of it, rank 0 and the rest, the job in reversed order, this rank alone.
const std::vector<MPI_Comm>& communicators();

}  // namespace collsim::testing
