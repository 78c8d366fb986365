#include "algorithms/patterns/circulant_reduction.hpp"

#include <algorithm>

namespace collsim {

/// The smaller part first: SimGrid would end the single copy of another rank together with a copy here that
/// ends less than a nanosecond before.
void Rotated::turn(Comm& comm, const void* plain, void* rotated, Datatype type) const {
  const Aint extent = comm.extent(type);
  const Range upper = this->upper();
  const auto copy_upper = [&] { comm.copy(element(plain, upper.first, extent), rotated, upper.count, type); };
  const bool upper_first = upper.count <= upper.first;
  if (upper_first) copy_upper();
  comm.copy(plain, element(rotated, upper.count, extent), upper.first, type);
  if (!upper_first) copy_upper();
}

void Rotated::turn_back(Comm& comm, const void* rotated, void* plain, Datatype type) const {
  const Aint extent = comm.extent(type);
  const Range upper = this->upper();
  comm.copy(rotated, element(plain, upper.first, extent), upper.count, type);
  comm.copy(element(rotated, upper.count, extent), plain, upper.first, type);
}

std::vector<int> circulant_distances(int processes) {
  std::vector<int> distances = {processes};
  while (distances.back() > 1) distances.push_back((distances.back() + 1) / 2);
  return distances;
}

void reduce_scatter_circulant(Comm& comm, void* vector, const Rotated& blocks, void* result, Datatype type,
                              Op op) {
  const int p = comm.size();
  const int rank = comm.rank();
  const Aint extent = comm.extent(type);
  const std::vector<int> distances = circulant_distances(p);
  const Scratch landing = comm.scratch(blocks.before(p / 2), type);
  for (std::size_t round = 1; round < distances.size(); ++round) {
    const int distance = distances[round];
    const int given = distances[round - 1] - distance;
    const std::int64_t first = blocks.before(distance);
    const std::int64_t kept = blocks.before(given);
    const bool leaves = distance == 1 && result;
    void* in = leaves ? result : landing.data();
    comm.sendrecv(element(vector, first, extent), blocks.before(distance + given) - first,
                  (rank + distance) % p, in, kept, (rank - distance + p) % p, type);
    comm.reduce_local(leaves ? vector : in, leaves ? result : vector, kept, type, op);
  }
}

void allgather_circulant(Comm& comm, void* vector, const Rotated& blocks, Datatype type) {
  const int p = comm.size();
  const int rank = comm.rank();
  const Aint extent = comm.extent(type);
  const std::vector<int> distances = circulant_distances(p);
  for (std::size_t round = distances.size() - 1; round > 0; --round) {
    const int distance = distances[round];
    const int given = distances[round - 1] - distance;
    const std::int64_t first = blocks.before(distance);
    comm.sendrecv(vector, blocks.before(given), (rank - distance + p) % p, element(vector, first, extent),
                  blocks.before(distance + given) - first, (rank + distance) % p, type);
  }
}

namespace {

/// Elements before each block, twice around, so that a row of blocks does not wrap.
std::vector<std::int64_t> sums(const std::vector<std::int64_t>& counts) {
  std::vector<std::int64_t> before = {0};
  for (std::size_t i = 0; i < 2 * counts.size(); ++i)
    before.push_back(before.back() + counts[i % counts.size()]);
  return before;
}

/// The reduce-scatter's round from `distance_before` to the distance, or the allgather's.
Stage circulant_stage(const std::vector<std::int64_t>& before, std::int64_t type_size, int distance_before,
                      int distance, bool reduces) {
  const auto p = std::ssize(before) / 2;
  const int given = distance_before - distance;
  std::int64_t largest = 0;
  for (auto first = before.begin(); first != before.begin() + p; ++first)
    largest = std::max(largest, first[given] - first[0]);
  return {.messages = p,
          .volume = before.back() / 2 * type_size * given,
          .bytes = largest * type_size,
          .reduced = reduces ? largest * type_size : 0,
          .pairs = pairs::shift(reduces ? distance : -distance)};
}

}  // namespace

Cost reduce_scatter_circulant_cost(const std::vector<std::int64_t>& counts, std::int64_t type_size) {
  const std::vector<int> distances = circulant_distances(static_cast<int>(counts.size()));
  const std::vector<std::int64_t> before = sums(counts);
  Cost cost;
  for (std::size_t round = 1; round < distances.size(); ++round)
    cost.push_back(circulant_stage(before, type_size, distances[round - 1], distances[round], true));
  return cost;
}

Cost allgather_circulant_cost(const std::vector<std::int64_t>& counts, std::int64_t type_size) {
  const std::vector<int> distances = circulant_distances(static_cast<int>(counts.size()));
  const std::vector<std::int64_t> before = sums(counts);
  Cost cost;
  for (std::size_t round = distances.size() - 1; round > 0; --round)
    cost.push_back(circulant_stage(before, type_size, distances[round - 1], distances[round], false));
  return cost;
}

}  // namespace collsim
