#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "algorithms/transport.hpp"
#include "backends/trial/arena.hpp"
#include "backends/trial/heap.hpp"
#include "backends/trial/pinned.hpp"
#include "backends/trial/rates.hpp"
#include "points/point.hpp"

namespace collsim {

/// A simulated rank's local work and memory; the backend has the clock.
///
/// Combining n bytes moves 3n through memory; a copy, a message within the node and one taken off the network
/// move 2n. Ranks of a memory domain share its bandwidth max-min fairly, none goes faster than it can alone.
///
/// `Base`: a Transport, which takes the messages.
template <class Base>
class Charged : public Base {
 public:
  /// `all` and `arena` must outlive it.
  template <class... Of>
  Charged(const AllRates& all, int rank, bool carries_data, Arena& arena, Of&&... base)
      : Base(std::forward<Of>(base)...),
        all_(&all),
        rates_(&all[rank]),
        arena_(&arena),
        rank_(rank),
        carries_data_(carries_data) {}

  bool carries_data() const override { return carries_data_; }
  void charge_combine(std::int64_t bytes, int holder) override { charge(3, bytes, rates_->combine, holder); }
  void charge_copy(std::int64_t bytes, int holder) override {
    charge(2, bytes, publishes_ && rates_->shared > 0 ? rates_->shared : rates_->copy, holder);
  }
  void publishes(bool does) override { publishes_ = does; }

  void charge_pages(const PageWork& work) override {
    if (const double seconds = rates_->pages.seconds(work) * rates_->share; seconds > 0) spend(seconds);
    charge_copy(work.written, rank_);
  }

  /// What the rank spends on a message that it has received.
  void charge_arrival(int source, std::int64_t bytes) override {
    if (!rates_->takes_time) return;
    // Many messages in a row come from one rank.
    if (source != last_source_) taking_ = &rates_->taken(all_->level(last_source_ = source, rank_));
    const double seconds = taking_->seconds_of(static_cast<double>(bytes));
    if (seconds > 0) spend(seconds);
    if (taking_->rate > 0) charge(2, bytes, taking_->rate, rank_);
  }

  void send(const SendBuffer& out, int destination, int tag) override {
    pin(out, destination);
    Base::send(out, destination, tag);
  }
  void receive(const ReceiveBuffer& in, int source) override {
    pin(in, source);
    Base::receive(in, source);
  }
  void exchange(const SendBuffer& out, int destination, const ReceiveBuffer& in, int source) override {
    pin(in, source);
    pin(out, destination);
    Base::exchange(out, destination, in, source);
  }
  Posted post_send(const SendBuffer& out, int destination) override {
    pin(out, destination);
    return Base::post_send(out, destination);
  }
  Posted post_receive(const ReceiveBuffer& in, int source) override {
    pin(in, source);
    ++receives_;
    return Base::post_receive(in, source);
  }
  /// The message is looked for among all that the rank waits for.
  void wait(Posted& message) override {
    if (message.receives) --receives_;
    Base::wait(message);
    if (message.receives && receives_ > 0 && rates_->match > 0) spend(receives_ * rates_->match);
  }

  void traverse(std::int64_t bytes, const Contribution& own, const Together& together) override {
    meet(own, together);
    spend(all_->traversal().seconds_for(bytes));
  }

  /// Memory is temporary from now on: what came before are the application's vectors.
  void begin_calls() {
    if (rates_->fresh.rate > 0 || rates_->trimmed.rate > 0)
      heap_ = std::make_unique<Heap>(rates_->fresh, rates_->trimmed);
    if (rates_->pinned.rate > 0) pinned_ = std::make_unique<Pinned>(rates_->pinned, rates_->alignment);
  }

  void enter_call() {
    if (rates_->call > 0) spend(rates_->call);
  }

  std::byte* acquire(std::size_t bytes) override {
    if (const double seconds = heap_ ? heap_->allocate(static_cast<double>(bytes)) : 0; seconds > 0)
      spend(seconds);
    if (!pinned_ || !pinned_->knows(bytes)) return somewhere(bytes);
    std::byte* const memory = carries_data_ ? somewhere(bytes) : arena_->apart(pinned_->vectors(), bytes);
    pinned_->add(memory, bytes);
    return memory;
  }
  void release(std::byte* memory) override {
    if (heap_) heap_->give_back();
    if (pinned_) pinned_->remove(memory);
    if (carries_data_) Base::release(memory);
  }

 protected:
  const AllRates& all() const { return *all_; }
  bool publishes() const { return publishes_; }
  virtual void spend(double seconds) = 0;
  /// Waits until all ranks have come. Where data is carried, the last one puts together what they give, before anybody goes on.
  virtual void meet(const Contribution& own, const Together& together) = 0;
  /// Moves bytes through the memory of the holder's domain, at most `bound` bytes per second.
  virtual void move(double bytes, double bound, int holder) = 0;

 private:
  /// Moves `passes` times `bytes` through the holder's memory, no faster than `rate` bytes per second of operand.
  void charge(int passes, std::int64_t bytes, double rate, int holder) {
    if (bytes == 0) return;
    if (rates_->through_memory == 0) return spend(static_cast<double>(bytes) / rate);
    const double moved = passes * rates_->through_memory;
    move(moved * static_cast<double>(bytes), moved * rate, holder);
  }

  std::byte* somewhere(std::size_t bytes) {
    return carries_data_ ? this->acquire_unwritten(bytes) : arena_->at_least(std::max<std::size_t>(bytes, 1));
  }
  /// The rank's part in letting the network read or write a message's data.
  template <class Buffer>
  void pin(const Buffer& its, int peer) {
    if (!pinned_ || pinned_->vectors() == 0) return;
    const bool buffered =
        static_cast<double>(its.bytes) < rates_->buffered || all_->level(peer, rank_) != Level::network;
    if (const double seconds = buffered ? 0 : pinned_->seconds(its.data, its.bytes); seconds > 0)
      spend(seconds);
  }

  const AllRates* all_;
  const Rates* rates_;
  Arena* arena_;
  std::unique_ptr<Heap> heap_;      ///< null where temporary memory takes no time
  std::unique_ptr<Pinned> pinned_;  ///< null where the network reads and writes it as any other
  int rank_;
  int receives_ = 0;  ///< posted, and not waited for
  int last_source_ = -1;
  const Taking* taking_ = nullptr;  ///< of what comes from there
  bool carries_data_;
  bool publishes_ = false;  ///< whether others read what it copies
};

}  // namespace collsim
