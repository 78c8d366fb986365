#include "algorithms/transport.hpp"

#include <algorithm>
#include <limits>

namespace collsim {

int mpi_count(std::int64_t count) {
  if (count > std::numeric_limits<int>::max()) throw CountError(count);
  return static_cast<int>(count);
}

void Transport::library(const AnyCall&) {
  throw Error("there is no library of collectives here");
}
void Transport::traverse(std::int64_t, const Contribution&, const Together&) {
  throw Error("no network that combines joins the nodes; right would be an algorithm that sends messages");
}
std::byte* Transport::acquire(std::size_t bytes) {
  return new std::byte[std::max<std::size_t>(bytes, 1)];
}
void Transport::release(std::byte* memory) {
  delete[] memory;
}
std::byte* Transport::acquire_unwritten(std::size_t bytes) {
  bytes = std::max<std::size_t>(bytes, 1);
  auto* memory = new std::byte[bytes];
  std::fill_n(memory, bytes, unwritten);
  return memory;
}

}  // namespace collsim
