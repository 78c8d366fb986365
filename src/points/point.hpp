#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "algorithms/facts/description.hpp"
#include "points/arrival.hpp"
#include "points/outcome.hpp"
#include "points/placement.hpp"
#include "points/words.hpp"

namespace collsim {

inline auto operator<=>(const Options& one, const Options& other) {
  return one.values() <=> other.values();
}
inline bool operator==(const Options& one, const Options& other) {
  return one.values() == other.values();
}

/// One question: everything that determines a time. points/fields.cpp tells all that its members are elsewhere.
struct Point {
  std::string collective;
  std::string algorithm;
  Options options;
  BackendName backend;
  NetworkName network = {};        ///< how messages contend, where the backend has several ways
  RunsAs schedule = RunsAs::none;  ///< of a fast point
  std::string platform;            ///< a name of platforms/ or a path
  std::map<std::string, std::string> overrides;
  int processes = 1;
  PerNode ppn = 1;  ///< the last node may have fewer
  Mapping mapping = Mapping::block;
  Listed<RankPlace> places = {};         ///< where a file puts each rank; empty: by ppn and mapping
  int threads = 1;                       ///< of each rank, which combine together
  std::int64_t count = 0;                ///< elements
  std::string distribution = "regular";  ///< of the elements to blocks that may vary (distribution.hpp)
  std::string type = "double";
  std::string op = "sum";
  int root = 0;
  bool in_place = false;
  Data data = Data::verify;
  int loop = 1;  ///< executions back to back; a row's seconds are those of one
  Arrival arrival = {};
  bool balance = false;  ///< whether the answer tells how ranks spend their time

  std::int64_t bytes() const;
  /// Made anew at each call, in time that grows with the ranks where nodes are uneven.
  Placement placement() const { return {processes, ppn, mapping, places}; }
  /// `domains`: of each rank, a number that tells its memory domain from others of its node; none: each node is one.
  Shape shape(const std::vector<int>& domains = {}) const;
  /// The point without what says who answers it, and how much else he tells: equal for points that ask the same.
  Point question() const;
  /// Whether the MPI library chooses the algorithm.
  bool asks_library() const { return algorithm == installed_library; }

  friend auto operator<=>(const Point&, const Point&) = default;
};

/// "ring(segment_bytes=8192)": how tables, figures and reports name an algorithm; options at their default
/// values are left out.
std::string label(const Point& point);
/// Gives the label from the columns of a result row, options as "segment_bytes=8192;fold=half". Algorithms that are
/// not registered keep all their options.
std::string label(const std::string& collective, const std::string& algorithm, const std::string& options);

/// Who answers, for tables and figures: the backend, or "fast/links" where answers over several networks
/// stand side by side.
std::string backend_label(const BackendName& backend, const NetworkName& network, bool several_networks);

}  // namespace collsim
