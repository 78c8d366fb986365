#include "backends/fast/mpi/split.hpp"

#include <mpi.h>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace collsim::fast {

Split split(std::span<const SplitChoice> choices) {
  const auto choice = [&](int rank) { return choices[static_cast<std::size_t>(rank)]; };
  std::vector<int> order(choices.size());
  std::iota(order.begin(), order.end(), 0);
  std::erase_if(order, [&](int rank) { return choice(rank).color == MPI_UNDEFINED; });
  std::ranges::sort(order, {},
                    [&](int rank) { return std::tuple(choice(rank).color, choice(rank).key, rank); });

  Split result;
  result.places.resize(choices.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || choice(order[i]).color != choice(order[i - 1]).color) result.parts.emplace_back();
    auto& part = result.parts.back();
    result.places[static_cast<std::size_t>(order[i])] = {static_cast<int>(result.parts.size()) - 1,
                                                         static_cast<int>(part.size())};
    part.push_back(order[i]);
  }
  return result;
}

}  // namespace collsim::fast
