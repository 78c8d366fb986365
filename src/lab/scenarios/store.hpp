#pragma once

#include <boost/interprocess/mapped_region.hpp>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platforms/platform.hpp"
#include "points/point.hpp"

namespace collsim {

/// Lower-case hexadecimal SHA-256.
std::string sha256(std::string_view text);

/// Answers on disk, one a line, in DIR/points/HOST-XXXXXX.jsonl: a file for each writer, which alone appends to it, so
/// that any number of programs on any number of nodes share a folder without a lock. A line begins with the SHA-256 of
/// everything that determines the answer: the point, the contents of its platform, what answers it. What a killed
/// writer left of its last line is nobody's answer.
class Store {
 public:
  using Report = std::function<void(const std::string& problem)>;

  /// Looks at what is there. Nothing is written before the first save(). `report` hears of lines that are there but of
  /// no use.
  explicit Store(std::filesystem::path folder, Report report);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  /// `provenance`: what answers the point, as far as the answer depends on it (version.hpp). What was measured does not
  /// depend on the platform, which models the machine.
  static std::string key(const Point& point, const Platform& platform, const std::string& provenance);
  /// The key of a launch, from 1 on, of a point that is measured: the first's is the point's.
  static std::string launch_key(const std::string& key, int launch);
  /// Notes that a launch begins to measure, and that it has ended without an answer: one that crashes or hangs notes no end.
  /// The beginning is taken back where there is no room for what comes next.
  void note_begin(const std::string& launch_key);
  void note_end(const std::string& launch_key);
  /// Whether a launch has begun and no end of it is known; its answer is one.
  bool broke_off(const std::string& launch_key) const;
  /// An answer that refresh() has seen.
  std::optional<Outcome> find(const std::string& key) const;
  /// Looks at what all writers have added meanwhile.
  void refresh();
  /// A kill loses nothing that was saved, a power failure at most the last ten seconds. Throws Error naming the file
  /// that cannot be written; the next answer then gets a file of its own.
  void save(const std::string& key, const Outcome& outcome);
  /// Has what was saved reach the disk. Throws Error as save(); a full file server may tell only here.
  void flush();

 private:
  using Clock = std::chrono::steady_clock;
  /// An answer stands here, found by the first 16 digits of its key.
  struct AnswerPlace {
    std::uint64_t prefix;
    std::uint32_t file;
    std::uint64_t offset;
    friend auto operator<=>(const AnswerPlace&, const AnswerPlace&) = default;
  };
  /// A writer's file, as far as it was there at the last look.
  struct Segment {
    std::filesystem::path path;
    boost::interprocess::mapped_region memory;
    std::string_view text() const {
      return {static_cast<const char*>(memory.get_address()), memory.get_size()};
    }
  };

  void open_writer();
  void append(const std::string& key, const Outcome& outcome);
  void index(std::uint32_t file, std::size_t begin);
  void report_damage(const AnswerPlace& place) const;

  std::filesystem::path folder_;  ///< DIR/points
  Report report_;
  std::vector<Segment> segments_;
  std::map<std::filesystem::path, std::uint32_t> numbers_;  ///< of the segments
  std::vector<AnswerPlace> places_;                         ///< sorted
  std::filesystem::path own_;                               ///< what this writer appends to
  int descriptor_ = -1;
  std::optional<off_t> begun_;  ///< where that file has the note of what is being measured
  Clock::time_point flushed_ = Clock::now();
};

}  // namespace collsim
