#include "backends/fast/engine/fibers.hpp"

#include <fmt/format.h>

#include "support/error.hpp"

namespace collsim::fast {

Fibers::Fibers(Ranks& ranks) : ranks_(ranks), stacks_(ranks.size()) {}

Fibers::~Fibers() {
  unwinding_ = true;
  for (Rank& rank : ranks_)
    if (rank.fiber) resume(rank);
}

void Fibers::start(Rank& rank, const std::function<void(int)>& body) {
  struct NoAllocator {  // the stacks stay, whatever fibers come and go
    static boost::context::stack_context allocate() { return {}; }
    static void deallocate(boost::context::stack_context&) {}
  };
  rank.fiber = boost::context::fiber(std::allocator_arg, stacks_[rank.number], NoAllocator{},
                                     [this, &rank, &body](boost::context::fiber&& main) {
                                       main_stack_ = StackSwitch().come_back();
                                       main_ = std::move(main);
                                       run(rank, body);
                                       StackSwitch::leave_for_good(main_stack_);
                                       return std::move(main_);
                                     });
}

void Fibers::run(Rank& rank, const std::function<void(int)>& body) {
  if (unwinding_) return;
  try {
    body(rank.number);
  } catch (const Unwind&) {
    return;
  } catch (const std::exception&) {
    if (!failure_) failure_ = std::current_exception();
  }
  rank.finished = true;
}

void Fibers::resume(Rank& rank) {
  ranks_.set_running(rank);
  StackSwitch here;
  here.leave(stacks_.bounds(rank.number));
  rank.fiber = std::move(rank.fiber).resume();
  here.come_back();
}

void Fibers::block() {
  if (unwinding_) throw Unwind();
  Rank& blocked = ranks_.running();
  blocked.frame = __builtin_frame_address(0);
  if (!stacks_.holds(blocked.number, blocked.frame)) refuse_depth(blocked.number);
  StackSwitch here;
  here.leave(main_stack_);
  main_ = std::move(main_).resume();
  main_stack_ = here.come_back();
  if (unwinding_) throw Unwind();
}

void Fibers::refuse_depth(int rank) {
  throw Error(fmt::format(Stacks::complaint, rank, Stacks::bytes >> 10U));
}

void Fibers::check() const {
  if (failure_) std::rethrow_exception(failure_);
  for (const Rank& rank : ranks_)
    if (stacks_.overflowed(rank.number)) refuse_depth(rank.number);
}

/// The frames of the calls that it is in.
void Fibers::prefetch_code(const Rank& rank) {
  constexpr std::size_t below = 192, all = 896;
  if (!rank.frame) return;
  prefetch_lines(static_cast<const std::byte*>(rank.frame) - below, all);
  for (const void* place : rank.touched) fast::prefetch(place);
}

}  // namespace collsim::fast
