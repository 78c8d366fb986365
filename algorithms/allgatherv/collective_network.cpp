#include "algorithms/patterns/collective_network.hpp"

#include <algorithm>

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/collective.hpp"
#include "algorithms/patterns/own_block.hpp"
#include "algorithms/patterns/places.hpp"

namespace collsim {
namespace {

/// By a reduction, every rank gives the network the whole result at once, zeros but for its own block; by broadcasts, one
/// rank after the other gives its block, unless it is empty. MPICH reduces, but for ranks with more than 65,536 elements
/// and blocks that do not lie one behind the other; that all ranks may do so they first learn from a reduction of four
/// numbers.
///
/// Source:  MPICH's device for the Blue Gene/P, src/mpid/dcmfd/src/coll/allgatherv/mpido_allgatherv.c.
/// Assumes: all ranks of the world.
/// Cost:    tau + 16 theta, and by a reduction n kappa + tau + n theta, to write zeros taking as long as to copy; by
///          broadcasts m_i kappa + z tau + n theta, of the largest block and z that are not empty.
constexpr int numbers = 4;

bool by_reduction(const Options& options) {
  return options.text("by") == "reduction";
}

void reduce(Comm& comm, const Allgatherv& call, const Places& places) {
  const std::int64_t count = places.total();
  const Range own = places[static_cast<std::size_t>(comm.rank())];
  const MPI_Aint extent = comm.extent(call.type);
  // Zeros leave every bit as its block has it, so that none needs to be written here.
  comm.copy_pieces(count - own.count, call.type, -1, [](const auto&) {});
  comm.traverse_pieces(
      {element(call.recv, own.first, extent), call.recv}, count, call.type, [&](auto all, const auto& copy) {
        for (const Contribution& each : all)
          for (std::size_t rank = 0; rank < all.size(); ++rank)
            copy(all[rank].given, element(each.result, places[rank].first, extent), places[rank].count);
      });
}

void broadcast(Comm& comm, const Allgatherv& call, const Places& places) {
  for (std::size_t root = 0; root < places.size(); ++root) {
    void* const block = element(call.recv, places[root].first, comm.extent(call.type));
    const bool gives = static_cast<int>(root) == comm.rank();
    comm.traverse(gives ? block : nullptr, gives ? nullptr : block, places[root].count, call.type,
                  MPI_OP_NULL);
  }
}

void run(Comm& comm, const Allgatherv& call, const Options& options) {
  const Places places = received(call, comm.size());
  comm.traverse(nullptr, nullptr, numbers, MPI_INT, MPI_OP_NULL);
  place_own_block(comm, call, places[static_cast<std::size_t>(comm.rank())]);
  (by_reduction(options) ? reduce : broadcast)(comm, call, places);
}

Cost cost(const Shape& shape, const Options& options) {
  Cost cost = {traversal(numbers * static_cast<std::int64_t>(sizeof(int)))};
  std::int64_t least = shape.count, given = 0;
  for (const Range& block : blocks(shape)) {
    least = std::min(least, block.count);
    given += block.count > 0 ? 1 : 0;
  }
  if (by_reduction(options))
    cost += {{.copied = (shape.count - (shape.in_place ? least : 0)) * shape.type_size},
             traversal(shape.bytes())};
  else
    cost += {own_block_stage(shape), {.traversals = given, .traversed = shape.bytes()}};
  return cost;
}

std::string formula(const Options& options) {
  return std::string("tau + 16*theta + (n > 0 ? ") +
         (by_reduction(options) ? "n*kappa + tau" : "n/p*kappa + p*tau") + " + n*theta : 0)";
}

const Registration<Allgatherv> collective_network{
    {.name = "collective_network",
     .source = collective_network_source,
     .assumes = "nothing",
     .options = {{"by", "reduction", "how blocks come to all", {"reduction", "broadcasts"}}},
     .needs_collective_network = true,
     .composed = formula,
     .cost = cost},
    run};

}  // namespace
}  // namespace collsim
