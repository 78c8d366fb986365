#pragma once

#include "algorithms/call.hpp"
#include "algorithms/comm.hpp"
#include "algorithms/patterns/places.hpp"

namespace collsim {

/// The bytes of data of an element, as a type whose elements lie side by side.
class CompactType {
 public:
  explicit CompactType(MPI_Datatype type) {
    const int code = PMPI_Type_contiguous(mpi_count(Comm::size_of(type)), MPI_BYTE, &type_);
    if (code != MPI_SUCCESS) throw MpiError("MPI_Type_contiguous", code);
    PMPI_Type_commit(&type_);
  }
  ~CompactType() { PMPI_Type_free(&type_); }
  CompactType(const CompactType&) = delete;
  CompactType& operator=(const CompactType&) = delete;

  operator MPI_Datatype() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

/// A call with elements that reach beyond their extent, made on copies that lie side by side: messages of more blocks than a
/// rank has itself would put elements on others.
template <class Call>
class Compacted {
 public:
  Compacted(Comm& comm, const Call& call)
      : comm_(comm),
        given_(call),
        out_(sent(call, comm.size())),
        in_(received(call, comm.size())),
        type_(call.type),
        send_(comm.scratch(in_place() ? 0 : out_.total(), type_)),
        recv_(comm.scratch(in_.total(), type_)) {
    const Places& lie = in_place() ? in_ : out_;
    const void* const from = in_place() ? given_.recv : given_.send;
    const Places packed = collsim::packed(lie);
    for (std::size_t rank = 0; rank < lie.size(); ++rank)
      comm.copy(element(from, lie[rank].first, Comm::extent(given_.type)), given_.type,
                element(in_place() ? recv_.data() : send_.data(), packed[rank].first, Comm::extent(type_)),
                type_, lie[rank].count);
  }

  Call call() const {
    const void* const send = in_place() ? MPI_IN_PLACE : send_.data();
    if constexpr (requires { given_.recv_blocks; })
      return {send, packed(out_), recv_.data(), packed(in_), type_};
    else
      return {send, recv_.data(), given_.count, type_};
  }

  /// The result, once the call has been made.
  void deliver() const {
    const Places packed = collsim::packed(in_);
    for (std::size_t rank = 0; rank < in_.size(); ++rank)
      comm_.copy(element(recv_.data(), packed[rank].first, Comm::extent(type_)), type_,
                 element(given_.recv, in_[rank].first, Comm::extent(given_.type)), given_.type,
                 in_[rank].count);
  }

 private:
  bool in_place() const { return given_.send == MPI_IN_PLACE; }

  Comm& comm_;
  const Call& given_;
  Places out_, in_;
  CompactType type_;
  Scratch send_, recv_;
};

}  // namespace collsim
