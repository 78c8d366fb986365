#pragma once

#include <limits>
#include <string>

#include "algorithms/comm.hpp"

namespace collsim {

/// A call in which ranks do what their place in the order of arrival asks of them. That order is what the word of the node
/// and messages from any rank tell; on a real machine it may be another one in the next run.
class LateRanks {
 public:
  LateRanks(const LateRanks&) = delete;
  LateRanks& operator=(const LateRanks&) = delete;

  /// Why a message of so many elements cannot be sent; empty if it can.
  static std::string unsupported_message(std::int64_t elements) {
    if (elements <= std::numeric_limits<int>::max()) return {};
    return "a message of " + std::to_string(elements) + " elements is more than an MPI count holds";
  }

 protected:
  LateRanks(Comm& comm, Datatype type)
      : comm_(comm),
        node_(comm.node()),
        call_(node_.begin_call(2)),
        tag_(Comm::tag_of(call_)),
        type_(type),
        extent_(comm.extent(type)) {
    await_last_call();
  }

  Comm& comm() const { return comm_; }
  const Node& node() const { return node_; }
  const Nodes& nodes() const { return node_.nodes(); }
  Datatype type() const { return type_; }
  void* element_at(void* vector, std::int64_t index) const { return element(vector, index, extent_); }
  const void* element_at(const void* vector, std::int64_t index) const {
    return element(vector, index, extent_);
  }

  /// Where the first of these vectors begins in the segment.
  void* shared(const Vectors& vectors) {
    return vectors.room().first_element(node_.segment(vectors.room().bytes));
  }
  /// The word of the node.
  int compare_exchange(int expected, int desired) { return node_.compare_exchange(call_, expected, desired); }
  /// Sends to a rank that takes messages from any.
  void send(const void* data, std::int64_t count, int destination) {
    comm_.send(data, count, type_, destination, tag_);
  }
  /// Returns from whom.
  int recv_any(void* data, std::int64_t count) { return comm_.recv_any(data, count, type_, tag_); }
  /// What others of the node need of this rank in this call is there; or until it is of another rank.
  void tell() { comm_.raise(call_ + 1); }
  void await(int rank) { comm_.await(rank, call_ + 1); }
  /// What this rank has to do in this call is done.
  void leave() { comm_.raise(call_ + 2); }

 private:
  /// Waits until nobody of the node is in it: then the segment is free. Each begins with its neighbour, so that not all look at
  /// one flag at a time.
  void await_last_call() {
    if (call_ == 0) return;
    for (int i = 1; i < node_.size(); ++i) comm_.await(node_.rank((node_.place() + i) % node_.size()), call_);
  }

  Comm& comm_;
  Node& node_;
  std::int64_t call_;
  int tag_;
  Datatype type_;
  Aint extent_;
};

}  // namespace collsim
