// The program has UCX's functions that send, which MPICH's netmod finds before those of libucp. Each tells and goes on there. With
// MPIR_CVAR_NOLOCAL=1 and MPIR_CVAR_CH4_NETMOD=ucx every message goes that way.
#include <dlfcn.h>
#include <mpi.h>
#include <sched.h>

#include <cstddef>
#include <map>
#include <utility>

#include "probe/witness.hpp"

#if !defined(MPICH_VERSION)
#error "its <mpi.h> is not MPICH's"
#endif

namespace {

/// Ranks by UCX's endpoints, which a message to each has told.
std::map<const void*, int> ranks;
std::vector<std::pair<const void*, std::int64_t>> messages;

using UcpSend = void* (*)(void*, const void*, std::size_t, std::uint64_t, const void*);

void* told(const char* name, void* to, const void* buffer, std::size_t count, std::uint64_t tag,
           const void* how) {
  messages.emplace_back(to, static_cast<std::int64_t>(count));
  return reinterpret_cast<UcpSend>(dlsym(RTLD_NEXT, name))(to, buffer, count, tag, how);
}

}  // namespace

extern "C" void* ucp_tag_send_nbx(void* to, const void* buffer, std::size_t count, std::uint64_t tag,
                                  const void* how) {
  return told("ucp_tag_send_nbx", to, buffer, count, tag, how);
}
extern "C" void* ucp_tag_send_sync_nbx(void* to, const void* buffer, std::size_t count, std::uint64_t tag,
                                       const void* how) {
  return told("ucp_tag_send_sync_nbx", to, buffer, count, tag, how);
}

/// Whoever waits polls by it, and leaves the core to another rank meanwhile.
extern "C" unsigned ucp_worker_progress(void* worker) {
  static const auto progress = reinterpret_cast<unsigned (*)(void*)>(dlsym(RTLD_NEXT, "ucp_worker_progress"));
  const unsigned events = progress(worker);
  if (events == 0) sched_yield();
  return events;
}

namespace collsim::probe {

void watch() {
  int rank = 0, processes = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  for (int distance = 0; distance < processes; ++distance) {
    const int to = (rank + distance) % processes;
    messages.clear();
    char out = 0, in = 0;
    MPI_Sendrecv(&out, 1, MPI_CHAR, to, 0, &in, 1, MPI_CHAR, (rank - distance + processes) % processes, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!messages.empty()) ranks[messages.front().first] = to;
  }
  messages.clear();
}

std::vector<SentMessage> sent() {
  std::vector<SentMessage> found;
  for (const auto& [to, bytes] : messages) {
    const auto place = ranks.find(to);
    found.push_back({place == ranks.end() ? -1 : place->second, bytes});
  }
  messages.clear();
  return found;
}

std::vector<std::string> ran() {
  return {};
}

void only_tell(bool) {}

int* size_of_world() {
  return nullptr;
}

}  // namespace collsim::probe
