#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/comm.hpp"

namespace collsim::testing {

/// What one rank does in a test. Returns what went wrong, empty if nothing.
using Body = std::function<std::string(MPI_Comm world)>;

/// Runs `body` on ranks 0..processes-1 and returns their complaints, each with its rank; empty if all went
/// well. SMPI: one simulation in a forked child on the ideal network; a crash or deadlock becomes a
/// complaint. Native: the first `processes` ranks of the running mpirun job, in reverse order; every rank of
/// the job calls this, rank 0 returns the complaints of all.
std::string on_ranks(int processes, const Body& body);

/// What one rank does that shares a node with others.
using BodyOnNode = std::function<std::string(MPI_Comm world, Node& node)>;

/// The same where ranks share nodes: as many ranks as `nodes` has.
std::string on_nodes(const std::shared_ptr<const Nodes>& nodes, const BodyOnNode& body);

/// The numbers of processes that this world can run, of those asked for. Native: those up to the job's size. SMPI, which
/// runs the very sources that the fast engine runs and takes some thirty times as long for a message: those up to 8, 13 and
/// 16.
std::vector<int> feasible(std::vector<int> processes);

/// Up to how many processes the oracle tries every case here; beyond, as many cases as hold every pair of circumstances.
int every_case_up_to();

}  // namespace collsim::testing
