#include "nodes/machine_node.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "nodes/memory_domain.hpp"
#include "support/processors.hpp"
#include "transports/mpi_handles.hpp"

namespace collsim {
namespace {

int rank_in(MPI_Comm comm) {
  int rank = 0;
  check_mpi(PMPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  return rank;
}

std::size_t page_size() {
  return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::size_t whole_pages(std::size_t bytes) {
  return (bytes + page_size() - 1) / page_size() * page_size();
}

/// `sharing`: MAP_SHARED or MAP_PRIVATE. Empty where the file cannot be mapped.
std::span<std::byte> map(int file, std::size_t offset, std::size_t bytes, int sharing = MAP_SHARED) {
  void* const place = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, sharing, file, static_cast<off_t>(offset));
  if (place == MAP_FAILED) return {};
  return {static_cast<std::byte*>(place), bytes};
}

void unmap(std::span<std::byte>& memory) {
  if (!memory.empty()) munmap(memory.data(), memory.size());
  memory = {};
}

/// Never makes it smaller, so that ranks need not agree on who goes first. The memory is there afterwards: no access
/// fails later.
bool grow(int file, std::size_t bytes) {
  return fallocate(file, 0, 0, static_cast<off_t>(bytes)) == 0;
}

}  // namespace

std::shared_ptr<const Nodes> machines(MPI_Comm comm) {
  int size = 1;
  check_mpi(PMPI_Comm_size(comm, &size), "MPI_Comm_size");
  const int rank = rank_in(comm);
  MPI_Comm sharing = MPI_COMM_NULL;
  check_mpi(PMPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &sharing),
            "MPI_Comm_split_type");
  int first = rank;
  check_mpi(PMPI_Bcast(&first, 1, MPI_INT, 0, sharing), "MPI_Bcast");
  check_mpi(PMPI_Comm_free(&sharing), "MPI_Comm_free");
  const auto of_all = [&](int mine) {
    std::vector<int> all(static_cast<std::size_t>(size));
    check_mpi(PMPI_Allgather(&mine, 1, MPI_INT, all.data(), 1, MPI_INT, comm), "MPI_Allgather");
    return all;
  };
  static const int domain = memory_domain(allowed_processors());  // takes hwloc ten milliseconds
  return std::make_shared<const Nodes>(of_all(first), of_all(domain));
}

MachineNode::MachineNode(MPI_Comm comm, std::shared_ptr<const Nodes> nodes, Bytes available)
    : Node(std::move(nodes), rank_in(comm)), available_(std::move(available)) {
  open_file(comm);
  const std::size_t bytes = whole_pages(NodeFlags::bytes(size()));
  if (file_ >= 0 && grow(file_, bytes)) control_ = map(file_, 0, bytes);
  int shared = control_.empty() ? 0 : 1;
  check_mpi(PMPI_Allreduce(MPI_IN_PLACE, &shared, 1, MPI_INT, MPI_MIN, comm), "MPI_Allreduce");
  if (!shared) {
    unmap(control_);
    if (file_ >= 0) close(file_);
    throw Error(
        "ranks of a node cannot share memory here; right would be a placement with fewer ranks per node");
  }
}

MachineNode::~MachineNode() {
  unmap(segment_);
  unmap(control_);
  close(file_);
}

void MachineNode::open_file(MPI_Comm comm) {
  constexpr int tag = 0;
  int place_of_file[2] = {};  // process, and descriptor in it
  if (place() == 0) {
    file_ = memfd_create("collsim", MFD_CLOEXEC);
    place_of_file[0] = getpid();
    place_of_file[1] = file_;
    for (int other = 1; other < size(); ++other)
      check_mpi(PMPI_Send(place_of_file, 2, MPI_INT, rank(other), tag, comm), "MPI_Send");
    return;
  }
  check_mpi(PMPI_Recv(place_of_file, 2, MPI_INT, rank(0), tag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
  const std::string path =
      "/proc/" + std::to_string(place_of_file[0]) + "/fd/" + std::to_string(place_of_file[1]);
  if (place_of_file[1] >= 0) file_ = open(path.c_str(), O_RDWR | O_CLOEXEC);
}

std::byte* MachineNode::segment(std::size_t bytes) {
  bytes = whole_pages(std::max<std::size_t>(bytes, 1));
  if (bytes <= segment_.size()) return segment_.data();
  const auto refuse = [bytes](const std::string& why) {
    throw Error("a node's segment of " + std::to_string(bytes) + " bytes " + why);
  };
  if (const std::int64_t left = available_() + static_cast<std::int64_t>(segment_.size());
      static_cast<std::int64_t>(bytes) > left)
    refuse("is more than the " + std::to_string(left) + " bytes of memory that are left");
  unmap(segment_);
  if (!grow(file_, control_.size() + bytes)) refuse(std::string("cannot be had: ") + std::strerror(errno));
  segment_ = map(file_, control_.size(), bytes);
  if (segment_.empty()) refuse(std::string("cannot be mapped: ") + std::strerror(errno));
  return segment_.data();
}

std::byte* MachineNode::map_private(std::byte* memory, std::size_t bytes) {
  const auto offset = static_cast<std::size_t>(memory - segment_.data());
  const std::size_t before = offset % page_size();
  const auto pages = map(file_, control_.size() + offset - before, before + bytes, MAP_PRIVATE);
  if (pages.empty())
    throw Error(std::string("a node's result cannot be mapped privately: ") + std::strerror(errno));
  return pages.data() + before;
}

void MachineNode::unmap_private(std::byte* memory, std::size_t bytes) {
  const std::size_t before = reinterpret_cast<std::uintptr_t>(memory) % page_size();
  munmap(memory - before, before + bytes);
}

void MachineNode::raise(std::int64_t steps) {
  flags().raise(place(), steps);
}

void MachineNode::await(int rank, std::int64_t steps) {
  flags().await(nodes().place_of(rank), steps, [] {
    int none = 0;  // whoever waits for this rank's messages may need MPI to go on with them
    PMPI_Iprobe(0, 0, MPI_COMM_SELF, &none, MPI_STATUS_IGNORE);
    sched_yield();
  });
}

int MachineNode::compare_exchange(std::int64_t call, int expected, int desired) {
  return flags().compare_exchange(call, expected, desired);
}

}  // namespace collsim
