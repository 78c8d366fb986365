// Results that stay in memory that the ranks of a node share.

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "dropin/collsim_results.h"
#include "dropin/serve.hpp"

namespace collsim {
namespace {

/// Results that lie in no shared memory.
class OwnResults {
 public:
  /// Room for a vector; where its element 0 starts.
  void* make(MPI_Comm comm, std::int64_t count, MPI_Datatype type) {
    const Extent room = Vectors(1, std::max<std::int64_t>(count, 0), layout_of(type)).room();
    const std::lock_guard lock(mutex_);
    auto& memory = by_comm_[PMPI_Comm_c2f(comm)].emplace_back(std::make_unique<std::byte[]>(room.bytes));
    return room.first_element(memory.get());
  }
  /// Whether there was one.
  bool release(MPI_Comm comm) {
    const std::lock_guard lock(mutex_);
    return by_comm_.erase(PMPI_Comm_c2f(comm)) > 0;
  }

 private:
  std::mutex mutex_;
  std::map<MPI_Fint, std::vector<std::unique_ptr<std::byte[]>>> by_comm_;
};

OwnResults& own_results() {
  static OwnResults results;
  return results;
}

/// What the last call left; in memory of this rank's own where it shares none, because that goes with `ranks`.
void* left_by(Comm& ranks, MPI_Comm comm, std::int64_t count, MPI_Datatype type) {
  void* const vector = ranks.result()->vector;
  if (ranks.transport().node()) return vector;
  void* const own = own_results().make(comm, count, type);
  ranks.copy(vector, own, count, abi_type(type));
  ranks.release_result();
  return own;
}

/// A call of `call` that leaves `count` elements of `type`. library(own): the same by its profiling name, to that buffer.
template <class Call, class Library>
int leave(const Call& call, Question question, std::int64_t count, MPI_Datatype type, MPI_Comm comm,
          void** result, Library library) {
  return serve<Call>(
      comm,
      [&] {
        *result = own_results().make(comm, count, type);
        return library(*result);
      },
      [&](const Dropin& dropin, const Companion& ranks) -> std::optional<Question> {
        if (count < 0 || !dropin.accepts(type)) return std::nullopt;
        if (question.op != MPI_OP_NULL && !dropin.accepts(type, question.op)) return std::nullopt;
        question.shape.processes = ranks.size();
        question.shape.count = count;
        question.shape.type_size = size_of(type);
        return question;
      },
      [&](const Dropin&, Comm& ranks, const auto& run) {
        run(call);
        *result = left_by(ranks, comm, count, type);
      });
}

const char* kind_of(int writable) {
  return writable ? "cow" : "shared";
}

void release(MPI_Comm comm) {
  if (own_results().release(comm)) return;
  Dropin* const dropin = Dropin::active();
  Companion* const companion = dropin ? &dropin->companions().companion_of(comm) : nullptr;
  if (!companion || !companion->holds_result())
    throw mpi_error("collsim_release, of what no call has left,", MPI_ERR_ARG);
  Here here(dropin->place_of(*companion), *companion, companion->node());
  Comm(here).release_result();
}

}  // namespace
}  // namespace collsim

using namespace collsim;

extern "C" {

int collsim_allreduce(const void* send, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, int writable,
                      void** result) {
  return leave(Allreduce{send, nullptr, count, abi_type(type), abi_op(op)},
               {.shape = {.commutative = commutes(op)}, .op = op, .result = kind_of(writable)}, count, type,
               comm, result, [&](void* own) { return PMPI_Allreduce(send, own, count, type, op, comm); });
}

int collsim_bcast(const void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm, int writable,
                  void** result) {
  return leave(
      Bcast{const_cast<void*>(buffer), count, abi_type(type), root},
      {.shape = {.root = root}, .result = kind_of(writable)}, count, type, comm, result, [&](void* own) {
        int rank = 0;
        PMPI_Comm_rank(comm, &rank);
        if (rank == root)
          PMPI_Sendrecv(buffer, count, type, 0, 0, own, count, type, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
        return PMPI_Bcast(own, count, type, root, comm);
      });
}

int collsim_allgather(const void* send, int count, MPI_Datatype type, MPI_Comm comm, int writable,
                      void** result) {
  int size = 1;
  PMPI_Comm_size(comm, &size);
  return leave(Allgather{send, nullptr, count, abi_type(type)}, {.shape = {}, .result = kind_of(writable)},
               std::int64_t{count} * size, type, comm, result,
               [&](void* own) { return PMPI_Allgather(send, count, type, own, count, type, comm); });
}

int collsim_release(MPI_Comm comm) {
  try {
    release(comm);
    return MPI_SUCCESS;
  } catch (const MpiError& error) {
    return fail(comm, error.code, error.what());
  }
}
}
