#pragma once

#include <mpi.h>

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace collsim {

/// How many calls of a collective went where (to an algorithm, or to the library and why), and how long they took.
class Report {
 public:
  /// Counts the calls of this rank from now on; where it is not `wanted`, nothing.
  explicit Report(bool wanted);
  bool wanted() const { return wanted_; }

  /// Counts one call of this rank; any thread may. `bytes` is the call's n, 0 where it is not known.
  void count(const std::string& collective, const std::string& destination, std::int64_t bytes,
             double seconds);

  /// The counts as text, which add() of another rank's report takes.
  std::string text() const;
  void add(const std::string& text);

  /// An aligned table, one line for each collective and destination.
  std::string table(int processes) const;

 private:
  struct Count {
    std::int64_t calls = 0;
    std::int64_t bytes = 0;
    double seconds = 0;
  };
  bool wanted_;
  double begin_;
  double elapsed_ = 0;  ///< of the reports that were added
  mutable std::mutex mutex_;
  std::map<std::pair<std::string, std::string>, Count> counts_;
};

/// A call, from here to end(), for the report. Reads no clock unless one is wanted: in simulation that takes time.
class Counted {
 public:
  Counted(Report& report, const char* collective)
      : report_(report), collective_(collective), begin_(report.wanted() ? PMPI_Wtime() : 0) {}

  /// `destination` must outlive this.
  void goes_to(const char* destination, std::int64_t bytes = 0) {
    destination_ = destination;
    bytes_ = bytes;
  }
  const char* destination() const { return destination_; }
  void end() {
    if (report_.wanted()) report_.count(collective_, destination_, bytes_, PMPI_Wtime() - begin_);
  }

 private:
  Report& report_;
  const char* collective_;
  double begin_;
  const char* destination_ = "";
  std::int64_t bytes_ = 0;
};

}  // namespace collsim
