#pragma once

#include <bit>
#include <span>
#include <string>

#include "algorithms/transport.hpp"

namespace collsim::fast {

/// What an operator's handle points to.
struct Operator {
  void (*function)(void* in, void* inout, int* count, Datatype* type);  ///< inout[i] = in[i] op inout[i]
  bool commutes;

  static const Operator& of_op(Op op) { return *std::bit_cast<const Operator*>(op); }
  Op handle() const { return std::bit_cast<Op>(this); }
};

/// What ranks have in common whose datatypes are TypeMaps, and whose operators are functions: no MPI is below.
class TypedTransport : public Transport {
 public:
  TypedTransport(int rank, int size) : rank_(rank), size_(size) {}

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  TypeLayout layout(Datatype type) const override;
  std::int64_t size_of(Datatype type) const override;
  const TypeLayout* lasting_layout(Datatype type) const override;
  bool commutes(Op op) const override;
  void combine(const void* in, void* inout, std::int64_t count, Datatype type, Op op) override;
  void copy(const void* from, Datatype from_type, void* to, Datatype to_type, std::int64_t count) override;
  /// The type must be freed when no message of it is under way.
  Datatype pieces(std::span<const int> counts, std::span<const Aint> places, Datatype type) override;
  void free_type(Datatype type) override;

 protected:
  /// Throws CountError, or MpiError for a number below 0.
  static void check_count(std::int64_t count) {
    if (count < 0 || count > most_) refuse_count(count);
  }
  /// Throws MpiError unless it is one of the ranks.
  void check_peer(int peer) const {
    if (peer < 0 || peer >= size_) refuse("there is no rank " + std::to_string(peer));
  }
  static void check_tag(int tag) {
    if (tag < 0) refuse("a tag is not negative");
  }
  /// Complains of a message that is longer than the room for it.
  [[noreturn]] static void refuse_length() { refuse("it is longer than the room for it"); }
  [[noreturn]] static void refuse(const std::string& why);

 private:
  static constexpr std::int64_t most_ = 2147483647;

  [[noreturn]] static void refuse_count(std::int64_t count);

  int rank_, size_;
};

}  // namespace collsim::fast
