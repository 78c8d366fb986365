#include "figures/explore/channel.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstddef>

#include "support/error.hpp"
#include "support/reason.hpp"

namespace collsim {

std::pair<Channel, Channel> Channel::pair() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw Error(fmt::format("cannot join two processes: {}", why_refused(errno)));
  return {Channel(ends[0]), Channel(ends[1])};
}

Channel::Channel(Channel&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), buffer_(std::move(other.buffer_)) {}

Channel::~Channel() {
  if (descriptor_ >= 0) close(descriptor_);
}

void Channel::send(std::uint64_t number, const std::string& text) {
  const std::string line = fmt::format("{} {}\n", number, text);
  const std::lock_guard lock(sending_);
  for (std::size_t sent = 0; sent < line.size();) {
    const ssize_t wrote = ::send(descriptor_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
    if (wrote < 0 && errno != EINTR) return;
    if (wrote > 0) sent += static_cast<std::size_t>(wrote);
  }
}

bool Channel::receive(const Heard& heard) {
  char bytes[1U << 16U];
  const ssize_t got = recv(descriptor_, bytes, sizeof bytes, 0);
  if (got < 0) return errno == EINTR;
  if (got == 0) return false;
  buffer_.append(bytes, static_cast<std::size_t>(got));
  take_lines(buffer_, [&](const std::string& line) {
    std::uint64_t number = 0;
    const char* const end = line.data() + line.size();
    const char* const blank = std::from_chars(line.data(), end, number).ptr;
    heard(number, blank == end ? "" : std::string(blank + 1, end));
  });
  return true;
}

void take_lines(std::string& buffer, const std::function<void(const std::string&)>& take) {
  std::size_t from = 0;
  for (std::size_t end; (end = buffer.find('\n', from)) != std::string::npos; from = end + 1)
    take(buffer.substr(from, end - from));
  buffer.erase(0, from);
}

}  // namespace collsim
