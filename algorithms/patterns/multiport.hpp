#pragma once

#include "algorithms/call.hpp"
#include "algorithms/comm.hpp"
#include "algorithms/patterns/multiport_facts.hpp"

namespace collsim {

/// All rounds of a phase that combines nothing.
void run_phase(Comm& comm, const Multiport& ports, Phase phase, void* vector, Datatype type);
/// Scatters the root's vector in a message for each block.
void stream_blocks(Comm& comm, const Multiport& ports, void* vector, Datatype type);
/// All rounds of a phase that combines. The first one combines with the contribution where it lies; the result is in call.recv.
/// `packs`: what is sent is copied first, the parts by a thread each.
void combine_phase(Comm& comm, const Multiport& ports, Phase phase, const Allreduce& call,
                   bool packs = false);
/// Copies of blocks between a vector of them in order of rank, or one alone, and a vector in which parts lie side by side that travel
/// together.
struct Copies {
  const void* from;
  void* to;
};
struct EachBlock {
  std::int64_t count;  ///< elements
  Datatype type;
  bool gathered;  ///< out of the latter vector, else into it
};
void permute_blocks(Comm& comm, const Multiport& ports, const Copies& copies, const EachBlock& each);
void place_block(Comm& comm, const Multiport& ports, int rank, const Copies& copies, const EachBlock& each);

}  // namespace collsim
