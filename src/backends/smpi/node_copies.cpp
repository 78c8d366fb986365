#include "backends/smpi/node_copies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace s4u = simgrid::s4u;

namespace collsim {
namespace {

constexpr double unit = 1e17;  ///< of a second

/// Two links for each group of each level that shares something: out of it and into it.
class SharedLinks {
 public:
  SharedLinks(s4u::NetZone* zone, const InsideNodes& inside) : inside_(inside) {
    const Levels& levels = inside.levels();
    for (std::size_t level = 0; level < levels.size(); ++level) {
      ports_.push_back(make(zone, level, "port", levels[level].port, levels.fastest_from(level + 1)));
      memories_.push_back(make(zone, level, "memory", levels[level].memory, levels.fastest_from(0)));
    }
  }
  void add_to(std::vector<s4u::LinkInRoute>& way, int from, int to) const {
    const std::size_t common = inside_.level(from, to);
    for (std::size_t level = 0; level < ports_.size(); ++level)
      for (const auto* links : {&ports_[level], &memories_[level]}) {
        if (links->empty() || (links == &ports_[level] && level >= common)) continue;
        way.emplace_back((*links)[static_cast<std::size_t>(2 * inside_.group(level, from))]);
        way.emplace_back((*links)[static_cast<std::size_t>(2 * inside_.group(level, to) + 1)]);
      }
  }

 private:
  using Links = std::vector<s4u::Link*>;

  /// None without a rate, and where no copy needs them.
  Links make(s4u::NetZone* zone, std::size_t level, const char* what, double rate, double fastest) const {
    Links links;
    for (int end = 0; rate > 0 && fastest > 0 && end < 2 * inside_.groups(level); ++end) {
      const std::string name = fmt::format("copies-{}-{}-{}", what, inside_.levels()[level].name, end);
      links.push_back(zone->create_link(name, unit * rate / fastest)->set_latency(0)->seal());
    }
    return links;
  }

  const InsideNodes& inside_;
  std::vector<Links> ports_, memories_;  ///< by level
};

}  // namespace

NodeCopies::NodeCopies(const AllRates& all, const Platform& platform) : all_(all) {
  const auto& inside = all.inside();
  if (!inside) return;
  const Protocol its = protocol(platform);
  eager_ = its.eager;
  detached_ = its.detached;
  auto* zone = s4u::create_full_zone("copies")->set_parent(s4u::Engine::get_instance()->get_netzone_root());
  const auto make_host = [&](const char* what, int rank) {
    return zone->create_host(fmt::format("copies-{}-{}", what, rank), 1.)->seal();
  };
  std::vector<s4u::Link*> cores, pages;
  for (int rank = 0; rank < inside->ranks(); ++rank) {
    ranks_.push_back(make_host("rank", rank));
    pages_.push_back(make_host("pages", rank));
    buffers_.push_back(make_host("buffer", rank));
    const auto link = [&](const char* what, double capacity) {
      return zone->create_link(fmt::format("copies-{}-{}", what, rank), capacity)->set_latency(0)->seal();
    };
    cores.push_back(link("core", unit));
    pages.push_back(link("held", unit * inside->levels().readers()));
  }
  const SharedLinks shared(zone, *inside);
  const Placement& placement = all.placement();
  for (int from = 0; from < inside->ranks(); ++from) {
    const auto node = placement.node_of(from);
    for (int slot = 0; slot < placement.ranks_on(node); ++slot) {
      const int to = placement.rank_at(node, slot);
      const auto at = [](const auto& list, int rank) { return list[static_cast<std::size_t>(rank)]; };
      const auto connect = [&](s4u::Host* source, s4u::Link* held) {
        std::vector<s4u::LinkInRoute> way{s4u::LinkInRoute(at(cores, to))};
        if (held && held != at(cores, to)) way.emplace_back(held);
        shared.add_to(way, from, to);
        zone->add_route(source->get_netpoint(), at(ranks_, to)->get_netpoint(), nullptr, nullptr, way, false);
      };
      connect(at(ranks_, from), at(cores, from));
      connect(at(pages_, from), at(pages, from));
      connect(at(buffers_, from), nullptr);
    }
  }
  zone->seal();
}

void NodeCopies::begin(const Copy& copy, int from, int to, const NodeMessage& message) {
  using enum NodeMessage::Sender;
  const auto at = [](const auto& list, int rank) { return list[static_cast<std::size_t>(rank)]; };
  s4u::Host* const source = message.sender == core    ? at(ranks_, from)
                            : message.sender == pages ? at(pages_, from)
                                                      : at(buffers_, from);
  s4u::Host* const target = at(ranks_, to);
  const auto amount = static_cast<std::uint64_t>(std::llround(message.held * unit));
  s4u::Actor::create("copy", target, [source, target, amount, copy] {
    s4u::Comm::sendto(source, target, amount);
    copy.sender->release();
    copy.receiver->release();
  });
}

/// Who comes first begins it. Others go on while an actor is created.
NodeCopies::Copy NodeCopies::take_part(PairMessages& way, std::int64_t number, int from, int to,
                                       const NodeMessage& message) {
  if (const auto begun = way.copies.find(number); begun != way.copies.end()) {
    const Copy copy = begun->second;
    way.copies.erase(begun);
    return copy;
  }
  const Copy copy = way.copies[number];
  begin(copy, from, to, message);
  return copy;
}

void NodeCopies::sent(int from, int to, std::int64_t bytes, Sending sending) {
  const NodeMessage message = all_.inside(from, to, static_cast<double>(bytes), sending);
  if (message.sender == NodeMessage::Sender::nothing) return;
  PairMessages& way = ways_[{from, to}];
  const std::int64_t number = way.sent++;
  if (bytes >= eager_ && bytes < detached_) return;
  const Copy copy = take_part(way, number, from, to, message);
  if (bytes >= std::max(eager_, detached_)) copy.sender->acquire();
}

void NodeCopies::received(int from, int to, std::int64_t bytes) {
  PairMessages& way = ways_[{from, to}];
  const Sending sending = way.under_way.front();
  way.under_way.pop_front();
  const NodeMessage message = all_.inside(from, to, static_cast<double>(bytes), sending);
  if (message.held == 0) return;
  if (message.sender == NodeMessage::Sender::nothing) {
    const Copy copy;
    begin(copy, from, to, message);
    return copy.receiver->acquire();
  }
  take_part(way, way.received++, from, to, message).receiver->acquire();
}

}  // namespace collsim
