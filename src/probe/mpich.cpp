// The program has UCX's functions that send, which MPICH's netmod finds before those of libucp. Each counts and goes on there. With
// MPIR_CVAR_NOLOCAL=1 every message goes that way.
#include <dlfcn.h>

#include <cstdint>

#include "probe/witness.hpp"

namespace {

long messages = 0, bytes_sent = 0;

using Send = void* (*)(void*, const void*, std::size_t, std::uint64_t, const void*);

void* counted(const char* name, void* to, const void* buffer, std::size_t count, std::uint64_t tag,
              const void* how) {
  ++messages;
  bytes_sent += static_cast<long>(count);
  return reinterpret_cast<Send>(dlsym(RTLD_NEXT, name))(to, buffer, count, tag, how);
}

}  // namespace

extern "C" void* ucp_tag_send_nbx(void* to, const void* buffer, std::size_t count, std::uint64_t tag,
                                  const void* how) {
  return counted("ucp_tag_send_nbx", to, buffer, count, tag, how);
}
extern "C" void* ucp_tag_send_sync_nbx(void* to, const void* buffer, std::size_t count, std::uint64_t tag,
                                       const void* how) {
  return counted("ucp_tag_send_sync_nbx", to, buffer, count, tag, how);
}

namespace collsim::probe {

std::vector<long> witnessed() {
  return {messages, bytes_sent};
}

std::string testimony(const std::string& collective, std::size_t bytes, const std::vector<long>& counts) {
  return "sent " + collective + " " + std::to_string(bytes) + " " + std::to_string(counts[0]) + " " +
         std::to_string(counts[1]);
}

}  // namespace collsim::probe
