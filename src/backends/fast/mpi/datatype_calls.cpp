/// MPI's functions that make, describe and free datatypes.
#include <cstdint>
#include <limits>
#include <memory>

#include "backends/fast/mpi/datatype.hpp"

using collsim::fast::Datatype;
using collsim::fast::TypeMap;

namespace {

/// Gives `type` the type that `fill` makes of an empty map, or returns fill's error.
template <class Fill>
int create(MPI_Datatype* type, Fill fill) {
  if (!type) return MPI_ERR_ARG;
  try {
    TypeMap map;
    if (const int error = fill(map); error != MPI_SUCCESS) return error;
    auto made = std::make_unique<Datatype>(std::move(map));
    intrusive_ptr_add_ref(made.get());
    *type = made.release();
    return MPI_SUCCESS;
  } catch (const TypeMap::BadLayout&) {
    return MPI_ERR_ARG;
  }
}

/// `count` parts: `length(i)` elements of `old`, the first `displacement(i)` times `unit` bytes away.
template <class Length, class Displacement>
int create_of_parts(int count, Length length, Displacement displacement, MPI_Aint unit, MPI_Datatype old,
                    MPI_Datatype* type) {
  if (count < 0) return MPI_ERR_COUNT;
  if (!old) return MPI_ERR_TYPE;
  return create(type, [&](TypeMap& map) -> int {
    for (int i = 0; i < count; ++i) {
      if (length(i) < 0) return MPI_ERR_ARG;
      map.append(TypeMap::times(displacement(i), unit), length(i), *old);
    }
    return MPI_SUCCESS;
  });
}

/// The same, told by arrays; without `lengths`, all parts have the same.
int create_indexed(int count, const int* lengths, int length, const auto* displacements, MPI_Aint unit,
                   MPI_Datatype old, MPI_Datatype* type) {
  if (count > 0 && !displacements) return MPI_ERR_ARG;
  return create_of_parts(
      count, [&](int i) { return lengths ? lengths[i] : length; }, [&](int i) { return displacements[i]; },
      unit, old, type);
}

MPI_Aint extent_of(MPI_Datatype type) {
  return type ? type->extent() : 0;
}

}  // namespace

int PMPI_Type_contiguous(int count, MPI_Datatype old, MPI_Datatype* type) {
  if (count < 0) return MPI_ERR_COUNT;
  return PMPI_Type_create_hvector(1, count, 0, old, type);
}

int PMPI_Type_vector(int count, int length, int stride, MPI_Datatype old, MPI_Datatype* type) {
  return create_of_parts(
      count, [&](int) { return length; }, [&](int i) { return std::int64_t{stride} * i; }, extent_of(old),
      old, type);
}

int PMPI_Type_create_hvector(int count, int length, MPI_Aint stride, MPI_Datatype old, MPI_Datatype* type) {
  return create_of_parts(
      count, [&](int) { return length; }, [](int i) { return i; }, stride, old, type);
}

int PMPI_Type_indexed(int count, const int* lengths, const int* displacements, MPI_Datatype old,
                      MPI_Datatype* type) {
  if (count > 0 && !lengths) return MPI_ERR_ARG;
  return create_indexed(count, lengths, 0, displacements, extent_of(old), old, type);
}

int PMPI_Type_create_hindexed(int count, const int* lengths, const MPI_Aint* displacements, MPI_Datatype old,
                              MPI_Datatype* type) {
  if (count > 0 && !lengths) return MPI_ERR_ARG;
  return create_indexed(count, lengths, 0, displacements, 1, old, type);
}

int PMPI_Type_create_indexed_block(int count, int length, const int* displacements, MPI_Datatype old,
                                   MPI_Datatype* type) {
  if (length < 0) return MPI_ERR_ARG;
  return create_indexed(count, nullptr, length, displacements, extent_of(old), old, type);
}

int PMPI_Type_create_struct(int count, const int* lengths, const MPI_Aint* displacements,
                            const MPI_Datatype* olds, MPI_Datatype* type) {
  if (count < 0) return MPI_ERR_COUNT;
  if (count > 0 && (!lengths || !displacements || !olds)) return MPI_ERR_ARG;
  return create(type, [&](TypeMap& map) -> int {
    for (int i = 0; i < count; ++i) {
      if (lengths[i] < 0) return MPI_ERR_ARG;
      if (!olds[i]) return MPI_ERR_TYPE;
      map.append(displacements[i], lengths[i], *olds[i]);
    }
    return MPI_SUCCESS;
  });
}

int PMPI_Type_create_resized(MPI_Datatype old, MPI_Aint lower_bound, MPI_Aint extent, MPI_Datatype* type) {
  if (!old) return MPI_ERR_TYPE;
  return create(type, [&](TypeMap& map) -> int {
    map.append(0, 1, *old);
    map.resize(lower_bound, extent);
    return MPI_SUCCESS;
  });
}

int PMPI_Type_dup(MPI_Datatype old, MPI_Datatype* type) {
  const int error = PMPI_Type_contiguous(1, old, type);
  if (error == MPI_SUCCESS && old->committed()) (*type)->commit();
  return error;
}

int PMPI_Type_commit(MPI_Datatype* type) {
  if (!type) return MPI_ERR_ARG;
  if (!*type) return MPI_ERR_TYPE;
  (*type)->commit();
  return MPI_SUCCESS;
}

int PMPI_Type_free(MPI_Datatype* type) {
  if (!type) return MPI_ERR_ARG;
  if (!*type || (*type)->predefined()) return MPI_ERR_TYPE;
  intrusive_ptr_release(*type);
  *type = MPI_DATATYPE_NULL;
  return MPI_SUCCESS;
}

int PMPI_Type_size(MPI_Datatype type, int* bytes) {
  if (!type) return MPI_ERR_TYPE;
  if (!bytes) return MPI_ERR_ARG;
  *bytes = type->size() > std::numeric_limits<int>::max() ? MPI_UNDEFINED : static_cast<int>(type->size());
  return MPI_SUCCESS;
}

int PMPI_Type_size_x(MPI_Datatype type, MPI_Count* bytes) {
  if (!type) return MPI_ERR_TYPE;
  if (!bytes) return MPI_ERR_ARG;
  *bytes = type->size();
  return MPI_SUCCESS;
}

int PMPI_Type_get_extent(MPI_Datatype type, MPI_Aint* lower_bound, MPI_Aint* extent) {
  if (!type) return MPI_ERR_TYPE;
  if (!lower_bound || !extent) return MPI_ERR_ARG;
  *lower_bound = type->lower_bound();
  *extent = type->extent();
  return MPI_SUCCESS;
}

int PMPI_Type_get_true_extent(MPI_Datatype type, MPI_Aint* lower_bound, MPI_Aint* extent) {
  if (!type) return MPI_ERR_TYPE;
  if (!lower_bound || !extent) return MPI_ERR_ARG;
  *lower_bound = type->true_lower_bound();
  *extent = type->true_extent();
  return MPI_SUCCESS;
}
