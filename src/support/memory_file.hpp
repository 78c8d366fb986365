#pragma once

#include <cstddef>
#include <string>

namespace collsim {

/// A file without a name, in memory. Programs that this one starts have it only as one of their standard
/// streams. Every member throws Error where the system refuses.
class MemoryFile {
 public:
  /// Reading and writing by its descriptor start at the beginning.
  explicit MemoryFile(const std::string& text = {});
  MemoryFile(MemoryFile&& other) noexcept;
  MemoryFile& operator=(MemoryFile&&) = delete;
  ~MemoryFile();

  int descriptor() const { return descriptor_; }
  void write(const std::string& text) const;
  /// What it holds, or the last `most` bytes of it.
  std::string text(std::size_t most = std::string::npos) const;

 private:
  int descriptor_;
};

}  // namespace collsim
