#include "dropin/companions.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "dropin/job.hpp"
#include "dropin/sharing.hpp"

namespace collsim {
namespace {

/// The communicator's ranks in this job; MPI_UNDEFINED for those of other jobs, which may have other
/// rules, or no drop-in at all.
std::vector<int> ranks_in_world(MPI_Comm comm, int size) {
  MPI_Group group = MPI_GROUP_NULL, world = MPI_GROUP_NULL;
  check_mpi(PMPI_Comm_group(comm, &group), "MPI_Comm_group");
  check_mpi(PMPI_Comm_group(job(), &world), "MPI_Comm_group");
  std::vector<int> ranks(static_cast<std::size_t>(size)), of_world(ranks.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  check_mpi(PMPI_Group_translate_ranks(group, size, ranks.data(), world, of_world.data()),
            "MPI_Group_translate_ranks");
  check_mpi(PMPI_Group_free(&world), "MPI_Group_free");
  check_mpi(PMPI_Group_free(&group), "MPI_Group_free");
  return of_world;
}

/// What no program frees. Where it never calls MPI_Finalize, SMPI does at last, when there is no rank any more that
/// could call MPI in forget(): so these have no attribute.
bool is_predefined(MPI_Comm comm) {
  return comm == MPI_COMM_WORLD || comm == MPI_COMM_SELF;
}

}  // namespace

Companion::Companion(MPI_Comm of) : of_(of) {
  int inter = 0;
  check_mpi(PMPI_Comm_test_inter(of, &inter), "MPI_Comm_test_inter");
  check_mpi(PMPI_Comm_rank(of, &rank_), "MPI_Comm_rank");
  check_mpi(PMPI_Comm_size(of, &size_), "MPI_Comm_size");
  if (inter)
    why_library_ = "library: intercommunicator";
  else if (std::ranges::count(ranks_in_world(of, size_), MPI_UNDEFINED) > 0)
    why_library_ = "library: ranks of another job";
}

void Companion::free() {
  if (private_ != MPI_COMM_NULL) PMPI_Comm_free(&private_);
}

MPI_Comm Companion::communicator() {
  if (private_ != MPI_COMM_NULL) return private_;
  // Not MPI_Comm_dup, which would call the copy functions of the program's own attributes.
  MPI_Group group = MPI_GROUP_NULL;
  check_mpi(PMPI_Comm_group(of_, &group), "MPI_Comm_group");
  check_mpi(PMPI_Comm_create(of_, group, &private_), "MPI_Comm_create");
  check_mpi(PMPI_Group_free(&group), "MPI_Group_free");
  check_mpi(PMPI_Comm_set_errhandler(private_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  return private_;
}

std::shared_ptr<const Nodes> Companion::nodes(const Nodes& of_job) {
  if (nodes_) return nodes_;
  std::vector<int> numbers, domains;
  for (const int rank : ranks_in_world(of_, size_)) {
    numbers.push_back(of_job.node_of(rank));
    domains.push_back(of_job.domains().node_of(rank));
  }
  return nodes_ = std::make_shared<const Nodes>(numbers, domains);
}

Node* Companion::node() {
  if (!node_ && size_ > 1) node_ = share(communicator(), nodes_);
  return node_.get();
}

Companions::Companions() {
  check_mpi(PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget, &keyval_, this), "MPI_Comm_create_keyval");
}

Companions::~Companions() {
  // Communicators that the program did not free outlive this object; their attribute must not call it. Their
  // private ones stay for MPI_Finalize: to free them here is collective, but ranks know no common order of
  // them, neither by handle nor, with threads, by age. So forget() shall find nothing.
  const auto left = std::exchange(known_, {});
  for (const auto& [key, companion] : left) {
    const MPI_Comm comm = PMPI_Comm_f2c(key);
    if (comm != MPI_COMM_NULL && !is_predefined(comm)) PMPI_Comm_delete_attr(comm, keyval_);
  }
  PMPI_Comm_free_keyval(&keyval_);
}

Companion& Companions::companion_of(MPI_Comm comm) {
  struct Last {
    const Companions* owner;
    std::uint64_t forgotten;
    MPI_Fint key;
    Companion* companion;
  };
  thread_local Last last = {};
  const MPI_Fint key = PMPI_Comm_c2f(comm);
  const std::uint64_t forgotten = forgotten_.load(std::memory_order_acquire);
  if (last.owner != this || last.key != key || last.forgotten != forgotten)
    last = {this, forgotten, key, &find_or_make(comm, key)};
  return *last.companion;
}

Companion& Companions::find_or_make(MPI_Comm comm, MPI_Fint key) {
  std::unique_lock lock(mutex_);
  if (const auto place = known_.find(key); place != known_.end()) return place->second;
  Companion& companion = known_.try_emplace(key, comm).first->second;
  if (is_predefined(comm)) return companion;
  lock.unlock();  // MPI may hold a lock of its own when it calls forget()
  const int code = PMPI_Comm_set_attr(comm, keyval_, &companion);
  if (code == MPI_SUCCESS) return companion;
  lock.lock();
  known_.erase(key);
  throw mpi_error("MPI_Comm_set_attr", code);
}

/// In a simulation ranks share communicators: the first to free one deletes the attributes of all. The others
/// may still be busy, and keep their companions to the end.
int Companions::forget(MPI_Comm comm, int, void* attribute, void* companions) {
  auto& self = *static_cast<Companions*>(companions);
  int rank = MPI_UNDEFINED;
  PMPI_Comm_rank(comm, &rank);
  if (rank != static_cast<Companion*>(attribute)->rank()) return MPI_SUCCESS;
  std::unique_lock lock(self.mutex_);
  auto gone = self.known_.extract(PMPI_Comm_c2f(comm));
  self.forgotten_.fetch_add(1, std::memory_order_release);
  lock.unlock();  // to free a communicator may be to communicate
  if (gone) gone.mapped().free();
  return MPI_SUCCESS;
}

}  // namespace collsim
