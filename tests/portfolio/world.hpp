#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/comm.hpp"
#include "backends/trial/operand_handles.hpp"
#include "tests/portfolio/test_transport.hpp"

namespace collsim::testing {

/// One rank in a test.
struct Rank {
  Transport& transport;
  GuardedMemory& memory;  ///< which the transport gives
};

/// What it does. Returns what went wrong, empty if nothing.
using Body = std::function<std::string(Rank rank)>;

/// Runs `body` on ranks 0..processes-1 and returns their complaints, each with its rank; empty if all went
/// well. SMPI: one simulation in a forked child on the ideal network; a crash or deadlock becomes a
/// complaint. Native: the first `processes` ranks of the running mpirun job, in reverse order; every rank of
/// the job calls this, rank 0 returns the complaints of all.
std::string on_ranks(int processes, const Body& body);

/// Does the same where ranks share nodes: as many ranks as `nodes` has.
std::string on_nodes(const std::shared_ptr<const Nodes>& nodes, const Body& body);

/// The numbers of processes that this world can run, of those asked for. Native: those up to the job's size. SMPI, which
/// runs the very sources that the fast engine runs and takes some thirty times as long for a message: those up to 6, 8 and
/// 13.
std::vector<int> feasible(std::vector<int> processes);

/// Up to how many processes the oracle tries every case here; beyond, as many cases as hold every pair of circumstances.
int every_case_up_to();

/// What transports of this world take as operands.
std::unique_ptr<OperandHandles> handles(const OperandSpec& operand);
/// An int at that place of an element, and another so many bytes further. `resized`: to one int from the element's address on.
/// To be freed by the transport.
Datatype two_ints(std::ptrdiff_t place, std::ptrdiff_t distance, bool resized);
/// What type an operator is told that its elements have.
Datatype told_type(Datatype* argument);
/// Whether the library's collectives are SMPI's.
bool library_is_simulated();

}  // namespace collsim::testing
