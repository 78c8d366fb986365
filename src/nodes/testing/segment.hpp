#pragma once

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <span>

namespace collsim::testing {

/// Of a node's flags, whose looks take the sanitizer long.
constexpr int patience = 100;

/// A file in memory without a name, as ranks that are processes share. Mapped once: the sanitizer knows memory by its address.
class Segment {
 public:
  explicit Segment(std::size_t bytes) : file_(memfd_create("threads_test", MFD_CLOEXEC)), bytes_(bytes) {
    if (ftruncate(file_, static_cast<off_t>(bytes)) == 0)
      place_ = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
    EXPECT_NE(place_, MAP_FAILED);
  }
  ~Segment() {
    munmap(place_, bytes_);
    close(file_);
  }
  Segment(const Segment&) = delete;
  Segment& operator=(const Segment&) = delete;

  int file() const { return file_; }
  std::size_t size() const { return bytes_; }
  std::byte* bytes() const { return static_cast<std::byte*>(place_); }
  std::span<int> numbers() const { return {static_cast<int*>(place_), bytes_ / sizeof(int)}; }

 private:
  int file_;
  std::size_t bytes_;
  void* place_ = MAP_FAILED;
};

}  // namespace collsim::testing
