#include "support/memory_file.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "support/error.hpp"
#include "support/reason.hpp"

namespace collsim {
namespace {

[[noreturn]] void fail() {
  throw Error(fmt::format("cannot hold a file in memory: {}", why_refused(errno)));
}

}  // namespace

MemoryFile::MemoryFile(const std::string& text) : descriptor_(memfd_create("collsim", MFD_CLOEXEC)) {
  if (descriptor_ < 0) fail();
  write(text);
  if (lseek(descriptor_, 0, SEEK_SET) < 0) fail();
}

MemoryFile::MemoryFile(MemoryFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

MemoryFile::~MemoryFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

void MemoryFile::write(const std::string& text) const {
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t wrote = ::write(descriptor_, text.data() + written, text.size() - written);
    if (wrote < 0 && errno != EINTR) fail();
    if (wrote > 0) written += static_cast<std::size_t>(wrote);
  }
}

std::string MemoryFile::text(std::size_t most) const {
  struct stat about {};
  if (fstat(descriptor_, &about) != 0) fail();
  const auto size = static_cast<std::size_t>(about.st_size);
  std::string found(std::min(size, most), '\0');
  const std::size_t start = size - found.size();
  for (std::size_t read = 0; read < found.size();) {
    const ssize_t got =
        pread(descriptor_, found.data() + read, found.size() - read, static_cast<off_t>(start + read));
    if (got < 0 && errno != EINTR) fail();
    if (got == 0) found.resize(read);
    if (got > 0) read += static_cast<std::size_t>(got);
  }
  return found;
}

}  // namespace collsim
