#include "algorithms/patterns/multiport_facts.hpp"

#include <algorithm>
#include <bit>
#include <memory>

#include "algorithms/patterns/torus.hpp"

namespace collsim {
namespace {

/// Beginning with the part's first dimension.
std::vector<int> turned(const std::vector<int>& torus, int port) {
  std::vector<int> sides = torus;
  std::rotate(sides.begin(), sides.begin() + port % std::ssize(sides), sides.end());
  return sides;
}

bool is_up(Phase phase) {
  return phase == Phase::scatter || phase == Phase::reduce_scatter || phase == Phase::exchange;
}

}  // namespace

PortButterfly::PortButterfly(const std::vector<int>& torus, int root, int port)
    : direction_(port / std::ssize(torus) % 2 == 0 ? 1 : -1),
      butterfly_(Fold([&] {
                   int ranks = 1;
                   for (const int size : torus) ranks *= size;
                   return ranks;
                 }()),
                 turned(torus, port)) {
  int places = 0;
  for (auto size = torus.rbegin(); size != torus.rend(); ++size) {
    sides_.insert(sides_.begin(), {*size, root >> places & (*size - 1), places, 0});
    places += std::countr_zero(static_cast<unsigned>(*size));
  }
  std::rotate(sides_.begin(), sides_.begin() + port % std::ssize(sides_), sides_.end());
  int turned = 0;
  for (auto side = sides_.rbegin(); side != sides_.rend(); ++side) {
    side->turned = turned;
    turned += std::countr_zero(static_cast<unsigned>(side->size));
  }
}

int PortButterfly::number(int rank) const {
  int number = 0;
  for (const auto& [size, root, places, turned] : sides_)
    number |= ((direction_ * ((rank >> places) - root)) & (size - 1)) << turned;
  return number;
}

int PortButterfly::rank_of(int number) const {
  int rank = 0;
  for (const auto& [size, root, places, turned] : sides_)
    rank |= ((root + direction_ * (number >> turned)) & (size - 1)) << places;
  return rank;
}

Multiport::Multiport(int processes, int root, std::int64_t count, const Options& options, int blocks)
    : processes_(processes) {
  const std::vector<int> torus = torus_of(options, processes);
  const int ports = static_cast<int>(options.integer("ports"));
  const Blocks cut(count / blocks, ports);
  for (int port = 0; port < ports; ++port) {
    butterflies_.emplace_back(torus, root, port);
    parts_.push_back({blocks * cut[port].first, blocks * cut[port].count});
  }
}

Range Multiport::blocks(int port, int first, int width) const {
  const Range range = Blocks(part(port).count, processes_).range(first, first + width);
  return {part(port).first + range.first, range.count};
}

int Multiport::round(Phase phase, int before) const {
  return is_up(phase) ? before : rounds() - 1 - before;
}

/// Each of its ancestors below the root takes its own block before those of its first child, so that it is a round late.
BlockStream::BlockStream(int block, int processes) : own(block), width(processes), start(-2) {
  const auto bits = static_cast<unsigned>(block);
  for (int below = processes / 2; below > 0; below /= 2) {
    if ((bits & static_cast<unsigned>(below)) == 0) continue;
    start += width - 2 * below + 2;
    width = below;
  }
}

BlockStream::Stop BlockStream::stop(int before) const {
  Stop stop{own, 0};
  for (int below = width; before > 0;) {
    --before;
    for (below /= 2; before >= below; below /= 2) before -= below;
    stop.block += below;
    if (stop.blocks == 0) stop.blocks = below;
  }
  return stop;
}

int Multiport::partner(int port, int rank, int blocks) const {
  return butterfly(port).partner(rank, std::countr_zero(static_cast<unsigned>(processes_ / blocks)) - 1);
}

/// A rank's block has the bits of its label in reverse: those that went before it along the tree have zeros in the later rounds.
Transfer Multiport::transfer(Phase phase, int port, int rank, int round) const {
  const int partner = butterfly(port).partner(rank, round);
  const int width = processes_ >> (round + 1);
  const int own = butterfly(port).block(rank), other = butterfly(port).block(partner);
  const Range mine = blocks(port, own / width * width, width),
              others = blocks(port, other / width * width, width);
  const bool is_lower = own < other;
  const int begin = std::min(own, other);
  switch (phase) {
    case Phase::broadcast: {
      if (begin >= width) return {partner, {}, {}};
      if (is_lower) return {partner, part(port), {}};
      return {partner, {}, part(port)};
    }
    case Phase::scatter: {
      if (begin % (2 * width) != 0) return {partner, {}, {}};
      if (is_lower) return {partner, others, {}};
      return {partner, {}, mine};
    }
    case Phase::gather: {
      if (begin % (2 * width) != 0) return {partner, {}, {}};
      if (is_lower) return {partner, {}, others};
      return {partner, mine, {}};
    }
    case Phase::allgather:
      return {partner, mine, others};
    case Phase::complete: {
      Transfer rest{partner, mine, others};
      if (stream(port, partner).holds(own / width * width, width)) rest.out.reset();
      if (stream(port, rank).holds(other / width * width, width)) rest.in.reset();
      return rest;
    }
    case Phase::reduce_scatter:
      return {partner, others, mine};
    case Phase::exchange:
      return {partner, part(port), part(port)};
  }
  return {partner, {}, {}};
}

void add_rounds(Rounds& rounds, const Multiport& ports, Phase phase, std::int64_t type_size, bool packs) {
  const bool combines = phase == Phase::reduce_scatter || phase == Phase::exchange;
  for (int before = 0; before < ports.rounds(); ++before) {
    if (packs)
      rounds.copy([&](int rank) {
        return ports.transfer(phase, 0, rank, ports.round(phase, before)).out->count * type_size;
      });
    for (int port = 0; port < ports.ports(); ++port) {
      const auto transfer = [ports, phase, port, round = ports.round(phase, before)](int rank) {
        return ports.transfer(phase, port, rank, round);
      };
      rounds.send(
          [transfer](int rank) {
            const Transfer own = transfer(rank);
            return own.out ? own.partner : -1;
          },
          [&](int rank) {
            const Transfer own = transfer(rank);
            return own.out ? own.out->count * type_size : 0;
          },
          combines);
    }
  }
}

void add_block_stream(Rounds& rounds, const Multiport& ports, std::int64_t type_size) {
  const auto streams = std::make_shared<std::vector<BlockStream>>();
  for (int rank = 0; rank < ports.processes(); ++rank) streams->push_back(ports.stream(0, rank));
  const auto leaving = [streams](int rank, int round) {
    const BlockStream& stream = (*streams)[static_cast<std::size_t>(rank)];
    const int before = round - stream.start - 1;
    return before > 0 && before < stream.width ? stream.stop(before) : BlockStream::Stop{-1, 0};
  };
  for (int round = 0; round < ports.processes() - 1; ++round)
    rounds.send(
        [ports, leaving, round](int rank) {
          const int blocks = leaving(rank, round).blocks;
          return blocks == 0 ? -1 : ports.partner(0, rank, blocks);
        },
        [&](int rank) {
          const int block = leaving(rank, round).block;
          return block < 0 ? 0 : ports.blocks(0, block, 1).count * type_size;
        });
}

Rounds rounds_of_blocks(const Shape& shape, const Options& options, Phase phase, const BlockCopies& blocks,
                        bool packs) {
  Rounds rounds(shape.processes);
  if (shape.processes == 1) {
    rounds.copy([&](int) { return shape.in_place ? 0 : shape.bytes(); });
    return rounds;
  }
  const Multiport ports(shape.processes, shape.root, shape.count, options, shape.processes);
  const std::int64_t block = ports.of_a_block(shape.type_size);
  rounds.copy([&](int rank) { return blocks.before(rank) * block; });
  add_rounds(rounds, ports, phase, shape.type_size, packs);
  rounds.copy([&](int rank) { return blocks.after(rank) * block; });
  return rounds;
}

bool parts_are_alike(const Shape& shape, const Options& options) {
  return shape.count % (options.integer("ports") * shape.processes) == 0;
}

std::vector<OptionSpec> multiport_options() {
  return {{"ports",
           "2",
           "parts of the vector that travel at once; on D dimensions up to 2D have links of their own",
           {},
           1,
           most_torus_parts},
          torus_option()};
}

std::vector<OptionSpec> multiport_options(const OptionSpec& more) {
  std::vector<OptionSpec> options = multiport_options();
  options.push_back(more);
  return options;
}

std::string unless_multiport(const Shape& shape, const Options& options) {
  const std::string why = unless_power_of_two(shape, options);
  return why.empty() ? unless_on_torus(shape, options) : why;
}

}  // namespace collsim
