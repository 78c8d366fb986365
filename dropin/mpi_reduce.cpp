// The collectives that combine. Their count, type and operator are the same on all ranks.

#include <numeric>

#include "dropin/bytes.hpp"
#include "dropin/serve.hpp"

namespace collsim {
namespace {

Question of_elements(const Companion& ranks, std::int64_t count, MPI_Datatype type, MPI_Op op, int root = 0) {
  return {.shape = {.processes = ranks.size(),
                    .count = count,
                    .type_size = Comm::size_of(type),
                    .root = root,
                    .commutative = Comm::commutes(op)},
          .op = op};
}

/// Whether the library refuses that both buffers are one. Some do, for some counts. alone(): the call on this
/// rank alone, which then copies the buffer onto itself.
template <class Alone>
bool refuses_alias(const void* send, const void* recv, Alone alone) {
  return send == recv && alone() != MPI_SUCCESS;
}

/// Allreduce, scan and exscan. library(on): the same call on that communicator by its profiling name.
template <class Call, class Library>
int everywhere(const void* send, void* recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
               Library library) {
  return serve<Call>(
      comm, [&] { return library(comm); },
      [&](const Dropin& dropin, const Companion& ranks) -> std::optional<Question> {
        if (count < 0 || recv == MPI_IN_PLACE || !dropin.accepts(type, op)) return std::nullopt;
        if (refuses_alias(send, recv, [&] { return dropin.alone(library); })) return std::nullopt;
        return of_elements(ranks, count, type, op);
      },
      [&](const Dropin& dropin, Comm& ranks, const auto& run) {
        Anchored in(ranks, send, count, type, dropin);
        Anchored out(ranks, recv, count, type, dropin);
        in.load();
        out.load();  // what is in place, and what exscan leaves as it is
        run(Call{in.data(), out.data(), count, type, op});
        out.store();
      },
      send == recv || recv == MPI_IN_PLACE ? std::nullopt : std::optional(Combination{count, type, op}));
}

}  // namespace
}  // namespace collsim

using namespace collsim;

extern "C" {

int MPI_Allreduce(const void* send, void* recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return everywhere<Allreduce>(send, recv, count, type, op, comm,
                               [&](MPI_Comm on) { return PMPI_Allreduce(send, recv, count, type, op, on); });
}

int MPI_Scan(const void* send, void* recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return everywhere<Scan>(send, recv, count, type, op, comm,
                          [&](MPI_Comm on) { return PMPI_Scan(send, recv, count, type, op, on); });
}

int MPI_Exscan(const void* send, void* recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return everywhere<Exscan>(send, recv, count, type, op, comm,
                            [&](MPI_Comm on) { return PMPI_Exscan(send, recv, count, type, op, on); });
}

int MPI_Reduce(const void* send, void* recv, int count, MPI_Datatype type, MPI_Op op, int root,
               MPI_Comm comm) {
  return serve<Reduce>(
      comm, [&] { return PMPI_Reduce(send, recv, count, type, op, root, comm); },
      [&](const Dropin& dropin, const Companion& ranks) -> std::optional<Question> {
        const bool misplaced = ranks.rank() == root ? recv == MPI_IN_PLACE : send == MPI_IN_PLACE;
        if (count < 0 || misplaced || !ranks.has(root) || !dropin.accepts(type, op)) return std::nullopt;
        const auto reduce = [&](MPI_Comm self) { return PMPI_Reduce(send, recv, count, type, op, 0, self); };
        const auto alone = [&] { return dropin.alone(reduce); };
        if (ranks.rank() == root && refuses_alias(send, recv, alone)) return std::nullopt;
        return of_elements(ranks, count, type, op, root);
      },
      [&](const Dropin& dropin, Comm& ranks, const auto& run) {
        const bool is_root = ranks.rank() == root;
        Anchored in(ranks, send, count, type, dropin);
        Anchored out(ranks, recv, is_root ? count : 0, type, dropin);
        in.load();
        out.load();
        run({in.data(), is_root ? out.data() : nullptr, count, type, op, root});
        out.store();
      });
}

int MPI_Reduce_scatter(const void* send, void* recv, const int counts[], MPI_Datatype type, MPI_Op op,
                       MPI_Comm comm) {
  const auto whole = [&](int size) { return std::accumulate(counts, counts + size, std::int64_t{0}); };
  return serve<ReduceScatter>(
      comm, [&] { return PMPI_Reduce_scatter(send, recv, counts, type, op, comm); },
      [&](const Dropin& dropin, const Companion& ranks) -> std::optional<Question> {
        if (recv == MPI_IN_PLACE || !are_counts(counts, ranks.size()) || !dropin.accepts(type, op))
          return std::nullopt;
        Question question = of_elements(ranks, whole(ranks.size()), type, op);
        question.shape.counts.assign(counts, counts + ranks.size());
        return question;
      },
      [&](const Dropin& dropin, Comm& ranks, const auto& run) {
        const std::int64_t count = whole(ranks.size());
        Anchored in(ranks, send, count, type, dropin);
        Anchored out(ranks, recv, send == MPI_IN_PLACE ? count : counts[ranks.rank()], type, dropin);
        in.load();
        out.load();
        run({in.data(), out.data(), places({counts, static_cast<std::size_t>(ranks.size())}), type, op});
        out.store();
      });
}

int MPI_Reduce_scatter_block(const void* send, void* recv, int count, MPI_Datatype type, MPI_Op op,
                             MPI_Comm comm) {
  return serve<ReduceScatterBlock>(
      comm, [&] { return PMPI_Reduce_scatter_block(send, recv, count, type, op, comm); },
      [&](const Dropin& dropin, const Companion& ranks) -> std::optional<Question> {
        if (count < 0 || recv == MPI_IN_PLACE || !dropin.accepts(type, op)) return std::nullopt;
        return of_elements(ranks, std::int64_t{count} * ranks.size(), type, op);
      },
      [&](const Dropin& dropin, Comm& ranks, const auto& run) {
        const std::int64_t whole = std::int64_t{count} * ranks.size();
        Anchored in(ranks, send, whole, type, dropin);
        Anchored out(ranks, recv, send == MPI_IN_PLACE ? whole : count, type, dropin);
        in.load();
        out.load();
        run({in.data(), out.data(), count, type, op});
        out.store();
      });
}
}
