#pragma once

#include "algorithms/comm.hpp"
#include "algorithms/patterns/places.hpp"

namespace collsim {

/// The root receives some blocks into their places. Where these do not follow one another, they arrive
/// elsewhere first.
template <class Call>
void receive_at_root(Comm& comm, const Call& call, const Places& part, int source) {
  const Aint extent = comm.extent(call.type);
  const std::int64_t count = part.total();
  if (part.in_sequence())
    return comm.recv(element(call.recv, part.start(), extent), count, call.type, source);
  const Scratch landing = comm.scratch(count, call.type);
  comm.recv(landing.data(), count, call.type, source);
  std::int64_t first = 0;
  for (const Range& place : part) {
    comm.copy(element(landing.data(), first, extent), element(call.recv, place.first, extent), place.count,
              call.type);
    first += place.count;
  }
}

/// The root sends some blocks. Where these do not follow one another, it joins them elsewhere first.
template <class Call>
void send_from_root(Comm& comm, const Call& call, const Places& part, int destination) {
  const Aint extent = comm.extent(call.type);
  const std::int64_t count = part.total();
  if (part.in_sequence())
    return comm.send(element(call.send, part.start(), extent), count, call.type, destination);
  const Scratch joined = comm.scratch(count, call.type);
  std::int64_t first = 0;
  for (const Range& place : part) {
    comm.copy(element(call.send, place.first, extent), element(joined.data(), first, extent), place.count,
              call.type);
    first += place.count;
  }
  comm.send(joined.data(), count, call.type, destination);
}

}  // namespace collsim
