#pragma once

#include <filesystem>
#include <string>

namespace collsim::testing {

/// A folder of its own for a test, gone at the end.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::string contents(const std::filesystem::path& path);

}  // namespace collsim::testing
