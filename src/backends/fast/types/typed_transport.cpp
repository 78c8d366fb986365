#include "backends/fast/types/typed_transport.hpp"

#include <algorithm>
#include <memory>

#include "algorithms/comm.hpp"
#include "backends/fast/types/type_map.hpp"

namespace collsim::fast {

TypeLayout TypedTransport::layout(Datatype type) const {
  return TypeMap::of_type(type).layout();
}

std::int64_t TypedTransport::size_of(Datatype type) const {
  return TypeMap::of_type(type).size();
}

const TypeLayout* TypedTransport::lasting_layout(Datatype type) const {
  const TypeMap& map = TypeMap::of_type(type);
  return map.temporary() ? nullptr : &map.layout();
}

bool TypedTransport::commutes(Op op) const {
  return Operator::of_op(op).commutes;
}

/// In parts that the function can count.
void TypedTransport::combine(const void* in, void* inout, std::int64_t count, Datatype type, Op op) {
  const Aint extent = TypeMap::of_type(type).extent();
  for (std::int64_t first = 0; first < count; first += most_) {
    int part = static_cast<int>(std::min(most_, count - first));
    Operator::of_op(op).function(const_cast<void*>(element(in, first, extent)), element(inout, first, extent),
                                 &part, &type);
  }
}

void TypedTransport::copy(const void* from, Datatype from_type, void* to, Datatype to_type,
                          std::int64_t count) {
  copy_elements(from, count, TypeMap::of_type(from_type), to, TypeMap::of_type(to_type));
}

Datatype TypedTransport::pieces(std::span<const int> counts, std::span<const Aint> places, Datatype type) {
  auto made = std::make_unique<TypeMap>(counts, places, TypeMap::of_type(type));
  made->set_temporary();
  return made.release()->handle();
}

void TypedTransport::free_type(Datatype type) {
  const std::unique_ptr<const TypeMap> freed(&TypeMap::of_type(type));
}

void TypedTransport::refuse(const std::string& why) {
  throw MpiError("a message", 1, why);
}

void TypedTransport::refuse_count(std::int64_t count) {
  if (count < 0) refuse("a count is not negative");
  throw CountError(count);
}

}  // namespace collsim::fast
