#include "algorithms/facts/pairs.hpp"

#include "algorithms/facts/description.hpp"
#include "algorithms/facts/fold.hpp"

namespace collsim {
namespace {

/// Of u and u + distance < p, u a multiple of step(p), counted from the root.
template <class Step>
Pairs from_root(std::int64_t distance, const Step& step) {
  return Pairs([distance, step](const Shape& shape) {
    const auto rank = [&](std::int64_t u) { return static_cast<int>((u + shape.root) % shape.processes); };
    Pairs::List list;
    for (std::int64_t u = 0; u + distance < shape.processes; u += step(shape.processes))
      list.emplace_back(rank(u), rank(u + distance));
    return list;
  });
}

}  // namespace

Pairs::Pairs(std::function<List(const Shape&)> list, bool directed)
    : list_(std::move(list)), directed_(directed) {}

Pairs::List Pairs::list_of(const Shape& shape) const {
  return list_ ? list_(shape) : List();
}

Pairs pairs::shift(std::int64_t distance) {
  const auto list = [distance](const Shape& shape) {
    Pairs::List all;
    if (distance % shape.processes == 0) return all;
    for (int rank = 0; rank < shape.processes; ++rank) {
      const std::int64_t to = (rank + distance) % shape.processes;
      all.emplace_back(rank, static_cast<int>(to < 0 ? to + shape.processes : to));
    }
    return all;
  };
  return Pairs(list, true);
}

Pairs pairs::to(std::function<int(int)> receiver) {
  const auto list = [receiver = std::move(receiver)](const Shape& shape) {
    Pairs::List all;
    for (int rank = 0; rank < shape.processes; ++rank)
      if (const int to = receiver(rank); to >= 0) all.emplace_back(rank, to);
    return all;
  };
  return Pairs(list, true);
}

Pairs pairs::exchange(std::int64_t distance) {
  return Pairs([distance](const Shape& shape) {
    const Fold fold(shape.processes, shape.root);
    Pairs::List list;
    for (int v = 0; v < fold.survivors(); ++v) {
      const std::int64_t other = v ^ distance;
      if (v < other && other < fold.survivors())
        list.emplace_back(fold.real_rank(v), fold.real_rank(static_cast<int>(other)));
    }
    return list;
  });
}

Pairs pairs::tree(std::int64_t distance) {
  return Pairs([distance](const Shape& shape) {
    const Fold fold(shape.processes, shape.root);
    Pairs::List list;
    for (std::int64_t v = 0; v + distance < fold.survivors(); v += 2 * distance)
      list.emplace_back(fold.real_rank(static_cast<int>(v)), fold.real_rank(static_cast<int>(v + distance)));
    return list;
  });
}

Pairs pairs::fold() {
  return Pairs([](const Shape& shape) {
    Pairs::List list;
    for (int i = 0; i < Fold(shape.processes, shape.root).pairs(); ++i) list.emplace_back(2 * i, 2 * i + 1);
    return list;
  });
}

Pairs pairs::forward(std::int64_t distance) {
  return from_root(distance, [](int) { return 1; });
}

Pairs pairs::subtree(std::int64_t distance) {
  return from_root(distance, [distance](int) { return 2 * distance; });
}

Pairs pairs::spoke(std::int64_t distance) {
  return from_root(distance, [](int processes) { return processes; });
}

}  // namespace collsim
