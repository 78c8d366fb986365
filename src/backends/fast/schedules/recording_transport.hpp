#pragma once

#include <limits>

#include "backends/fast/schedules/recorder.hpp"
#include "backends/fast/types/typed_transport.hpp"

namespace collsim::fast {

/// The messages of a rank whose deeds are written down: they carry nothing, and take no time.
class RecordingTransport : public TypedTransport {
 public:
  using Runner = Recorder;

  /// The recorder must outlive it.
  RecordingTransport(Recorder& recorder, int rank, int size)
      : TypedTransport(rank, size), recorder_(&recorder) {}

  void send(const SendBuffer& out, int destination, int tag) override {
    check_count(out.count);
    if (!recorder_->repeats_call(destination, out.bytes, nobody, 0, tag))
      write_call(destination, out.bytes, nobody, 0, tag);
  }
  void receive(const ReceiveBuffer& in, int source) override {
    check_count(in.count);
    if (!recorder_->repeats_call(nobody, 0, source, in.bytes, 0)) write_call(nobody, 0, source, in.bytes, 0);
  }
  void exchange(const SendBuffer& out, int destination, const ReceiveBuffer& in, int source) override {
    check_count(out.count);
    check_count(in.count);
    if (!recorder_->repeats_call(destination, out.bytes, source, in.bytes, 0))
      write_call(destination, out.bytes, source, in.bytes, 0);
  }
  Arrived receive_any(const ReceiveBuffer&, int) override { Recorder::refuse("a receive from any source"); }
  Posted post_send(const SendBuffer& out, int destination) override;
  Posted post_receive(const ReceiveBuffer& in, int source) override;
  void wait(Posted& message) override;
  double now() override { return 0; }
  bool carries_data() const override { return false; }

 protected:
  /// What FiberTransport has under this name.
  virtual void charge_arrival(int /*source*/, std::int64_t /*bytes*/) {}
  Recorder& runner() const { return *recorder_; }

 private:
  static constexpr int nobody = std::numeric_limits<int>::min();

  void write_call(int to, std::int64_t out, int from, std::int64_t in, int tag);

  Recorder* recorder_;
};

}  // namespace collsim::fast
