#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace collsim {

/// How many calls of a collective went where: to an algorithm, or to the library and why.
class Report {
 public:
  /// Counts one call of this rank; any thread may. `bytes` is the call's n, 0 where it is not known.
  void count(const std::string& collective, const std::string& destination, std::int64_t bytes);

  /// The counts as text, which add() of another rank's report takes.
  std::string text() const;
  void add(const std::string& text);

  /// An aligned table, one line for each collective and destination.
  std::string table(int processes) const;

 private:
  struct Count {
    std::int64_t calls = 0;
    std::int64_t bytes = 0;
  };
  mutable std::mutex mutex_;
  std::map<std::pair<std::string, std::string>, Count> counts_;
};

}  // namespace collsim
