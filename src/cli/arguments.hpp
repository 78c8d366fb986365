#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "scenarios/scenario.hpp"
#include "scenarios/share.hpp"

namespace collsim {

/// A command line, understood.
struct CommandLine {
  std::vector<std::string> words;     ///< the command and its operands
  std::set<std::string> given;        ///< the long names of the flags that were given
  Flags scenario;                     ///< those that override a scenario
  std::vector<std::string> question;  ///< the others, as given, that say what is answered: not where or how
  int jobs = 1;
  std::vector<std::string> plugins;
  std::string results;  ///< empty: results/SCENARIO
  std::string format = "table";
  int point = 0;
  bool derivatives = false;          ///< of explain and whatif
  bool tornado = false;              ///< of whatif: which parameter matters most
  std::string factor = "x2";         ///< of --tornado
  std::string until, vary;           ///< of whatif: two algorithms, and a range of a parameter
  std::vector<std::string> set;      ///< of whatif: changes to the platform
  bool ranges = false;               ///< of validate measured: changes to the ends of its ranges
  std::string testbed;               ///< a file
  std::string launch;                ///< what starts a program on all ranks, such as "srun -n 8"
  std::optional<int> launches;       ///< separate starts that measure a point; nothing: nobody said
  std::string pace;                  ///< at which points are measured: "first", or a time; empty: nobody said
  std::string calibration;           ///< a file
  std::string cells;                 ///< a file of measured times
  std::string columns;               ///< of foreign tables, and what they are called here; else those to show
  std::string machine;               ///< what a table calls it
  std::string counterparts;          ///< a file, or an MPI library
  std::string mpi;                   ///< the library whose own choices were measured; empty: nobody says
  std::vector<std::string> program;  ///< what follows --
  std::string best_of = "library";   ///< of regret: what is the best: of the library's algorithms, or of all
  std::string measured;              ///< of regret: a machine whose measured cells judge
  std::string targets;               ///< of regret and tune: whose rules, separated by commas
  int rules = 12;                    ///< of tune: at most so many of a collective
  std::string regret = "2%", worst = "10%";  ///< of tune: what rules may cost
  bool commutative = false;                  ///< of tune: no other operator is used
  bool full = false;                         ///< of tune: asks every point of the grid
  bool few = false;                          ///< of tune: asks few, however cheap all are
  std::string like;                          ///< another algorithm, or a folder
  std::string claims;                        ///< of the published works, separated by commas; empty: all
  std::string out;                           ///< a file, or what its name begins with
  bool dry_run = false;
  Share shard = {};
  std::string pending;  ///< the file of points that Slurm's tasks share out
  bool slurm = false;
  bool native = false;
  int nodes = 1;
  std::string partition, time;        ///< as sbatch takes them
  std::optional<int> sockets, cores;  ///< of platform new, as SiteFacts has all of these
  std::string link, latency, topology, nic, cpu, lstopo, switches, ping_pong, ping_pong_node, levels;
  bool force = false;          ///< writes over a file
  std::string without;         ///< machines of platforms/, separated by commas
  bool smpi_defaults = false;  ///< of platform complete
  bool help = false;
  bool man = false;  ///< of help: as a page for man
  bool version = false;

  /// Whether they say where to measure.
  bool measures() const { return !testbed.empty() || !launch.empty(); }
};

struct Flag;

/// `known`: all flags that there are, whichever the command takes. Throws Error with the nearest flags.
CommandLine parse_arguments(int argc, const char* const* argv, const std::vector<Flag>& known);

/// Throws Error unless the long names of all flags given are among `allowed`.
void allow_flags(const CommandLine& arguments, const std::set<std::string>& allowed);

/// The operand of a command that takes one. Throws Error unless there is one; `what` it would be.
const std::string& operand(const CommandLine& arguments, const char* what);

/// The value of --format. Throws Error unless it is one of those that the command has.
const std::string& asked_format(const CommandLine& arguments, const std::vector<std::string>& formats);

/// Seconds of --pace; 0: as at first. Throws Error for what is neither.
double usual_pace(const std::string& pace);

/// The command line as a shell takes it.
std::string shell_line(int argc, const char* const* argv);
std::string shell_line(const std::vector<std::string>& words);

}  // namespace collsim
