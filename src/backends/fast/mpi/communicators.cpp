// MPI's communicators, and the memory that the ranks of a node share, of the rank that runs.
#include <algorithm>

#include "backends/fast/engine/engine.hpp"
#include "backends/fast/mpi/split.hpp"

using collsim::fast::Communicator;
using collsim::fast::Engine;
using collsim::fast::Group;
using collsim::fast::Split;
using collsim::fast::SplitChoice;

MPI_Comm collsim_fast_world() {
  return &Engine::current().rank().world;
}

MPI_Comm collsim_fast_self() {
  auto& rank = Engine::current().rank();
  if (!rank.self) {
    const auto group = std::make_shared<Group>(std::vector<int>{rank.number});
    group->context = 1;
    rank.self = std::make_unique<Communicator>(group, 0);
  }
  return rank.self.get();
}

int PMPI_Comm_rank(MPI_Comm comm, int* rank) {
  if (!comm) return MPI_ERR_COMM;
  *rank = comm->rank();
  return MPI_SUCCESS;
}

int PMPI_Comm_size(MPI_Comm comm, int* size) {
  if (!comm) return MPI_ERR_COMM;
  *size = comm->size();
  return MPI_SUCCESS;
}

namespace {

/// What a communicator is split into.
struct Parts {
  Split split;
  std::vector<std::shared_ptr<Group>> groups;
};

std::shared_ptr<Parts> parts_of(Engine& engine, const Communicator& comm, const Group::Meeting& meeting) {
  std::vector<SplitChoice> choices;
  for (const auto& brought : meeting.brought)
    choices.push_back({static_cast<int>(brought[0]), static_cast<int>(brought[1])});
  const auto parts = std::make_shared<Parts>(Parts{split(choices), {}});
  for (std::vector<int> members : parts->split.parts) {
    for (int& member : members) member = comm.world_rank(member);
    parts->groups.push_back(std::make_shared<Group>(std::move(members)));
    parts->groups.back()->context = engine.new_context();
  }
  return parts;
}

}  // namespace

int PMPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* part) {
  if (!comm) return MPI_ERR_COMM;
  if (color < 0 && color != MPI_UNDEFINED) return MPI_ERR_ARG;
  Engine& engine = Engine::current();
  const auto meeting = engine.meet(*comm, {color, key}, "MPI_Comm_split");
  *part = MPI_COMM_NULL;
  if (color == MPI_UNDEFINED) return MPI_SUCCESS;
  if (!meeting->outcome) meeting->outcome = parts_of(engine, *comm, *meeting);
  const auto& parts = *std::static_pointer_cast<Parts>(meeting->outcome);
  const Split::RankPlace& own = parts.split.places[static_cast<std::size_t>(comm->rank())];
  *part = new Communicator(parts.groups[static_cast<std::size_t>(own.part)], own.rank);
  return MPI_SUCCESS;
}

int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm* copy) {
  return comm ? PMPI_Comm_split(comm, 0, comm->rank(), copy) : MPI_ERR_COMM;
}

int PMPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info, MPI_Comm* part) {
  if (type != MPI_COMM_TYPE_SHARED && type != MPI_UNDEFINED) return MPI_ERR_ARG;
  const Engine& engine = Engine::current();
  const int node = engine.node_of(Engine::current().rank().number);
  return PMPI_Comm_split(comm, type == MPI_UNDEFINED ? MPI_UNDEFINED : node, key, part);
}

int PMPI_Comm_free(MPI_Comm* comm) {
  if (!*comm || *comm == collsim_fast_world() || *comm == collsim_fast_self()) return MPI_ERR_COMM;
  delete *comm;
  *comm = MPI_COMM_NULL;
  return MPI_SUCCESS;
}

int PMPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler) {
  return comm ? MPI_SUCCESS : MPI_ERR_COMM;
}

int PMPI_Comm_compare(MPI_Comm one, MPI_Comm other, int* result) {
  if (!one || !other) return MPI_ERR_COMM;
  const auto members = [](MPI_Comm comm) {
    std::vector<int> all;
    for (int rank = 0; rank < comm->size(); ++rank) all.push_back(comm->world_rank(rank));
    return all;
  };
  std::vector<int> first = members(one), second = members(other);
  *result = MPI_CONGRUENT;
  if (one->context() == other->context() && first == second) *result = MPI_IDENT;
  if (first == second) return MPI_SUCCESS;
  std::sort(first.begin(), first.end());
  std::sort(second.begin(), second.end());
  *result = first == second ? MPI_SIMILAR : MPI_UNEQUAL;
  return MPI_SUCCESS;
}

namespace collsim::fast {

/// One rank's view of memory that all ranks of a communicator see.
class Window {
 public:
  struct Segment {
    MPI_Aint bytes;
    int unit;
    std::size_t offset;
  };
  struct Memory {
    std::vector<Segment> segments;
    std::vector<std::max_align_t> block;
    std::byte* at(std::size_t offset) { return reinterpret_cast<std::byte*>(block.data()) + offset; }
  };

  std::shared_ptr<Memory> memory;
};

}  // namespace collsim::fast

using collsim::fast::Window;

int PMPI_Win_allocate_shared(MPI_Aint bytes, int unit, MPI_Info, MPI_Comm comm, void* base, MPI_Win* window) {
  if (!comm) return MPI_ERR_COMM;
  if (bytes < 0 || unit <= 0) return MPI_ERR_ARG;
  Engine& engine = Engine::current();
  for (int rank = 0; rank < comm->size(); ++rank)
    if (engine.node_of(comm->world_rank(rank)) != engine.node_of(engine.rank().number)) return MPI_ERR_COMM;
  const auto meeting = engine.meet(*comm, {bytes, unit}, "MPI_Win_allocate_shared");
  if (!meeting->outcome) {
    const auto memory = std::make_shared<Window::Memory>();
    std::size_t total = 0;
    for (const auto& other : meeting->brought) {
      memory->segments.push_back({other[0], static_cast<int>(other[1]), total});
      // Segments lie one behind the other, as MPI has it by default.
      total += static_cast<std::size_t>(other[0]);
    }
    memory->block.resize(total / sizeof(std::max_align_t) + 1);
    meeting->outcome = memory;
  }
  const auto memory = std::static_pointer_cast<Window::Memory>(meeting->outcome);
  *window = new Window{memory};
  *static_cast<void**>(base) = memory->at(memory->segments[static_cast<std::size_t>(comm->rank())].offset);
  return MPI_SUCCESS;
}

int PMPI_Win_shared_query(MPI_Win window, int rank, MPI_Aint* bytes, int* unit, void* base) {
  if (!window) return MPI_ERR_WIN;
  const auto& segments = window->memory->segments;
  if (rank != MPI_PROC_NULL && (rank < 0 || rank >= std::ssize(segments))) return MPI_ERR_RANK;
  const auto has_memory = [](const Window::Segment& segment) { return segment.bytes > 0; };
  auto place = segments.begin() + std::max(rank, 0);
  if (rank == MPI_PROC_NULL) place = std::find_if(segments.begin(), segments.end(), has_memory);
  const Window::Segment segment = place == segments.end() ? Window::Segment{0, 1, 0} : *place;
  *bytes = segment.bytes;
  *unit = segment.unit;
  *static_cast<void**>(base) = window->memory->at(segment.offset);
  return MPI_SUCCESS;
}

int PMPI_Win_lock_all(int, MPI_Win window) {
  return window ? MPI_SUCCESS : MPI_ERR_WIN;
}

int PMPI_Win_unlock_all(MPI_Win window) {
  return window ? MPI_SUCCESS : MPI_ERR_WIN;
}

/// What one rank wrote is what another reads: the ranks are of one process.
int PMPI_Win_sync(MPI_Win window) {
  return window ? MPI_SUCCESS : MPI_ERR_WIN;
}

int PMPI_Win_free(MPI_Win* window) {
  if (!*window) return MPI_ERR_WIN;
  delete *window;
  *window = MPI_WIN_NULL;
  return MPI_SUCCESS;
}
