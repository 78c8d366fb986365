/// Datatypes told by the definition, one byte at a time, to judge the engine's by.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

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

/// A committed type of `depth` constructors, one inside the other, and what it should be. Overlapping data are
/// possible: such types may be sent, not received.
inline std::pair<MPI_Datatype, TypeModel> random_type(std::mt19937& random, int depth) {
  const auto pick = [&](int low, int high) { return std::uniform_int_distribution(low, high)(random); };
  if (depth == 0) {
    switch (pick(0, 3)) {
      case 0:
        return {MPI_CHAR, {{0}, {}, 1}};
      case 1:
        return {MPI_INT, {{0, 1, 2, 3}, {}, 4}};
      case 2:
        return {MPI_SHORT_INT, {{0, 1, 4, 5, 6, 7}, {}, 4}};
      default:
        return {MPI_DOUBLE, {{0, 1, 2, 3, 4, 5, 6, 7}, {}, 8}};
    }
  }
  const auto [old, old_model] = random_type(random, depth - 1);
  const std::int64_t extent = numbers(old_model)[2];
  const int count = pick(0, 3);
  const int length = pick(0, 3);
  const int stride = pick(-4, 6);
  std::array<int, 3> lengths{};
  std::array<int, 3> places{};
  std::array<MPI_Aint, 3> offsets{};
  for (std::size_t i = 0; i < 3; ++i) {
    lengths[i] = pick(0, 2);
    places[i] = pick(-5, 8);
    offsets[i] = pick(-40, 60);
  }
  MPI_Datatype made = MPI_DATATYPE_NULL;
  TypeModel model;
  const auto each = [&](auto offset, auto elements) {
    for (int i = 0; i < count; ++i)
      add(model, offset(static_cast<std::size_t>(i)), elements(static_cast<std::size_t>(i)), old_model);
  };
  const auto same = [&](std::size_t) { return length; };
  const auto own = [&](std::size_t i) { return lengths[i]; };
  switch (pick(0, 7)) {
    case 0:
      PMPI_Type_contiguous(count, old, &made);
      add(model, 0, count, old_model);
      break;
    case 1:
      PMPI_Type_vector(count, length, stride, old, &made);
      each([&](std::size_t i) { return static_cast<int>(i) * stride * extent; }, same);
      break;
    case 2:
      PMPI_Type_create_hvector(count, length, offsets[0], old, &made);
      each([&](std::size_t i) { return static_cast<int>(i) * offsets[0]; }, same);
      break;
    case 3:
      PMPI_Type_indexed(count, lengths.data(), places.data(), old, &made);
      each([&](std::size_t i) { return places[i] * extent; }, own);
      break;
    case 4:
      PMPI_Type_create_hindexed(count, lengths.data(), offsets.data(), old, &made);
      each([&](std::size_t i) { return offsets[i]; }, own);
      break;
    case 5:
      PMPI_Type_create_indexed_block(count, length, places.data(), old, &made);
      each([&](std::size_t i) { return places[i] * extent; }, same);
      break;
    case 6: {
      const std::array<MPI_Datatype, 3> types = {old, MPI_SHORT, old};
      const TypeModel short_model = {{0, 1}, {}, 2};
      PMPI_Type_create_struct(3, lengths.data(), offsets.data(), types.data(), &made);
      for (std::size_t i = 0; i < 3; ++i)
        add(model, offsets[i], lengths[i], i == 1 ? short_model : old_model);
      break;
    }
    default:
      PMPI_Type_create_resized(old, places[0], stride * 8, &made);
      add(model, 0, 1, old_model);
      model.marks = {{places[0], places[0] + stride * 8}};
  }
  PMPI_Type_commit(&made);
  intrusive_ptr_release(old);
  return {made, model};
}

}  // namespace collsim::fast::testing
