#include "cli/check/probe.hpp"

#include <fmt/format.h>

#include <sstream>

#include "cli/check/testbed.hpp"
#include "support/data_dir.hpp"
#include "support/error.hpp"
#include "support/process.hpp"

namespace collsim {
namespace {

namespace fs = std::filesystem;

/// The file that a shell would run; empty where there is none.
fs::path found(const std::string& program) {
  const Ended ended = run({.words = {"sh", "-c", R"(command -v -- "$0")", program}});
  return ended.failure.empty() ? fs::path(ended.output.substr(0, ended.output.find('\n'))) : fs::path();
}

/// mpicxx beside mpirun, mpicxx.mpich beside mpiexec.mpich; beside another launcher, such as srun, that of PATH.
fs::path compiler_of(const std::string& launcher) {
  const fs::path place = found(launcher);
  if (place.empty())
    throw Error(fmt::format("--launch: no program '{}'; right would be one in PATH, or a file", launcher));
  const fs::path beside = place.parent_path() / ("mpicxx" + place.filename().extension().string());
  if (place.filename().string().starts_with("mpi") && !found(beside.string()).empty()) return beside;
  if (fs::path any = found("mpicxx"); !any.empty()) return any;
  throw Error(fmt::format("no compiler mpicxx beside {}, nor in PATH; right would be the library's own",
                          place.string()));
}

/// The file of src/probe that watches this library.
std::string witness_of(const Target& target) {
  if (target.can_be_proved()) return target.library == Library::mpich ? "mpich.cpp" : "openmpi.cpp";
  throw Error(
      fmt::format("nothing tells what {} runs; right would be --for openmpi-4.1 or another Open MPI or MPICH",
                  target.name));
}

/// A compiler's first complaint; empty without one.
std::string complaint(const std::string& errors) {
  const std::string mark = "error: ";
  const auto at = errors.find(mark);
  return at == std::string::npos ? ""
                                 : errors.substr(at + mark.size(), errors.find('\n', at) - at - mark.size());
}

}  // namespace

Probe::Probe(const Target& target, std::string launch, const fs::path& folder)
    : launch_(std::move(launch)), program_(fs::absolute(folder) / "collprobe") {
  const std::string witness = witness_of(target);
  const auto words = split_words(launch_);
  if (words.empty()) throw Error("'tune verify' needs a library; right would be --launch 'mpirun -n 8'");
  const fs::path sources = data_dir() / "src", compiler = compiler_of(words.front());
  fs::create_directories(folder);
  // As one unit: most of the work is their headers.
  const Ended ended =
      run({.words = {compiler.string(), "-std=c++20", "-O1", "-DOMPI_SKIP_MPICXX", "-DMPICH_SKIP_MPICXX",
                     "-I" + sources.string(), "-include", (sources / "probe/decisions.cpp").string(),
                     "-include", (sources / "probe" / witness).string(),
                     (sources / "probe/probe.cpp").string(), "-rdynamic", "-ldl", "-o", program_.string()}});
  if (!ended.failure.empty())
    throw Error(fmt::format("{} cannot compile what tells what {} runs: {}", compiler.string(), target.name,
                            complaint(ended.errors)));
}

std::string Probe::told(const std::vector<std::string>& arguments,
                        std::map<std::string, std::string> settings,
                        const std::function<void(const std::string&)>& heard) const {
  // MPICH sends every message by the part that calls UCX, where it is seen.
  settings["MPIR_CVAR_NOLOCAL"] = "1";
  settings["MPIR_CVAR_CH4_NETMOD"] = "ucx";
  std::vector<std::string> words = split_words(launch_);
  words.push_back(program_.string());
  words.insert(words.end(), arguments.begin(), arguments.end());
  const Ended ended = run({.words = words, .environment = settings}, heard);
  if (!ended.failure.empty()) throw Error(fmt::format("--launch {}: {}", launch_, ended.failure));
  return ended.output;
}

std::string told_after(const std::string& output, const std::string& word) {
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(word + " ")) return line.substr(word.size() + 1);
  return "";
}

}  // namespace collsim
