#include "dropin/dropin.hpp"

#include <cstdio>
#include <numeric>
#include <utility>
#include <vector>

#include "dropin/decision.hpp"
#include "dropin/job.hpp"
#include "dropin/sharing.hpp"
#include "dropin/types.hpp"

namespace collsim {
namespace {

Dropin* the_dropin = nullptr;
bool is_open = false;

/// All ranks' texts, one after the other, on rank 0.
std::string gathered(const std::string& mine) {
  const int length = static_cast<int>(mine.size());
  std::vector<int> lengths(static_cast<std::size_t>(world_size()));
  PMPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, job());
  std::vector<int> places(lengths.size());
  std::exclusive_scan(lengths.begin(), lengths.end(), places.begin(), 0);
  std::string texts(static_cast<std::size_t>(places.back() + lengths.back()), ' ');
  PMPI_Gatherv(mine.data(), length, MPI_CHAR, texts.data(), lengths.data(), places.data(), MPI_CHAR, 0,
               job());
  return texts;
}

/// Of the types and operators that a program cannot free, the last ones that the library took: their handles never
/// come to mean others.
thread_local MPI_Datatype accepted_type = MPI_DATATYPE_NULL;
thread_local MPI_Op accepted_op = MPI_OP_NULL;

bool is_named(MPI_Datatype type) {
  return combiner_of(type) == MPI_COMBINER_NAMED;
}

}  // namespace

Dropin* Dropin::active() {
  return the_dropin;
}

bool Dropin::opened() {
  return is_open;
}

void Dropin::open() {
  if (std::exchange(is_open, true)) return;
  std::string wrong;
  bool idle = true;
  try {
    DropinSettings settings = DropinSettings::read();
    idle = settings.rules.empty() && settings.report_to.empty();
    if (!idle) the_dropin = new Dropin(std::move(settings));
  } catch (const std::exception& error) {
    wrong = error.what();
  }
  agree(wrong);
  if (!idle) the_dropin->prepare_world();
}

/// Here no other thread and no message of the program's can be in the way.
void Dropin::prepare_world() {
  try {
    if (rules().know_nodes()) nodes_ = nodes_of_job(settings_.ppn);
    if (job() != MPI_COMM_WORLD || !rules().may_serve(world_size())) return;
    place_of(companions_.companion_of(MPI_COMM_WORLD));
  } catch (const MpiError& error) {
    end_job(error.what(), 1);
  }
}

void Dropin::close() {
  is_open = false;
  if (!the_dropin) return;
  the_dropin->print_report();
  delete std::exchange(the_dropin, nullptr);
}

Dropin::Dropin(DropinSettings settings)
    : settings_(std::move(settings)), report_(!settings_.report_to.empty()) {
  self_ = new_communicator_alone();
  check_mpi(PMPI_Comm_set_errhandler(self_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
}

Dropin::~Dropin() {
  PMPI_Comm_free(&self_);
}

/// The library checks its arguments before it finds that there is nothing to do.
bool Dropin::accepts(MPI_Datatype type) const {
  if (type == accepted_type && type != MPI_DATATYPE_NULL) return true;
  if (alone([&](MPI_Comm self) { return PMPI_Bcast(nullptr, 0, type, 0, self); }) != MPI_SUCCESS)
    return false;
  if (is_named(type)) {
    accepted_type = type;
    accepted_op = MPI_OP_NULL;
  }
  return true;
}

bool Dropin::keeps(MPI_Datatype type, MPI_Op op) const {
  return type == accepted_type && op == accepted_op && op != MPI_OP_NULL;
}

bool Dropin::accepts(MPI_Datatype type, MPI_Op op) const {
  if (keeps(type, op)) return true;
  const auto reduce = [&](MPI_Comm self) { return PMPI_Allreduce(MPI_IN_PLACE, nullptr, 0, type, op, self); };
  if (alone(reduce) != MPI_SUCCESS) return false;
  if (is_named(type) && name_of(op) != "user") {
    accepted_type = type;
    accepted_op = op;
  }
  return true;
}

void Dropin::print_report() const {
  if (!report_.wanted()) {
    if (!served_ && settings_.choose() && world_rank() == 0)
      std::fprintf(stderr,
                   "collsim: no algorithm served a call of rank 0; COLLSIM_REPORT=1 says where they went\n");
    return;
  }
  const std::string texts = gathered(report_.text());
  if (world_rank() != 0) return;
  Report all(true);
  all.add(texts);
  std::FILE* const out = settings_.report_stream;
  const bool written = std::fputs(all.table(world_size()).c_str(), out) >= 0;
  const bool ended = (out == stderr ? std::fflush : std::fclose)(out) == 0;
  if (!written || !ended)
    std::fprintf(stderr, "collsim: the report to '%s' failed\n", settings_.report_to.c_str());
}

}  // namespace collsim
