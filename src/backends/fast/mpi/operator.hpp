#pragma once

#include <mpi.h>

#include <array>
#include <cstdint>

namespace collsim::fast {

/// MPI's own operators.
enum class Predefined : std::uint8_t {
  sum,
  prod,
  max,
  min,
  maxloc,
  minloc,
  land,
  lor,
  lxor,
  band,
  bor,
  bxor,
  count
};

/// inout[i] = in[i] op inout[i], for one operator and one type.
using Combine = void(const void* in, void* inout, std::int64_t count);
/// One type's loops, by operator; null: MPI does not define the combination.
using Combines = std::array<Combine*, static_cast<std::size_t>(Predefined::count)>;

/// What an MPI_Op points to.
class Operator {
 public:
  constexpr explicit Operator(Predefined which) : which_(which) {}
  Operator(MPI_User_function* function, bool commutes) : function_(function), commutes_(commutes) {}

  bool predefined() const { return function_ == nullptr; }
  bool commutes() const { return commutes_; }
  /// A user's operator takes every type, MPI's own only predefined ones.
  bool takes(const Datatype& type) const;
  /// inout[i] = in[i] op inout[i]; the operator must take the type.
  void apply(const void* in, void* inout, int count, const Datatype& type) const;

 private:
  MPI_User_function* function_ = nullptr;
  Predefined which_ = Predefined::count;
  bool commutes_ = true;
};

}  // namespace collsim::fast
