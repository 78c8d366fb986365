#include "algorithms/patterns/multiport.hpp"

namespace collsim {
namespace {

/// Posts what all parts do in a round, receives first, and waits for it.
void exchange(Comm& comm, const std::vector<Transfer>& transfers, const void* from, void* to, Datatype type) {
  const Aint extent = comm.extent(type);
  std::vector<Comm::Request> requests;
  for (const auto& [partner, out, in] : transfers)
    if (in) requests.push_back(comm.irecv(element(to, in->first, extent), in->count, type, partner));
  for (const auto& [partner, out, in] : transfers)
    if (out) requests.push_back(comm.isend(element(from, out->first, extent), out->count, type, partner));
  for (Comm::Request& request : requests) comm.wait(request);
}

std::vector<Transfer> transfers(const Multiport& ports, Phase phase, int rank, int round) {
  std::vector<Transfer> all;
  for (int port = 0; port < ports.ports(); ++port) all.push_back(ports.transfer(phase, port, rank, round));
  return all;
}

/// Copies the parts of a rank's block, which begins at element `whole` of the vector in order of rank.
template <class Copy>
void copy_parts(Comm& comm, const Multiport& ports, int rank, std::int64_t whole, const Copies& copies,
                const EachBlock& each, const Copy& copy) {
  const Aint extent = comm.extent(each.type);
  for (int port = 0; port < ports.ports(); ++port) {
    const Range part = ports.block(port, rank);
    copy(element(copies.from, each.gathered ? part.first : whole, extent),
         element(copies.to, each.gathered ? whole : part.first, extent), part.count);
    whole += part.count;
  }
}

}  // namespace

void run_phase(Comm& comm, const Multiport& ports, Phase phase, void* vector, Datatype type) {
  for (int before = 0; before < ports.rounds(); ++before)
    exchange(comm, transfers(ports, phase, comm.rank(), ports.round(phase, before)), vector, vector, type);
}

/// Round by round, so that no part waits for a block that is due later than another's, and messages of several parts between
/// the same ranks are taken in the order in which they are sent. A port sends one after the other.
void stream_blocks(Comm& comm, const Multiport& ports, void* vector, Datatype type) {
  struct Port {
    BlockStream stream;
    std::vector<Comm::Request> coming = {};
    std::optional<Comm::Request> leaving = {};
  };
  std::vector<Port> all;
  for (int port = 0; port < ports.ports(); ++port) all.push_back({ports.stream(port, comm.rank())});
  const auto each = [&](int rounds_ago, const auto& visit) {
    for (int round = 0; round < ports.processes(); ++round)
      for (int port = 0; port < ports.ports(); ++port) {
        Port& own = all[static_cast<std::size_t>(port)];
        const int before = round - rounds_ago - own.stream.start;
        if (before >= 0 && before < own.stream.width) visit(port, own, before);
      }
  };
  const auto place = [&](const Range& range) { return element(vector, range.first, comm.extent(type)); };
  each(0, [&](int port, Port& own, int before) {
    if (own.stream.is_root()) return;
    const Range block = ports.blocks(port, own.stream.stop(before).block, 1);
    const int parent = ports.partner(port, comm.rank(), own.stream.width);
    own.coming.push_back(comm.irecv(place(block), block.count, type, parent));
  });
  each(1, [&](int port, Port& own, int before) {
    if (!own.stream.is_root()) comm.wait(own.coming[static_cast<std::size_t>(before)]);
    const auto [number, blocks] = own.stream.stop(before);
    if (blocks == 0) return;
    const Range block = ports.blocks(port, number, 1);
    const int child = ports.partner(port, comm.rank(), blocks);
    if (own.leaving) comm.wait(*own.leaving);
    own.leaving = comm.isend(place(block), block.count, type, child);
  });
  for (Port& own : all)
    if (own.leaving) comm.wait(*own.leaving);
}

void combine_phase(Comm& comm, const Multiport& ports, Phase phase, const Allreduce& call, bool packs) {
  const Aint extent = comm.extent(call.type);
  const Scratch scratch = comm.scratch(call.count, call.type);
  bool borrows = call.send != mpi_in_place;
  if (borrows && ports.rounds() == 0) comm.copy(call.send, call.recv, call.count, call.type);
  for (int before = 0; before < ports.rounds(); ++before, borrows = false) {
    void* const landing = borrows ? call.recv : scratch.data();
    const void* const sent = borrows ? call.send : call.recv;
    const auto moved = transfers(ports, phase, comm.rank(), ports.round(phase, before));
    if (packs)
      comm.copy_pieces(moved.front().out->count, call.type, -1, [&](const auto& copy) {
        for (const auto& [partner, out, in] : moved)
          copy(element(sent, out->first, extent), element(landing, out->first, extent), out->count);
      });
    exchange(comm, moved, packs ? landing : sent, landing, call.type);
    for (const auto& [partner, out, in] : moved)
      comm.reduce_local(element(borrows ? call.send : landing, in->first, extent),
                        element(call.recv, in->first, extent), in->count, call.type, call.op);
  }
}

void permute_blocks(Comm& comm, const Multiport& ports, const Copies& copies, const EachBlock& each) {
  comm.copy_pieces(ports.part(0).count, each.type, -1, [&](const auto& copy) {
    for (int rank = 0; rank < ports.processes(); ++rank)
      copy_parts(comm, ports, rank, rank * each.count, copies, each, copy);
  });
}

void place_block(Comm& comm, const Multiport& ports, int rank, const Copies& copies, const EachBlock& each) {
  comm.copy_pieces(ports.part(0).count / ports.processes(), each.type, -1,
                   [&](const auto& copy) { copy_parts(comm, ports, rank, 0, copies, each, copy); });
}

}  // namespace collsim
