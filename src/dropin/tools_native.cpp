#include <dlfcn.h>
#include <link.h>
#include <mpi.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "dropin/dropin.hpp"
#include "dropin/tools.hpp"

namespace collsim {
namespace {

bool calls_expected = false;
const pid_t loaded_by = getpid();  // what it forks has its answers, too

/// The file, and where it is loaded, that has a function.
template <class Function>
Dl_info owner_of(Function* function) {
  Dl_info owner = {};
  if (function && dladdr(reinterpret_cast<void*>(function), &owner) == 0) owner = {};
  return owner;
}

/// Whether this is the process of a job that speaks, as far as its launcher tells.
bool speaks() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"})
    if (const char* const rank = std::getenv(name)) return std::strcmp(rank, "0") == 0;
  return true;
}

/// How a program has initialised MPI past the drop-in.
std::string way_past() {
  const Dl_info first = owner_of(dlsym(RTLD_DEFAULT, "MPI_Init")), own = owner_of(expect_calls);
  if (!first.dli_fname || first.dli_fbase == own.dli_fbase)
    return std::string("straight in ") + owner_of(PMPI_Init).dli_fname;
  return std::string("by ") + first.dli_fname + ", which is loaded before it";
}

/// The last word of a process, when only what has no destructor is left.
[[gnu::destructor]] void end() {
  if (getpid() != loaded_by || !speaks()) return;
  const Dropin* const dropin = Dropin::active();
  if (dropin && dropin->reports())
    std::fprintf(stderr, "collsim: no report, because the program ended without MPI_Finalize\n");
  int initialised = 0, finalised = 0;
  PMPI_Initialized(&initialised);
  PMPI_Finalized(&finalised);
  if (!calls_expected && (initialised || finalised))
    std::fprintf(
        stderr,
        "collsim: MPI was initialised past this library, %s, so that no call was served and no variable "
        "read (src/dropin/README.md, \"Other tools\")\n",
        way_past().c_str());
}

std::vector<std::string> loaded_files() {
  std::vector<std::string> files;
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* found) {
        static_cast<std::vector<std::string>*>(found)->emplace_back(object->dlpi_name);
        return 0;
      },
      &files);
  return files;
}

/// An MPI library that is loaded beside the one that answers; empty: none.
std::string other_mpi() {
  for (const std::string& file : loaded_files()) {
    void* const object = file.empty() ? nullptr : dlopen(file.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (!object) continue;
    const Dl_info found = owner_of(dlsym(object, "PMPI_Init"));
    dlclose(object);
    if (found.dli_fbase && found.dli_fbase != owner_of(PMPI_Init).dli_fbase) return found.dli_fname;
  }
  return {};
}

}  // namespace

void* function_behind(const char* name) {
  return dlsym(RTLD_NEXT, name);
}

void expect_calls() {
  if (std::exchange(calls_expected, true)) return;
  const std::string other = other_mpi();
  if (other.empty()) return;
  if (speaks())
    std::fprintf(
        stderr,
        "collsim: both %s and %s are loaded; right would be the drop-in library that is made for the "
        "program's MPI (src/dropin/README.md)\n",
        owner_of(PMPI_Init).dli_fname, other.c_str());
  std::_Exit(2);
}

}  // namespace collsim
