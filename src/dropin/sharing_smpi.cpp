#include <simgrid/s4u.hpp>
#include <xbt/parse_units.hpp>

#include "dropin/companions.hpp"
#include "dropin/sharing.hpp"
#include "nodes/machine_node.hpp"
#include "nodes/simulated_flags.hpp"

namespace collsim {
namespace {

/// While one lives, SMPI does not take what the process computes for work of the rank.
class NoWork {
 public:
  NoWork() { smpi_bench_end(); }
  ~NoWork() { smpi_bench_begin(); }
  NoWork(const NoWork&) = delete;
  NoWork& operator=(const NoWork&) = delete;
};

/// A property of the platform, in seconds; 0 where it has none.
double seconds(const char* property) {
  const char* const text = simgrid::s4u::Engine::get_instance()->get_netzone_root()->get_property(property);
  return text ? xbt_parse_get_time("", 0, text, property) : 0;
}

/// The flags of all ranks of `comm`, which rank 0 makes: all are in one process.
std::shared_ptr<SimulatedFlags> flags_of(MPI_Comm comm, const Nodes& nodes) {
  const auto made =
      std::make_shared<SimulatedFlags>(seconds("flag.latency"), seconds("flag.transfer"), nodes.ranks());
  const auto* place = &made;
  check_mpi(PMPI_Bcast(&place, sizeof place, MPI_BYTE, 0, comm), "MPI_Bcast");
  const auto flags = *place;
  check_mpi(PMPI_Barrier(comm), "MPI_Barrier");  // until all have taken it
  return flags;
}

/// Memory as ranks of a machine share it, in the simulated program's process; ranks wait for flags in simulated time.
class SimulatedMachineNode final : public MachineNode {
 public:
  SimulatedMachineNode(MPI_Comm comm, const std::shared_ptr<const Nodes>& nodes)
      : MachineNode(comm, nodes), flags_(flags_of(comm, *nodes)) {}

  void raise(std::int64_t steps) override {
    const NoWork no_work;
    flags_->raise(rank(place()), steps);
  }
  void await(int rank, std::int64_t steps) override {
    const NoWork no_work;
    flags_->await(rank, steps);
  }
  int compare_exchange(std::int64_t call, int expected, int desired) override {
    const NoWork no_work;
    return flags_->compare_exchange(number(), call, expected, desired);
  }

 private:
  std::shared_ptr<SimulatedFlags> flags_;
};

}  // namespace

std::unique_ptr<Node> share(MPI_Comm comm, std::shared_ptr<const Nodes> nodes) {
  return std::make_unique<SimulatedMachineNode>(comm, nodes);
}

}  // namespace collsim
