#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <utility>

namespace collsim {

/// One end of a pair of sockets, over which the process that serves the page and the one that answers exchange lines, each with
/// the number of the question that it belongs to. A line without text ends what has that number: the server gives a question
/// up, or the answer is complete.
class Channel {
 public:
  using Heard = std::function<void(std::uint64_t number, std::string text)>;

  /// Makes both ends. Throws Error where the system refuses.
  static std::pair<Channel, Channel> pair();

  Channel(Channel&& other) noexcept;
  Channel& operator=(Channel&&) = delete;
  ~Channel();

  int descriptor() const { return descriptor_; }
  /// Any thread may send; a text has no line breaks. What nobody reads any more is lost.
  void send(std::uint64_t number, const std::string& text);
  /// Waits until something has come and hands over every line of it; false once the other end is closed.
  bool receive(const Heard& heard);

 private:
  explicit Channel(int descriptor) : descriptor_(descriptor) {}

  int descriptor_;
  std::string buffer_;
  std::mutex sending_;
};

/// Takes the complete lines, without their ends, out of a buffer.
void take_lines(std::string& buffer, const std::function<void(const std::string&)>& take);

}  // namespace collsim
