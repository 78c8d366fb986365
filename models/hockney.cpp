#include "models/hockney.hpp"

#include <algorithm>
#include <cassert>

#include "algorithms/facts/fold.hpp"

namespace collsim {
namespace {

using Pairs = std::vector<std::pair<int, int>>;

double local_work(const Stage& stage, double gamma, double kappa) {
  return static_cast<double>(stage.reduced) * gamma + static_cast<double>(stage.copied) * kappa;
}

Pairs shifted(std::int64_t distance, int processes) {
  Pairs result;
  if (distance % processes == 0) return result;
  for (int rank = 0; rank < processes; ++rank) {
    const std::int64_t to = (rank + distance) % processes;
    result.emplace_back(rank, static_cast<int>(to < 0 ? to + processes : to));
  }
  return result;
}

Pairs exchanging(std::int64_t distance, const Fold& fold) {
  Pairs result;
  for (int v = 0; v < fold.survivors(); ++v) {
    const std::int64_t other = v ^ distance;
    if (v < other && other < fold.survivors())
      result.emplace_back(fold.real_rank(v), fold.real_rank(static_cast<int>(other)));
  }
  return result;
}

Pairs tree_edges(std::int64_t distance, const Fold& fold) {
  Pairs result;
  for (std::int64_t v = 0; v + distance < fold.survivors(); v += 2 * distance)
    result.emplace_back(fold.real_rank(static_cast<int>(v)), fold.real_rank(static_cast<int>(v + distance)));
  return result;
}

Pairs gather_edges(std::int64_t distance, const Fold& fold) {
  Pairs result;
  for (std::int64_t v = 0; v < distance && v + distance < fold.survivors(); ++v)
    result.emplace_back(fold.real_rank(static_cast<int>(v)), fold.real_rank(static_cast<int>(v + distance)));
  return result;
}

Pairs folded_pairs(const Fold& fold) {
  Pairs result;
  for (int i = 0; i < fold.pairs(); ++i) result.emplace_back(2 * i, 2 * i + 1);
  return result;
}

/// Those of u and u + distance, u a multiple of `step`, counted from the root.
Pairs from_root(std::int64_t distance, std::int64_t step, const Shape& shape) {
  const auto rank = [&](std::int64_t u) { return static_cast<int>((u + shape.root) % shape.processes); };
  Pairs result;
  for (std::int64_t u = 0; u + distance < shape.processes; u += step)
    result.emplace_back(rank(u), rank(u + distance));
  return result;
}

Pairs listed(const std::function<int(int)>& receiver, int processes) {
  Pairs result;
  for (int rank = 0; rank < processes; ++rank)
    if (const int to = receiver(rank); to >= 0) result.emplace_back(rank, to);
  return result;
}

Pairs neighbors(std::int64_t distance, int processes) {
  Pairs result = shifted(distance, processes);
  std::erase_if(result, [](const auto& pair) { return pair.first % 2 != 0; });
  return result;
}

}  // namespace

std::vector<std::pair<int, int>> pairs(const Peer& peer, const Shape& shape) {
  const Fold fold(shape.processes, shape.root);
  assert(peer.kind == Peer::Kind::none || peer.kind == Peer::Kind::fold || peer.kind == Peer::Kind::listed ||
         peer.distance != 0);
  switch (peer.kind) {
    case Peer::Kind::shift:
      return shifted(peer.distance, shape.processes);
    case Peer::Kind::exchange:
      return exchanging(peer.distance, fold);
    case Peer::Kind::tree:
      return tree_edges(peer.distance, fold);
    case Peer::Kind::gather:
      return gather_edges(peer.distance, fold);
    case Peer::Kind::fold:
      return folded_pairs(fold);
    case Peer::Kind::subtree:
      return from_root(peer.distance, 2 * peer.distance, shape);
    case Peer::Kind::forward:
      return from_root(peer.distance, 1, shape);
    case Peer::Kind::spoke:
      return from_root(peer.distance, shape.processes, shape);
    case Peer::Kind::neighbor:
      return neighbors(peer.distance, shape.processes);
    case Peer::Kind::listed:
      return listed(peer.receiver, shape.processes);
    case Peer::Kind::none:
      break;
  }
  return {};
}

double predict(const Cost& cost, const Hockney& machine) {
  double seconds = 0;
  for (const Stage& stage : cost) {
    double round = local_work(stage, machine.gamma, machine.kappa);
    if (stage.messages > 0) round += machine.alpha + static_cast<double>(stage.bytes) * machine.beta;
    seconds += static_cast<double>(stage.repeat) * round;
  }
  return seconds;
}

double predict(const Cost& cost, const Shape& shape, const Wire& wire, double gamma, double kappa) {
  double seconds = 0;
  for (const Stage& stage : cost) {
    double slowest = 0;
    if (stage.messages > 0)
      for (const auto& [from, to] : pairs(stage.peer, shape)) {
        const auto [alpha, beta] = wire(from, to);
        slowest = std::max(slowest, alpha + static_cast<double>(stage.bytes) * beta);
      }
    seconds += static_cast<double>(stage.repeat) * (slowest + local_work(stage, gamma, kappa));
  }
  return seconds;
}

}  // namespace collsim
