#include "algorithms/patterns/multiport.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/tree_form.hpp"

namespace collsim {
namespace {

bool by_single_blocks(const Options& options) {
  return options.text("form") == "single_blocks";
}
bool lands_apart(const Options& options) {
  return options.text("lands") == "apart";
}

void broadcast(Comm& comm, void* vector, const Bcast& call, const Options& options) {
  const Multiport ports(comm.size(), call.root, call.count, options);
  if (by_halves(options)) {
    run_phase(comm, ports, Phase::scatter, vector, call.type);
    run_phase(comm, ports, Phase::allgather, vector, call.type);
  } else if (by_single_blocks(options)) {
    stream_blocks(comm, ports, vector, call.type);
    run_phase(comm, ports, Phase::complete, vector, call.type);
  } else {
    run_phase(comm, ports, Phase::broadcast, vector, call.type);
  }
}

/// Bine broadcast over several ports at once (multiport.hpp): every part along a tree of its own, the farthest ranks first,
/// or scattered along it and gathered to all by the way back. A scatter in single blocks passes each on as it comes, and a rank is
/// not sent again what it has passed on.
///
/// Source:  De Sensi et al., SC 2025, arXiv:2508.17311; single blocks: HLC-Lab/bine_trees_fugaku, commit 0755a2e.
/// Assumes: p is a power of two; any root.
/// Cost:    for m ports, latency: lg p (m alpha + n beta); bandwidth: not known, at least 2 lg p m alpha + 2 (p-1)/p n beta;
///          single blocks: for m = 1 (p-1 + lg p) alpha + 2 (p-1)/p n beta, else not known, at least m times the first term. Where vectors
///          land apart, n kappa more.
void run(Comm& comm, const Bcast& call, const Options& options) {
  if (!lands_apart(options) || comm.rank() == call.root) return broadcast(comm, call.buffer, call, options);
  const Scratch scratch = comm.scratch(call.count, call.type);
  broadcast(comm, scratch.data(), call, options);
  comm.copy(scratch.data(), call.buffer, call.count, call.type);
}

Rounds rounds(const Shape& shape, const Options& options) {
  const Multiport ports(shape.processes, shape.root, shape.count, options);
  Rounds rounds(shape.processes);
  if (by_halves(options)) {
    add_rounds(rounds, ports, Phase::scatter, shape.type_size);
    add_rounds(rounds, ports, Phase::allgather, shape.type_size);
  } else if (by_single_blocks(options)) {
    add_block_stream(rounds, ports, shape.type_size);
    add_rounds(rounds, ports, Phase::complete, shape.type_size);
  } else {
    add_rounds(rounds, ports, Phase::broadcast, shape.type_size);
  }
  if (lands_apart(options)) rounds.copy([&](int rank) { return rank == shape.root ? 0 : shape.bytes(); });
  return rounds;
}

std::vector<OptionSpec> options_of_bcast() {
  std::vector<OptionSpec> options = multiport_options(
      {"form",
       "latency",
       "whole vectors travel along the tree (latency), or they are scattered and gathered to all: by halves "
       "(bandwidth), or by a message for each block that goes on as it comes (single_blocks)",
       {"latency", "bandwidth", "single_blocks"}});
  options.push_back(
      {"lands",
       "in_place",
       "receives where the result is, or apart in memory that the network knows, and copies it at the end",
       {"in_place", "apart"}});
  return options;
}

/// Of the other forms no closed form is known: which of the parts a port serves first depends on when their ranks come from the
/// scatter.
bool costed(const Shape&, const Options& options) {
  return options.text("form") == "latency" || options.integer("ports") == 1;
}

/// Single blocks that differ do not keep to the rounds.
bool exact(const Shape& shape, const Options& options) {
  return by_single_blocks(options) ? parts_are_alike(shape, options) : rounds(shape, options).exact();
}

const Registration<Bcast> multiport{{.name = "multiport",
                                     .source = "De Sensi et al. 2025",
                                     .assumes = "p is a power of two",
                                     .formula = "k*(2*alpha + n*beta)",
                                     .options = options_of_bcast(),
                                     .concurrent = true,
                                     .cost = cost_of<rounds>,
                                     .costed = costed,
                                     .exact = exact,
                                     .unsupported = unless_multiport},
                                    run};

}  // namespace
}  // namespace collsim
