#pragma once

#include "algorithms/facts/trace.hpp"

/// Traces written by hand.
namespace collsim::testing {

inline Event post_send(int to, std::int64_t bytes, int request, double at = 0) {
  return {Event::Kind::post_send, to, bytes, request, at, at};
}
inline Event post_recv(int from, std::int64_t bytes, int request, double at = 0) {
  return {Event::Kind::post_recv, from, bytes, request, at, at};
}
inline Event wait(int peer, std::int64_t bytes, int request, double begin = 0, double end = 0) {
  return {Event::Kind::wait, peer, bytes, request, begin, end};
}
inline Event combine(std::int64_t bytes, double begin = 0, double end = 0) {
  return {Event::Kind::combine, -1, bytes, -1, begin, end};
}
inline Event copy(std::int64_t bytes, double begin = 0, double end = 0) {
  return {Event::Kind::copy, -1, bytes, -1, begin, end};
}
inline Event traverse(std::int64_t bytes, double begin = 0, double end = 0) {
  return {Event::Kind::traverse, -1, bytes, -1, begin, end};
}

}  // namespace collsim::testing
