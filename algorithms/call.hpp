#pragma once

#include <variant>

#include "algorithms/facts/description.hpp"
#include "algorithms/facts/handles.hpp"
#include "algorithms/facts/places.hpp"

namespace collsim {

/// What a call is made from on one rank: a shape and buffers as collective.hpp lays them out. Calls refer to the arguments they
/// are made of.
struct Arguments {
  const Shape& shape;  ///< must outlive the call
  int rank;
  const void* send;
  void* recv;
  Datatype type;
  Op op;

  /// The block, of a collective whose blocks vary, that this rank exchanges with each rank, in a buffer of blocks.
  Places blocks = {};

  std::int64_t count() const { return shape.count; }
  std::int64_t block() const { return shape.count / shape.processes; }
  bool is_root() const { return rank == shape.root; }
  const void* send_or_in_place() const { return shape.in_place ? mpi_in_place : send; }
};

/// The structs hold the arguments of the MPI call of their name. In gathering and scattering calls, `count`
/// and `type` are those of both sides: of the block that goes from one rank to another. Blocks stand for counts and
/// displacements. Elements may reach beyond their extent, as a column of a matrix does whose type is resized to one
/// number; but as many as all blocks have, one behind the other, must not lie on each other.

/// send may be MPI_IN_PLACE.
struct Allreduce {
  static constexpr const char* collective = "allreduce";
  const void* send;
  void* recv;
  std::int64_t count;
  Datatype type;
  Op op;

  static Allreduce from_arguments(const Arguments& a) {
    return {a.send_or_in_place(), a.recv, a.count(), a.type, a.op};
  }
};

/// send may be MPI_IN_PLACE at the root, recv matters there only.
struct Reduce {
  static constexpr const char* collective = "reduce";
  const void* send;
  void* recv;
  std::int64_t count;
  Datatype type;
  Op op;
  int root;

  static Reduce from_arguments(const Arguments& a) {
    if (!a.is_root()) return {a.send, nullptr, a.count(), a.type, a.op, a.shape.root};
    return {a.send_or_in_place(), a.recv, a.count(), a.type, a.op, a.shape.root};
  }
};

struct Bcast {
  static constexpr const char* collective = "bcast";
  void* buffer;
  std::int64_t count;
  Datatype type;
  int root;

  static Bcast from_arguments(const Arguments& a) { return {a.recv, a.count(), a.type, a.shape.root}; }
};

/// send may be MPI_IN_PLACE: the rank's block then lies in its place in recv.
struct Allgather {
  static constexpr const char* collective = "allgather";
  const void* send;
  void* recv;
  std::int64_t count;
  Datatype type;

  static Allgather from_arguments(const Arguments& a) {
    return {a.send_or_in_place(), a.recv, a.block(), a.type};
  }
};

/// send may be MPI_IN_PLACE: the rank's block then lies in its place in recv. Every rank knows all blocks.
struct Allgatherv {
  static constexpr const char* collective = "allgatherv";
  const void* send;
  void* recv;
  Places blocks;
  Datatype type;

  static Allgatherv from_arguments(const Arguments& a) {
    return {a.send_or_in_place(), a.recv, a.blocks, a.type};
  }
};

/// send may be MPI_IN_PLACE at the root, recv matters there only.
struct Gather {
  static constexpr const char* collective = "gather";
  const void* send;
  void* recv;
  std::int64_t count;
  Datatype type;
  int root;

  static Gather from_arguments(const Arguments& a) {
    if (!a.is_root()) return {a.send, nullptr, a.block(), a.type, a.shape.root};
    return {a.send_or_in_place(), a.recv, a.block(), a.type, a.shape.root};
  }
};

/// send may be MPI_IN_PLACE at the root; recv and blocks matter there only. `count` is that of the rank's own block.
struct Gatherv {
  static constexpr const char* collective = "gatherv";
  const void* send;
  std::int64_t count;
  void* recv;
  Places blocks;
  Datatype type;
  int root;

  static Gatherv from_arguments(const Arguments& a) {
    const std::int64_t own = a.blocks[static_cast<std::size_t>(a.rank)].count;
    if (!a.is_root()) return {a.send, own, nullptr, {}, a.type, a.shape.root};
    return {a.send_or_in_place(), own, a.recv, a.blocks, a.type, a.shape.root};
  }
};

/// recv may be MPI_IN_PLACE at the root, send matters there only.
struct Scatter {
  static constexpr const char* collective = "scatter";
  const void* send;
  void* recv;
  std::int64_t count;
  Datatype type;
  int root;

  static Scatter from_arguments(const Arguments& a) {
    if (!a.is_root()) return {nullptr, a.recv, a.block(), a.type, a.shape.root};
    return {a.send, a.shape.in_place ? mpi_in_place : a.recv, a.block(), a.type, a.shape.root};
  }
};

/// recv may be MPI_IN_PLACE at the root; send and blocks matter there only. `count` is that of the rank's own block.
struct Scatterv {
  static constexpr const char* collective = "scatterv";
  const void* send;
  Places blocks;
  void* recv;
  std::int64_t count;
  Datatype type;
  int root;

  static Scatterv from_arguments(const Arguments& a) {
    const std::int64_t own = a.blocks[static_cast<std::size_t>(a.rank)].count;
    if (!a.is_root()) return {nullptr, {}, a.recv, own, a.type, a.shape.root};
    return {a.send, a.blocks, a.shape.in_place ? mpi_in_place : a.recv, own, a.type, a.shape.root};
  }
};

/// send may be MPI_IN_PLACE.
struct Alltoall {
  static constexpr const char* collective = "alltoall";
  const void* send;
  void* recv;
  std::int64_t count;
  Datatype type;

  static Alltoall from_arguments(const Arguments& a) {
    return {a.send_or_in_place(), a.recv, a.block(), a.type};
  }
};

/// send may be MPI_IN_PLACE: those of recv then are the blocks of both sides. A rank knows its own only.
struct Alltoallv {
  static constexpr const char* collective = "alltoallv";
  const void* send;
  Places send_blocks;
  void* recv;
  Places recv_blocks;
  Datatype type;

  static Alltoallv from_arguments(const Arguments& a) {
    return {a.send_or_in_place(), a.blocks, a.recv, a.blocks, a.type};
  }
};

/// send may be MPI_IN_PLACE; the blocks of what is reduced lie one behind the other.
struct ReduceScatter {
  static constexpr const char* collective = "reduce_scatter";
  const void* send;
  void* recv;
  Places blocks;
  Datatype type;
  Op op;

  static ReduceScatter from_arguments(const Arguments& a) {
    return {a.send_or_in_place(), a.recv, a.blocks, a.type, a.op};
  }
};

/// send may be MPI_IN_PLACE; count is that of the result.
struct ReduceScatterBlock {
  static constexpr const char* collective = "reduce_scatter_block";
  const void* send;
  void* recv;
  std::int64_t count;
  Datatype type;
  Op op;

  static ReduceScatterBlock from_arguments(const Arguments& a) {
    return {a.send_or_in_place(), a.recv, a.block(), a.type, a.op};
  }
};

/// send may be MPI_IN_PLACE.
struct Scan {
  static constexpr const char* collective = "scan";
  const void* send;
  void* recv;
  std::int64_t count;
  Datatype type;
  Op op;

  static Scan from_arguments(const Arguments& a) {
    return {a.send_or_in_place(), a.recv, a.count(), a.type, a.op};
  }
};

/// send may be MPI_IN_PLACE; rank 0's recv stays as it is.
struct Exscan {
  static constexpr const char* collective = "exscan";
  const void* send;
  void* recv;
  std::int64_t count;
  Datatype type;
  Op op;

  static Exscan from_arguments(const Arguments& a) {
    return {a.send_or_in_place(), a.recv, a.count(), a.type, a.op};
  }
};

struct Barrier {
  static constexpr const char* collective = "barrier";

  static Barrier from_arguments(const Arguments&) { return {}; }
};

/// Any of them, by reference.
struct AnyCall : std::variant<const Allreduce*, const Reduce*, const Bcast*, const Allgather*,
                              const Allgatherv*, const Gather*, const Gatherv*, const Scatter*,
                              const Scatterv*, const Alltoall*, const Alltoallv*, const ReduceScatter*,
                              const ReduceScatterBlock*, const Scan*, const Exscan*, const Barrier*> {
  using variant::variant;
};

}  // namespace collsim
