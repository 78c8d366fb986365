#include <algorithm>
#include <vector>

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/segments.hpp"
#include "algorithms/patterns/knomial.hpp"

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

/// K-nomial tree broadcast that serves all children at once: they share the port as messages do whose packets
/// take turns, which is told by cutting the vector into parts that go to one child after the other, the farthest
/// first. A rank serves its children once it has all parts.
///
/// Source:  Open MPI, binomial (radix 2) and knomial.
/// Assumes: nothing; any p, any root. An empty vector is one empty message.
/// Cost:    d (alpha + n/s beta) for s parts, d being the parts that go over the ports on the longest path; with radix 2
///          and p = P at most s k (k+1)/2.
void run(Comm& comm, const Bcast& call, const Options& options) {
  const Knomial tree(comm.size(), call.root, options);
  const auto [number, length] = parts(call.count, Comm::size_of(call.type), options);
  std::vector<Comm::Request> requests;
  const auto exchange_part = [&, length = length](std::int64_t i, int child) {
    const Range part = Range{0, call.count}.segment(i, length);
    void* const place = element(call.buffer, part.first, Comm::extent(call.type));
    requests.push_back(child < 0 ? comm.irecv(place, part.count, call.type, tree.parent(comm.rank()))
                                 : comm.isend(place, part.count, call.type, child));
  };
  const auto wait_for_all = [&] {
    for (Comm::Request& request : requests) comm.wait(request);
    requests.clear();
  };
  for (std::int64_t i = 0; comm.rank() != call.root && i < number; ++i) exchange_part(i, -1);
  wait_for_all();
  const std::vector<int> nearest = tree.children(comm.rank());
  for (std::int64_t i = 0; i < number; ++i)
    for (auto child = nearest.rbegin(); child != nearest.rend(); ++child) exchange_part(i, *child);
  wait_for_all();
}

/// Rounds of one part each: from the one in which a rank has all parts on, its children get theirs in turn.
Cost cost(const Shape& shape, const Options& options) {
  const int p = shape.processes;
  const Knomial tree(p, shape.root, options);
  const auto [number, length] = parts(shape.count, shape.type_size, options);
  std::vector<std::int64_t> begin(static_cast<std::size_t>(p), 0);
  std::vector<std::vector<int>> children(static_cast<std::size_t>(p));
  std::vector<int> order{shape.root};
  std::int64_t rounds = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto rank = static_cast<std::size_t>(order[i]);
    std::vector<int>& own = children[rank] = tree.children(order[i]);
    std::ranges::reverse(own);
    for (std::size_t j = 0; j < own.size(); ++j) {
      std::int64_t& start = begin[static_cast<std::size_t>(own[j])];
      start = begin[rank] + (number - 1) * std::ssize(own) + static_cast<std::int64_t>(j) + 1;
      rounds = std::max(rounds, start);
      order.push_back(own[j]);
    }
  }
  const auto child_in = [begin, children, number = number](int rank, std::int64_t round) {
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

/// Where the last part is shorter, ranks leave the rounds.
bool exact(const Shape& shape, const Options& options) {
  const auto [number, length] = parts(shape.count, shape.type_size, options);
  return number * length == shape.count;
}

double longest(int processes) {
  const Options options(std::map<std::string, std::string>{{"radix", "2"}});
  std::vector<int> late(static_cast<std::size_t>(processes), 0);
  const Knomial tree(processes, 0, options);
  int most = 0;
  for (int rank = 0; rank < processes; ++rank) {
    int place = static_cast<int>(tree.children(rank).size());
    for (const int child : tree.children(rank)) {
      late[static_cast<std::size_t>(child)] = late[static_cast<std::size_t>(rank)] + place--;
      most = std::max(most, late[static_cast<std::size_t>(child)]);
    }
  }
  return most;
}

const Registration<Bcast> knomial_at_once{
    {.name = "knomial_at_once",
     .source = "Open MPI",
     .assumes = "nothing",
     .formula = "late*(alpha + n*beta)",
     .symbols = {{"late", longest, "vectors that go over the ports on the longest path"}},
     .options = {Knomial::radix(),
                 {"parts",
                  "1",
                  "in which the vector goes to all children in turn, as packets do; none is below 4 KiB",
                  {},
                  1}},
     .concurrent = true,
     .cost = cost,
     .exact = exact},
    run};

}  // namespace
}  // namespace collsim
