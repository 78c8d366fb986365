#include "lab/scenarios/atomically.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

#include "support/error.hpp"

namespace collsim {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view suffix = ".part";

/// A temporary file that is gone unless it has been renamed.
class Temporary {
 public:
  explicit Temporary(const fs::path& target)
      : target_(target), name_(target.string() + ".XXXXXX" + std::string(suffix)) {
    descriptor_ = ::mkstemps(name_.data(), static_cast<int>(suffix.size()));
    if (descriptor_ < 0) fail_to_write(target_, errno);
  }
  ~Temporary() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!name_.empty()) ::unlink(name_.c_str());
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  void write(const std::string& text) {
    if (!write_all(descriptor_, text)) fail_to_write(target_, errno);
  }
  void publish() {
    if (::fchmod(descriptor_, 0644) != 0 || ::fsync(descriptor_) != 0) fail_to_write(target_, errno);
    const int closed = ::close(std::exchange(descriptor_, -1));
    if (closed != 0 || ::rename(name_.c_str(), target_.c_str()) != 0) fail_to_write(target_, errno);
    name_.clear();
  }

 private:
  fs::path target_;
  std::string name_;
  int descriptor_ = -1;
};

/// A device or a pipe, which a file must not take the place of.
void write_into(const fs::path& path, const std::string& text) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) fail_to_write(path, errno);
  const bool written = write_all(descriptor, text);
  const int reason = errno;
  ::close(descriptor);
  if (!written) fail_to_write(path, reason);
}

}  // namespace

void fail_to_write(const fs::path& path, int code) {
  throw Error(path.string() + ": cannot be written: " + std::strerror(code) +
              "; right would be a folder with room that you may write to");
}

bool write_all(int descriptor, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t written = TEMP_FAILURE_RETRY(::write(descriptor, text.data() + done, text.size() - done));
    if (written == -1) return false;
    done += static_cast<std::size_t>(written);
  }
  return true;
}

void write_atomically(const fs::path& path, const std::string& text) {
  std::error_code failure;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), failure);
  if (failure) fail_to_write(path.parent_path(), failure.value());
  if (fs::exists(path, failure) && !fs::is_regular_file(path, failure)) return write_into(path, text);
  Temporary file(path);
  file.write(text);
  file.publish();
}

void sweep(const fs::path& folder) {
  const auto stale = fs::file_time_type::clock::now() - std::chrono::hours(1);
  std::error_code none;  // no folder: nothing to sweep
  for (fs::directory_iterator entry(folder, none), end; entry != end; entry.increment(none)) {
    std::error_code gone;  // another program has just renamed it
    if (entry->path().extension() == suffix && entry->last_write_time(gone) < stale && !gone)
      fs::remove(entry->path(), gone);
  }
}

}  // namespace collsim
