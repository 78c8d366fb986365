#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "algorithms/facts/description.hpp"

namespace collsim {

/// One question: everything that determines a time. Field names are the columns of a result row.
struct Point {
  std::string collective;
  std::string algorithm;
  Options options;
  std::string backend;       ///< smpi, fast, model or native
  std::string network = {};  ///< of a fast point: hockney, loggp, links or fluid; else empty
  /// Of a fast point: its schedule is recorded once and evaluated as flat arrays; false: its ranks are
  /// fibers.
  bool record = false;
  std::string platform;  ///< a name of platforms/ or a path
  std::map<std::string, std::string> overrides;
  int processes = 1;
  int ppn = 1;  ///< ranks per node; the last node may have fewer
  /// block: ranks 0..ppn-1 on node 0; round_robin: rank r on node r mod nodes
  std::string mapping = "block";
  std::int64_t count = 0;                ///< elements
  std::string distribution = "regular";  ///< of the elements to blocks that may vary (distribution.hpp)
  std::string type = "double";
  std::string op = "sum";
  int root = 0;
  bool in_place = false;
  std::string data = "verify";  ///< verify: real data, every result checked; time: no data moves
  int loop = 1;                 ///< executions back to back; a row's seconds are those of one

  std::int64_t bytes() const;
  int nodes() const { return (processes + ppn - 1) / ppn; }
  int node_of(int rank) const { return mapping == "block" ? rank / ppn : rank % nodes(); }
  /// Which of its node's ranks it is: 0..ppn-1.
  int slot_of(int rank) const { return mapping == "block" ? rank % ppn : rank / nodes(); }
  Shape shape() const;
};

/// "ring(segment_bytes=8192)": how tables, figures and reports name an algorithm; options at their default
/// values are left out.
std::string label(const Point& point);
/// The same from the columns of a result row, options as "segment_bytes=8192;fold=half". Algorithms that are
/// not registered keep all their options.
std::string label(const std::string& collective, const std::string& algorithm, const std::string& options);

/// Who answers, for tables and figures: the backend, or "fast/links" where answers over several networks
/// stand side by side.
std::string backend_label(const std::string& backend, const std::string& network, bool several_networks);

/// One answer.
struct Outcome {
  double seconds = 0;             ///< last rank's finish - common start; native: median of the repetitions
  double seconds_mean = 0;        ///< mean over the ranks of finish - start
  double seconds_rank0 = 0;       ///< rank 0's finish - start
  double since_last_arrival = 0;  ///< last rank's finish - last rank's start
  double seconds_low = 0;         ///< lower quartile of the repetitions; simulated and model: seconds
  double seconds_high = 0;        ///< upper quartile
  int repetitions = 1;
  std::int64_t messages = 0;    ///< sent by all ranks together; 0 for `library`, whose messages nobody counts
  std::int64_t bytes_sent = 0;  ///< in those messages
  std::string status = "ok";    ///< or why there is no time: "unsupported: ...", "failed: ..."

  bool ok() const { return status == "ok"; }

  NLOHMANN_DEFINE_TYPE_INTRUSIVE(Outcome, seconds, seconds_mean, seconds_rank0, since_last_arrival,
                                 seconds_low, seconds_high, repetitions, messages, bytes_sent, status)
};

}  // namespace collsim
