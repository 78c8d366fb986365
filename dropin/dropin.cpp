#include "dropin/dropin.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "support/error.hpp"

namespace collsim {
namespace {

Dropin* the_dropin = nullptr;

int world_rank() {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int world_size() {
  int size = 1;
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

/// What rank 0 reads, on all ranks: with an environment or a file of their own, ranks could choose
/// differently. All throw if rank 0 does.
std::string from_rank_0(const std::function<std::string()>& read) {
  std::string text;
  std::exception_ptr wrong;
  try {
    if (world_rank() == 0) text = read();
  } catch (...) {
    wrong = std::current_exception();
  }
  int length = wrong ? -1 : static_cast<int>(text.size());
  PMPI_Bcast(&length, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (wrong) std::rethrow_exception(wrong);
  if (length < 0) throw Error("rank 0 cannot read its settings");
  text.resize(static_cast<std::size_t>(length));
  PMPI_Bcast(text.data(), length, MPI_CHAR, 0, MPI_COMM_WORLD);
  return text;
}

std::vector<std::string> settings() {
  const std::string text = from_rank_0([] {
    std::string mine;
    for (char** entry = environ; *entry; ++entry)
      if (std::strncmp(*entry, "COLLSIM_", 8) == 0) mine += std::string(*entry) + '\0';
    return mine;
  });
  std::vector<std::string> entries;
  for (std::size_t begin = 0; begin < text.size(); begin += entries.back().size() + 1)
    entries.emplace_back(text.c_str() + begin);
  return entries;
}

Rules rules_of(std::vector<std::string>& entries) {
  std::vector<char*> environment;
  for (std::string& entry : entries) environment.push_back(entry.data());
  environment.push_back(nullptr);
  return Rules::from_environment(environment.data(), [](const std::string& file) {
    return from_rank_0([&] { return Rules::text_of(file); });
  });
}

std::string report_file(const std::vector<std::string>& entries) {
  static const std::string key = "COLLSIM_REPORT=";
  for (const std::string& entry : entries)
    if (entry == key)
      throw Error("COLLSIM_REPORT is empty; right would be 1 (stderr), 0 (no report) or a file's name");
    else if (entry.starts_with(key) && entry != key + "0")
      return entry.substr(key.size());
  return {};
}

/// Null where this rank has nothing to write.
std::FILE* open_report(const std::string& to) {
  if (to.empty() || world_rank() != 0) return nullptr;
  if (to == "1") return stderr;
  std::FILE* out = std::fopen(to.c_str(), "we");  // e: not for programs that this one starts
  if (!out)
    throw Error("COLLSIM_REPORT: cannot write '" + to + "'; right would be 1 (stderr) or a file's name");
  return out;
}

/// SMPI's own abort ends the ranks only, and then the simulation with code 0.
void end_job() {
  struct Last {
    ~Last() { std::_Exit(2); }
  } last;
  PMPI_Abort(MPI_COMM_WORLD, 2);
}

/// Ends the job if any rank has something wrong to tell; the first of them tells it.
void agree(const std::string& wrong) {
  const int p = world_size();
  const int mine = wrong.empty() ? p : world_rank();
  int first = p;
  PMPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (first == p) return;
  if (first == world_rank()) {
    std::fprintf(stderr, "collsim: %s\n", wrong.c_str());
    std::fflush(stderr);
    end_job();
  }
  PMPI_Barrier(MPI_COMM_WORLD);  // until the job ends
}

}  // namespace

Dropin* Dropin::active() {
  return the_dropin;
}

void Dropin::open() {
  std::vector<std::string> entries = settings();
  std::string wrong;
  try {
    Rules rules = rules_of(entries);  // first, on all ranks: it communicates
    const std::string report_to = report_file(entries);
    the_dropin = new Dropin(std::move(rules), report_to, open_report(report_to));
  } catch (const std::exception& error) {
    wrong = error.what();
  }
  agree(wrong);
}

void Dropin::close() {
  if (!the_dropin) return;
  the_dropin->print_report();
  delete std::exchange(the_dropin, nullptr);
}

Dropin::Dropin(Rules rules, std::string report_to, std::FILE* report_stream)
    : rules_(std::move(rules)), report_to_(std::move(report_to)), report_stream_(report_stream) {
  check_mpi(PMPI_Comm_dup(MPI_COMM_SELF, &self_), "MPI_Comm_dup");
  check_mpi(PMPI_Comm_set_errhandler(self_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
}

Dropin::~Dropin() {
  PMPI_Comm_free(&self_);
}

/// The library checks its arguments before it finds that there is nothing to do.
bool Dropin::accepts(MPI_Datatype type) const {
  return alone([&](MPI_Comm self) { return PMPI_Bcast(nullptr, 0, type, 0, self); }) == MPI_SUCCESS;
}

bool Dropin::accepts(MPI_Datatype type, MPI_Op op) const {
  const auto reduce = [&](MPI_Comm self) { return PMPI_Allreduce(MPI_IN_PLACE, nullptr, 0, type, op, self); };
  return alone(reduce) == MPI_SUCCESS;
}

void Dropin::print_report() const {
  if (report_to_.empty()) return;
  const std::string mine = report_.text();
  const int length = static_cast<int>(mine.size());
  std::vector<int> lengths(static_cast<std::size_t>(world_size()));
  PMPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
  std::vector<int> places(lengths.size());
  std::exclusive_scan(lengths.begin(), lengths.end(), places.begin(), 0);
  std::string texts(static_cast<std::size_t>(places.back() + lengths.back()), ' ');
  PMPI_Gatherv(mine.data(), length, MPI_CHAR, texts.data(), lengths.data(), places.data(), MPI_CHAR, 0,
               MPI_COMM_WORLD);
  if (world_rank() != 0) return;
  Report all;
  all.add(texts);
  const bool written = std::fputs(all.table(world_size()).c_str(), report_stream_) >= 0;
  const bool ended = (report_stream_ == stderr ? std::fflush : std::fclose)(report_stream_) == 0;
  if (!written || !ended) std::fprintf(stderr, "collsim: the report to '%s' failed\n", report_to_.c_str());
}

}  // namespace collsim
