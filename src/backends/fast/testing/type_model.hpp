/// Datatypes told by the definition, one byte at a time, to judge the engine's by.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "backends/fast/mpi/datatype.hpp"

namespace collsim::fast::testing {

struct TypeModel {
  std::vector<std::int64_t> bytes;  ///< offset of every byte of data, in the order of messages
  std::vector<std::pair<std::int64_t, std::int64_t>> marks;  ///< bounds that were set, of all elements
  std::int64_t alignment = 1;
};

/// Size, lower bound, extent, true lower bound and true extent.
inline std::array<std::int64_t, 5> numbers(const TypeModel& model) {
  std::int64_t lower = 0;
  std::int64_t upper = 0;
  if (!model.bytes.empty()) {
    lower = *std::ranges::min_element(model.bytes);
    upper = *std::ranges::max_element(model.bytes) + 1;
  }
  const auto size = std::ssize(model.bytes);
  if (model.marks.empty()) {
    std::int64_t extent = upper - lower;
    while (extent % model.alignment != 0) ++extent;
    return {size, lower, extent, lower, upper - lower};
  }
  std::int64_t first = model.marks[0].first;
  std::int64_t last = model.marks[0].second;
  for (const auto& [begin, end] : model.marks) {
    first = std::min(first, begin);
    last = std::max(last, end);
  }
  return {size, first, last - first, lower, upper - lower};
}

/// Adds `count` elements of `old`, one extent apart, the first at `offset`.
inline void add(TypeModel& model, std::int64_t offset, int count, const TypeModel& old) {
  const std::int64_t extent = numbers(old)[2];
  for (int i = 0; i < count; ++i) {
    const std::int64_t at = offset + i * extent;
    for (const std::int64_t byte : old.bytes) model.bytes.push_back(at + byte);
    for (const auto& [begin, end] : old.marks) model.marks.emplace_back(at + begin, at + end);
    model.alignment = std::max(model.alignment, old.alignment);
  }
}

/// A type and what it should be.
using Modeled = std::pair<MPI_Datatype, TypeModel>;

/// Arguments of the constructors.
struct Shape {
  int count, length, stride;
  std::array<int, 3> lengths, places;
  std::array<MPI_Aint, 3> offsets;
};

/// The constructors whose parts are of one type: the MPI call, and each part's offset and number of elements.
inline Modeled repeat(int constructor, const Shape& shape, const Modeled& old) {
  const auto& [count, length, stride, lengths, places, offsets] = shape;
  const MPI_Aint extent = numbers(old.second)[2];
  Modeled made;
  const auto part = [&](MPI_Aint offset, int elements) { add(made.second, offset, elements, old.second); };
  if (constructor == 0) PMPI_Type_contiguous(length, old.first, &made.first);
  if (constructor == 1) PMPI_Type_vector(count, length, stride, old.first, &made.first);
  if (constructor == 2) PMPI_Type_create_hvector(count, length, offsets[0], old.first, &made.first);
  if (constructor == 3) PMPI_Type_indexed(count, lengths.data(), places.data(), old.first, &made.first);
  if (constructor == 4)
    PMPI_Type_create_hindexed(count, lengths.data(), offsets.data(), old.first, &made.first);
  if (constructor == 5) PMPI_Type_create_indexed_block(count, length, places.data(), old.first, &made.first);
  for (std::size_t i = 0; i < static_cast<std::size_t>(constructor == 0 ? 1 : count); ++i) {
    const auto number = static_cast<MPI_Aint>(i);
    if (constructor == 0) part(0, length);
    if (constructor == 1) part(number * stride * extent, length);
    if (constructor == 2) part(number * offsets[0], length);
    if (constructor == 3) part(places[i] * extent, lengths[i]);
    if (constructor == 4) part(offsets[i], lengths[i]);
    if (constructor == 5) part(places[i] * extent, length);
  }
  return made;
}

inline Modeled structure(const Shape& shape, const Modeled& old) {
  const Modeled number = {MPI_SHORT, {{0, 1}, {}, 2}};
  const std::array parts = {old, number, old};
  const std::array types = {old.first, number.first, old.first};
  Modeled made;
  PMPI_Type_create_struct(3, shape.lengths.data(), shape.offsets.data(), types.data(), &made.first);
  for (std::size_t i = 0; i < 3; ++i) add(made.second, shape.offsets[i], shape.lengths[i], parts[i].second);
  return made;
}

inline Modeled resized(const Shape& shape, const Modeled& old) {
  const MPI_Aint lower = shape.places[0];
  const MPI_Aint extent = shape.stride * 8;
  Modeled made = {MPI_DATATYPE_NULL, old.second};
  PMPI_Type_create_resized(old.first, lower, extent, &made.first);
  made.second.marks = {{lower, lower + extent}};
  return made;
}

/// A committed type of `depth` constructors, one inside the other. Its data may overlap: such types may be
/// sent, not received.
inline Modeled random_type(std::mt19937& random, int depth) {
  const auto pick = [&](int low, int high) { return std::uniform_int_distribution(low, high)(random); };
  if (depth == 0) {
    const std::array<Modeled, 4> basic = {{{MPI_CHAR, {{0}, {}, 1}},
                                           {MPI_INT, {{0, 1, 2, 3}, {}, 4}},
                                           {MPI_SHORT_INT, {{0, 1, 4, 5, 6, 7}, {}, 4}},
                                           {MPI_DOUBLE, {{0, 1, 2, 3, 4, 5, 6, 7}, {}, 8}}}};
    return basic[static_cast<std::size_t>(pick(0, 3))];
  }
  const Modeled old = random_type(random, depth - 1);
  Shape shape{pick(0, 3), pick(0, 3), pick(-4, 6), {}, {}, {}};
  for (int& length : shape.lengths) length = pick(0, 2);
  for (int& place : shape.places) place = pick(-5, 8);
  for (MPI_Aint& offset : shape.offsets) offset = pick(-40, 60);
  const int constructor = pick(0, 7);
  Modeled made = constructor == 7   ? resized(shape, old)
                 : constructor == 6 ? structure(shape, old)
                                    : repeat(constructor, shape, old);
  PMPI_Type_commit(&made.first);
  intrusive_ptr_release(old.first);
  return made;
}

}  // namespace collsim::fast::testing
