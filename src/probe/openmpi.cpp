// The program has functions of the names of Open MPI's algorithms, which its component tuned finds before those of libmpi. Each counts and
// goes on in libmpi's, whose arguments nobody here needs to know. What they send passes libmpi's table of functions `mca_pml`, where the
// program puts its own in front of those that send.
#include <dlfcn.h>
#include <mpi.h>

#include <array>
#include <cstddef>
#include <utility>

#include "probe/witness.hpp"

#if !defined(OMPI_MAJOR_VERSION)
#error "its <mpi.h> is not Open MPI's"
#endif
#if !defined(__x86_64__)
#error "the functions that count and jump are written for x86-64"
#endif

namespace {

constexpr std::array names = {
#define FUNCTION(name) #name,
#include "probe/openmpi_functions.def"
#undef FUNCTION
};

}  // namespace

extern "C" {
#define FUNCTION(name)             \
  long collprobe_count_##name = 0; \
  void* collprobe_next_##name = nullptr;
#include "probe/openmpi_functions.def"
#undef FUNCTION
}

#define FUNCTION(name)                                                                                 \
  asm(".text\n.globl ompi_coll_base_" #name "\n.type ompi_coll_base_" #name                            \
      ", @function\n"                                                                                  \
      "ompi_coll_base_" #name ":\n  incq collprobe_count_" #name                                       \
      "(%rip)\n"                                                                                       \
      "  jmp *collprobe_next_" #name "(%rip)\n.size ompi_coll_base_" #name ", .-ompi_coll_base_" #name \
      "\n");
#include "probe/openmpi_functions.def"
#undef FUNCTION

namespace {

void go_on_in_libmpi() {
#define FUNCTION(name) collprobe_next_##name = dlsym(RTLD_NEXT, "ompi_coll_base_" #name);
#include "probe/openmpi_functions.def"
#undef FUNCTION
}

/// Before MPI_Init, which calls none of them.
struct Found {
  Found() { go_on_in_libmpi(); }
} const found;

/// In the place of any of them, whatever its arguments.
int return_at_once() {
  return MPI_SUCCESS;
}

/// Counters of the functions, in the order of the names.
constexpr std::array<long*, names.size()> counters = {
#define FUNCTION(name) &collprobe_count_##name,
#include "probe/openmpi_functions.def"
#undef FUNCTION
};

std::vector<collsim::probe::SentMessage> messages;

void tell(std::size_t count, MPI_Datatype type, int to) {
  int size = 0;
  MPI_Type_size(type, &size);
  messages.push_back({to, static_cast<std::int64_t>(count) * size});
}

using PmlSend = int (*)(const void*, std::size_t, MPI_Datatype, int, int, int, MPI_Comm);
using PmlIsend = int (*)(const void*, std::size_t, MPI_Datatype, int, int, int, MPI_Comm, void**);

/// The first fields of the module in ompi/mca/pml/pml.h.
struct PointToPoint {
  std::array < void*, OMPI_MAJOR_VERSION<5 ? 9 : 10> others;
  PmlIsend isend_init, isend;
  PmlSend send;
};
PointToPoint libmpi;

int isend_init(const void* buffer, std::size_t count, MPI_Datatype type, int to, int tag, int mode,
               MPI_Comm communicator, void** request) {
  tell(count, type, to);
  return libmpi.isend_init(buffer, count, type, to, tag, mode, communicator, request);
}

int isend(const void* buffer, std::size_t count, MPI_Datatype type, int to, int tag, int mode,
          MPI_Comm communicator, void** request) {
  tell(count, type, to);
  return libmpi.isend(buffer, count, type, to, tag, mode, communicator, request);
}

int send(const void* buffer, std::size_t count, MPI_Datatype type, int to, int tag, int mode,
         MPI_Comm communicator) {
  tell(count, type, to);
  return libmpi.send(buffer, count, type, to, tag, mode, communicator);
}

}  // namespace

namespace collsim::probe {

void watch() {
  auto* table = static_cast<PointToPoint*>(dlsym(RTLD_DEFAULT, "mca_pml"));
  if (!table) return;
  libmpi = *table;
  table->isend_init = isend_init;
  table->isend = isend;
  table->send = send;
}

std::vector<SentMessage> sent() {
  return std::exchange(messages, {});
}

std::vector<std::string> ran() {
  std::vector<std::string> functions;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (std::exchange(*counters[i], 0) != 0) functions.emplace_back(names[i]);
  return functions;
}

void only_tell(bool only) {
  if (!only) return go_on_in_libmpi();
#define FUNCTION(name) collprobe_next_##name = reinterpret_cast<void*>(return_at_once);
#include "probe/openmpi_functions.def"
#undef FUNCTION
}

int* size_of_world() {
  MPI_Group group;
  MPI_Comm_group(MPI_COMM_WORLD, &group);  // the communicator's own
  // grp_proc_count of ompi/group/group.h, behind an object's class and count.
  int* size = reinterpret_cast<int*>(reinterpret_cast<char*>(group) + 16);
  MPI_Group_free(&group);
  return size;
}

}  // namespace collsim::probe
