#include "backends/fast/schedules/recording_transport.hpp"

namespace collsim::fast {

[[gnu::noinline]] void RecordingTransport::write_call(int to, std::int64_t out, int from, std::int64_t in,
                                                      int tag) {
  for (const int peer : {to, from})
    if (peer != nobody) check_peer(peer);
  check_tag(tag);
  recorder_->charged_call(to, out, from, in, tag, [&] {
    if (from != nobody) charge_arrival(from, in);
  });
}

Posted RecordingTransport::post_send(const SendBuffer& out, int destination) {
  check_count(out.count);
  check_peer(destination);
  return {recorder_->post_send(destination, out.bytes), destination, out.bytes, false};
}

Posted RecordingTransport::post_receive(const ReceiveBuffer& in, int source) {
  check_count(in.count);
  check_peer(source);
  return {recorder_->post_receive(source, in.bytes), source, in.bytes, true};
}

void RecordingTransport::wait(Posted& message) {
  recorder_->wait(static_cast<std::uint32_t>(message.handle));
  if (message.receives) charge_arrival(message.peer, message.bytes);
}

}  // namespace collsim::fast
