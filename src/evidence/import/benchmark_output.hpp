#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "evidence/import/left_out.hpp"

namespace collsim {

/// A time of a collective that somebody else's program measured.
struct ForeignTime {
  std::string machine = {};  ///< empty: not told
  std::string run = "benchmarks";
  std::string torus = {};        ///< sides of the one that the job saw; empty: not told
  std::string collective = {};   ///< ours
  std::string algorithm = {};    ///< as it is called there; empty: not told
  int processes = 0, nodes = 0;  ///< 0: not told
  std::string mapping = {};      ///< of ranks in a row: by `core`, `socket` or `node`; empty: not told
  std::string type = {};         ///< of the elements (operand.hpp)
  std::int64_t bytes = 0;        ///< of the vector, or of one block
  bool sized = true;             ///< false: nothing tells the bytes
  bool block = false;            ///< each rank has a block of that many bytes
  int iterations = 1;
  double low = 0, median = 0, high = 0;  ///< microseconds: quartiles where they are known, else all the same
  bool mean = false;                     ///< over the ranks; else of the rank that took longest
  long line = 0;                         ///< of the file
};

/// How many ranks a line says that a job had.
struct ToldRanks {
  int ranks = 0;  ///< 0: no line says
  long line = 0;
};

struct ForeignTimes {
  std::vector<ForeignTime> times;
  LeftOut left_out = {};
  ToldRanks told = {};                        ///< of all times that do not say themselves
  std::set<std::string> other_machines = {};  ///< than the one that was asked for
};

/// Reads what the OSU micro-benchmarks (blocking collectives, with or without -f and --validation), Intel's IMB-MPI1, ReproMPI
/// and SKaMPI (output_words.hpp) print, with blanks or tabs, also where a launcher writes the rank before each line (mpirun --tag-output, mpiexec -l, srun -l). Of ranks' times the
/// longest is taken where it is printed. Rows of other benchmarks, of calls without elements but barriers, of calls that a benchmark
/// gave up or found wrong, and whatever else is no time are left out. Throws Error where nothing is left; and with both lines
/// where the same time stands there twice, or jobs of different sizes that the tables do not tell apart.
ForeignTimes read_benchmark(const std::filesystem::path& file);

}  // namespace collsim
