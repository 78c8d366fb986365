#pragma once

#include <simgrid/forward.h>
#include <smpi/smpi.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "backends/trial/rates.hpp"
#include "platforms/platform.hpp"
#include "points/placement.hpp"

namespace collsim {

/// SimGrid with one platform loaded. At most one object per process, and at most one run(): a trial's process
/// is forked from one that has loaded the platform, because floating-point time depends on when a trial
/// starts.
class Simulation {
 public:
  /// Loads the platform for ranks on its first `nodes` nodes. Throws PlatformError if SimGrid refuses the file.
  Simulation(const Platform& platform, int nodes);

  /// Before run(): which of the library's algorithms MPI_X executes for this collective.
  static void select(const std::string& collective, const std::string& selector);

  /// Runs `body` as rank 0..processes-1, each on its node. Throws Error on a
  /// deadlock, with what `waiting()` says.
  void run(const Placement& placement, const std::function<void(int rank)>& body,
           const std::function<std::string()>& waiting);

  /// Gives a rank of run() all ranks, collectively and in simulated time, where messages of any rank can be received. SimGrid
  /// looks up the sender of such messages in MPI_COMM_WORLD only where no rank runs, and crashes.
  static MPI_Comm receiving_from_any();

  /// Latency in seconds of the route between two ranks' nodes, and its links by name with their bytes per
  /// second.
  std::pair<double, std::vector<std::pair<std::string, double>>> route(const Placement& placement, int from,
                                                                       int to) const;

  /// Undisturbed seconds per message of so many bytes, and per byte, between two ranks: latency and bandwidth of the route plus
  /// SMPI's envelope, or the node's memory.
  std::pair<double, double> wire(const AllRates& ranks, int from, int to, double bytes) const;

  /// Scales the loopback of every node that has ranks to what their memory and cores allow: for
  /// collectives whose messages Comm does not see.
  void charge_loopback(const AllRates& ranks) const;

  const Platform& platform() const { return platform_; }

 private:
  simgrid::s4u::Host* node(int index) const { return nodes_[static_cast<std::size_t>(index)]; }

  Platform platform_;
  std::vector<simgrid::s4u::Host*> nodes_;
};

}  // namespace collsim
