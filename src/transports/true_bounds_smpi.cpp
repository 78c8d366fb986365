#include <algorithm>
#include <limits>
#include <vector>

#include "transports/mpi_handles.hpp"
#include "transports/true_bounds.hpp"

namespace collsim {
namespace {

/// What types a type is made of, and how.
struct Contents {
  int combiner = MPI_COMBINER_NAMED;
  std::vector<int> integers;
  std::vector<MPI_Aint> addresses;
  std::vector<MPI_Datatype> types;
};

Contents contents_of(MPI_Datatype type) {
  int integers = 0, addresses = 0, types = 0;
  Contents all;
  check_mpi(PMPI_Type_get_envelope(type, &integers, &addresses, &types, &all.combiner),
            "MPI_Type_get_envelope");
  if (all.combiner == MPI_COMBINER_NAMED) return all;
  all.integers.resize(static_cast<std::size_t>(integers));
  all.addresses.resize(static_cast<std::size_t>(addresses));
  all.types.resize(static_cast<std::size_t>(types));
  check_mpi(PMPI_Type_get_contents(type, integers, addresses, types, all.integers.data(),
                                   all.addresses.data(), all.types.data()),
            "MPI_Type_get_contents");
  return all;
}

MPI_Aint extent_of(MPI_Datatype type) {
  MPI_Aint lower_bound = 0, extent = 0;
  check_mpi(PMPI_Type_get_extent(type, &lower_bound, &extent), "MPI_Type_get_extent");
  return extent;
}

/// From the lowest byte of data to behind the highest; nothing yet: lower > upper.
struct Reach {
  MPI_Aint lower = std::numeric_limits<MPI_Aint>::max(), upper = std::numeric_limits<MPI_Aint>::min();

  void include(MPI_Aint at, const Reach& other) {
    if (other.lower > other.upper) return;
    lower = std::min(lower, at + other.lower);
    upper = std::max(upper, at + other.upper);
  }
};

Reach reach_of(MPI_Datatype type);

/// Elements of a type one extent apart.
struct ElementRun {
  MPI_Aint at;
  MPI_Aint elements;
  MPI_Datatype type;
};

/// The runs that decide how far a type reaches. SMPI makes every other type of these: a resized one is a structure, and a
/// structure says that it is indexed, with addresses.
std::vector<ElementRun> runs_of(const Contents& type) {
  const auto& [combiner, integers, addresses, types] = type;
  if (combiner == MPI_COMBINER_DUP) return {{0, 1, types[0]}};
  if (combiner == MPI_COMBINER_CONTIGUOUS) return {{0, integers[0], types[0]}};
  if (combiner == MPI_COMBINER_VECTOR || combiner == MPI_COMBINER_HVECTOR) {
    const MPI_Aint stride = addresses.empty() ? integers[2] * extent_of(types[0]) : addresses[0];
    if (integers[0] == 0) return {};
    return {{0, integers[1], types[0]}, {(integers[0] - 1) * stride, integers[1], types[0]}};
  }
  std::vector<ElementRun> runs;
  const auto number = static_cast<std::size_t>(integers[0]);
  for (std::size_t i = 0; i < number; ++i) {
    const MPI_Datatype of = types[std::min(i, types.size() - 1)];
    const MPI_Aint at = addresses.empty() ? integers[1 + number + i] * extent_of(of) : addresses[i];
    runs.push_back({at, integers[1 + i], of});
  }
  return runs;
}

Reach reach_of(MPI_Datatype type) {
  MPI_Count size = 0;
  check_mpi(PMPI_Type_size_x(type, &size), "MPI_Type_size_x");
  Contents contents = contents_of(type);
  Reach reach;
  if (contents.combiner == MPI_COMBINER_NAMED) {
    if (size > 0) reach = {0, extent_of(type)};
    return reach;
  }
  for (const auto& [at, elements, part] : runs_of(contents)) {
    if (elements == 0) continue;
    const Reach of_part = reach_of(part);
    reach.include(at, of_part);
    reach.include(at + (elements - 1) * extent_of(part), of_part);
  }
  for (MPI_Datatype& part : contents.types)
    if (contents_of(part).combiner != MPI_COMBINER_NAMED) check_mpi(PMPI_Type_free(&part), "MPI_Type_free");
  return reach;
}

}  // namespace

/// SMPI 3.32 says of MPI_Type_get_true_extent what bounds the type was given, so that its contents are asked.
TrueBounds true_bounds(MPI_Datatype type) {
  const Reach reach = reach_of(type);
  if (reach.lower > reach.upper) return {0, 0};
  return {reach.lower, reach.upper - reach.lower};
}

}  // namespace collsim
