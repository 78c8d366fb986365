#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "platforms/platform.hpp"
#include "points/point.hpp"

namespace collsim {

/// Writes a file so that nobody ever sees a part of it: a temporary name, fsync, rename. Makes its folders.
/// Throws Error naming the path.
void write_atomically(const std::filesystem::path& path, const std::string& text);

/// Lower-case hexadecimal SHA-256.
std::string sha256(const std::string& text);

/// Answers on disk, DIR/points/ab/HASH.json, where HASH is of everything that determines the answer: the
/// point, the contents of its platform, what answers it. Any number of processes may share a folder.
class Store {
 public:
  using Report = std::function<void(const std::string& problem)>;

  /// Nothing is written before the first save(). `report` hears of files that are there but of no use.
  explicit Store(std::filesystem::path folder, Report report);

  /// `provenance`: what answers the point, as far as the answer depends on it (version.hpp). What was measured does not
  /// depend on the platform, which models the machine.
  static std::string key(const Point& point, const Platform& platform, const std::string& provenance);
  std::optional<Outcome> find(const std::string& key) const;
  /// Throws Error naming the file that cannot be written.
  void save(const std::string& key, const Point& point, const std::string& provenance,
            const Outcome& outcome) const;
  std::filesystem::path path(const std::string& key) const;
  /// Removes temporary files that killed programs left an hour ago or earlier.
  void clean() const;

 private:
  std::filesystem::path folder_;
  Report report_;
};

}  // namespace collsim
