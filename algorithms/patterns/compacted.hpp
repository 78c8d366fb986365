#pragma once

#include <array>

#include "algorithms/call.hpp"
#include "algorithms/patterns/pieces.hpp"
#include "algorithms/patterns/places.hpp"

namespace collsim {

/// The bytes of data of an element, as a type whose elements lie side by side.
class CompactType : public OwnType {
 public:
  CompactType(Comm& comm, Datatype type)
      : OwnType(comm, std::array{mpi_count(comm.size_of(type))}, std::array<Aint, 1>{0}, mpi_byte) {}
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
        type_(comm, call.type),
        send_(comm.scratch(in_place() ? 0 : out_.total(), type_)),
        recv_(comm.scratch(in_.total(), type_)) {
    const Places& lie = in_place() ? in_ : out_;
    const void* const from = in_place() ? given_.recv : given_.send;
    const Places packed = collsim::packed(lie);
    for (std::size_t rank = 0; rank < lie.size(); ++rank)
      comm.copy(element(from, lie[rank].first, comm.extent(given_.type)), given_.type,
                element(in_place() ? recv_.data() : send_.data(), packed[rank].first, comm.extent(type_)),
                type_, lie[rank].count);
  }

  Call call() const {
    const void* const send = in_place() ? mpi_in_place : send_.data();
    if constexpr (requires { given_.recv_blocks; })
      return {send, packed(out_), recv_.data(), packed(in_), type_};
    else
      return {send, recv_.data(), given_.count, type_};
  }

  /// The result, once the call has been made.
  void deliver() const {
    const Places packed = collsim::packed(in_);
    for (std::size_t rank = 0; rank < in_.size(); ++rank)
      comm_.copy(element(recv_.data(), packed[rank].first, comm_.extent(type_)), type_,
                 element(given_.recv, in_[rank].first, comm_.extent(given_.type)), given_.type,
                 in_[rank].count);
  }

 private:
  bool in_place() const { return given_.send == mpi_in_place; }

  Comm& comm_;
  const Call& given_;
  Places out_, in_;
  CompactType type_;
  Scratch send_, recv_;
};

}  // namespace collsim
