#include "algorithms/patterns/ring.hpp"

#include "algorithms/facts/collective.hpp"

namespace collsim {

void allgather_ring(Comm& comm, void* vector, const Places& blocks, Datatype type, int root) {
  const int p = comm.size();
  const int right = (comm.rank() + 1) % p;
  const int left = (comm.rank() + p - 1) % p;
  const int own = comm.rank() - root + p;
  const Aint extent = comm.extent(type);
  for (int step = 0; step < p - 1; ++step) {
    const Range out = blocks[(own - step + p) % p];
    const Range in = blocks[(own - step - 1 + p) % p];
    comm.sendrecv(element(vector, out.first, extent), out.count, right, element(vector, in.first, extent),
                  in.count, left, type);
  }
}

/// The messages that carry the largest block follow one another, wherever it starts.
Cost allgather_ring_cost(const Shape& shape) {
  const std::int64_t p = shape.processes;
  if (p == 1) return {};
  return {{.repeat = p - 1,
           .messages = p,
           .volume = shape.bytes(),
           .bytes = blocks(shape).most() * shape.type_size,
           .pairs = pairs::shift(1)}};
}

}  // namespace collsim
