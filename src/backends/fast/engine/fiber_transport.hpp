#pragma once

#include "backends/fast/engine/engine.hpp"
#include "backends/fast/types/typed_transport.hpp"

namespace collsim::fast {

/// The messages of a rank that runs as a fiber.
class FiberTransport : public TypedTransport {
 public:
  using Runner = Engine;

  /// Serves the rank that runs. The engine must outlive it.
  FiberTransport(Engine& engine, int rank, int size) : TypedTransport(rank, size), engine_(&engine) {}

  void send(const SendBuffer& out, int destination, int tag) override;
  void receive(const ReceiveBuffer& in, int source) override;
  Arrived receive_any(const ReceiveBuffer& in, int tag) override;
  void exchange(const SendBuffer& out, int destination, const ReceiveBuffer& in, int source) override;
  Posted post_send(const SendBuffer& out, int destination) override;
  Posted post_receive(const ReceiveBuffer& in, int source) override;
  void wait(Posted& message) override;
  double now() override { return engine_->rank().now; }

 protected:
  /// Called when a message has been received.
  virtual void charge_arrival(int /*source*/, std::int64_t /*bytes*/) {}
  Engine& runner() const { return *engine_; }

 private:
  void exchange_kept(const SendBuffer& out, int destination, const ReceiveBuffer& in, int source);
  Kept& keep_send(const SendBuffer& out, int destination, int tag, Sending sending);
  Kept& keep_receive(const ReceiveBuffer& in, int source);
  void finish(Kept& request);

  Engine* engine_;
};

}  // namespace collsim::fast
