#include "algorithms/patterns/at_once.hpp"

#include <algorithm>

#include "algorithms/facts/segments.hpp"

namespace collsim {
namespace {

/// No part is shorter, but for the last.
constexpr std::int64_t least_bytes = 4096;

Segments parts(std::int64_t count, std::int64_t type_size, const Options& options) {
  const std::int64_t least = std::max<std::int64_t>(1, least_bytes / std::max<std::int64_t>(1, type_size));
  const std::int64_t number = options.integer("parts");
  const std::int64_t length =
      std::clamp<std::int64_t>((count + number - 1) / number, std::min(least, count), count);
  return {segments_of(count, length), length};
}

struct Timetable {
  std::vector<std::int64_t> begin;         ///< by rank: rounds until it has all parts
  std::vector<std::vector<int>> children;  ///< by rank
  std::int64_t rounds = 0;                 ///< until all ranks have
};

Timetable timetable(int processes, int root, std::int64_t parts, const FamilyOf& family) {
  const auto p = static_cast<std::size_t>(processes);
  Timetable found{std::vector<std::int64_t>(p, 0), std::vector<std::vector<int>>(p)};
  std::vector<int> order{root};
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto rank = static_cast<std::size_t>(order[i]);
    const std::vector<int>& own = found.children[rank] = family(order[i]).children;
    for (std::size_t j = 0; j < own.size(); ++j) {
      std::int64_t& begin = found.begin[static_cast<std::size_t>(own[j])];
      begin = found.begin[rank] + (parts - 1) * std::ssize(own) + static_cast<std::int64_t>(j) + 1;
      found.rounds = std::max(found.rounds, begin);
      order.push_back(own[j]);
    }
  }
  return found;
}

}  // namespace

OptionSpec parts_option() {
  return {"parts",
          "1",
          "in which the vector goes to all children in turn, as packets do; none is below 4 KiB",
          {},
          1};
}

void broadcast_at_once(Comm& comm, const Bcast& call, const Options& options, const FamilyOf& family) {
  const auto [number, length] = parts(call.count, comm.size_of(call.type), options);
  const auto [parent, children] = family(comm.rank());
  std::vector<Comm::Request> requests;
  const auto part = [&, length = length](std::int64_t i) { return Range{0, call.count}.segment(i, length); };
  const auto place = [&](std::int64_t i) {
    return element(call.buffer, part(i).first, comm.extent(call.type));
  };
  const auto wait_for_all = [&] {
    for (Comm::Request& request : requests) comm.wait(request);
    requests.clear();
  };
  for (std::int64_t i = 0; parent >= 0 && i < number; ++i)
    requests.push_back(comm.irecv(place(i), part(i).count, call.type, parent));
  wait_for_all();
  for (std::int64_t i = 0; i < number; ++i)
    for (const int child : children)
      requests.push_back(comm.isend(place(i), part(i).count, call.type, child));
  wait_for_all();
}

Cost at_once_cost(const Shape& shape, const Options& options, const FamilyOf& family) {
  const int p = shape.processes;
  const auto [number, length] = parts(shape.count, shape.type_size, options);
  const auto [begin, children, rounds] = timetable(p, shape.root, number, family);
  const auto child_in = [begin = begin, children = children, number = number](int rank, std::int64_t round) {
    const auto place = static_cast<std::size_t>(rank);
    const std::int64_t turn = round - begin[place], width = std::ssize(children[place]);
    return turn < 0 || turn >= number * width ? -1 : children[place][static_cast<std::size_t>(turn % width)];
  };
  Cost cost;
  for (std::int64_t round = 0; round < rounds; ++round) {
    Stage stage{.pairs = pairs::to([child_in, round](int rank) { return child_in(rank, round); })};
    for (int rank = 0; rank < p; ++rank) {
      if (child_in(rank, round) < 0) continue;
      const auto place = static_cast<std::size_t>(rank);
      const std::int64_t part = (round - begin[place]) / std::ssize(children[place]);
      const std::int64_t bytes = Range{0, shape.count}.segment(part, length).count * shape.type_size;
      ++stage.messages;
      stage.volume += bytes;
      stage.bytes = std::max(stage.bytes, bytes);
    }
    cost.push_back(stage);
  }
  return cost;
}

bool at_once_is_exact(const Shape& shape, const Options& options) {
  const auto [number, length] = parts(shape.count, shape.type_size, options);
  return number * length == shape.count;
}

int longest_at_once(int processes, const FamilyOf& family) {
  return static_cast<int>(timetable(processes, 0, 1, family).rounds);
}

}  // namespace collsim
