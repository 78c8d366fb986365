#pragma once

#include <span>
#include <vector>

#include "dropin/bytes.hpp"
#include "dropin/serve.hpp"

namespace collsim {

/// The collectives that combine. Their count, type and operator are the same on all ranks. `library`: the call by its
/// profiling name, with counts of its own kind.

inline Question of_elements(const Companion& ranks, std::int64_t count, MPI_Datatype type, MPI_Op op,
                            int root = 0) {
  return {.shape = {.processes = ranks.size(),
                    .count = count,
                    .type_size = size_of(type),
                    .root = root,
                    .commutative = commutes(op)},
          .op = op};
}

/// Whether the library refuses that both buffers are one. Some do, for some counts. alone(): the call on this
/// rank alone, which then copies the buffer onto itself.
template <class Alone>
bool refuses_alias(const void* send, const void* recv, Alone alone) {
  return send == recv && alone() != MPI_SUCCESS;
}

/// Counts as algorithms have them, which int holds where their sum fits.
inline std::span<const int> as_ints(const int* counts, int number) {
  return {counts, static_cast<std::size_t>(number)};
}
template <class Count>
std::vector<int> as_ints(const Count* counts, int number) {
  std::vector<int> ints;
  for (int i = 0; i < number; ++i) ints.push_back(static_cast<int>(counts[i]));
  return ints;
}

/// Allreduce, scan and exscan.
template <class Call, class Library, class Count>
int serve_everywhere(Library library, const void* send, void* recv, Count count, MPI_Datatype type, MPI_Op op,
                     MPI_Comm comm) {
  const auto on = [&](MPI_Comm ranks) { return library(send, recv, count, type, op, ranks); };
  return serve<Call>(
      comm, [&] { return on(comm); },
      [&](const Dropin& dropin, const Companion& ranks) -> std::optional<Question> {
        if (count < 0 || recv == MPI_IN_PLACE || !dropin.accepts(type, op)) return std::nullopt;
        if (refuses_alias(send, recv, [&] { return dropin.alone(on); })) return std::nullopt;
        return of_elements(ranks, count, type, op);
      },
      [&](const Dropin& dropin, Comm& ranks, const auto& run) {
        Anchored in(ranks, send, count, type, dropin);
        Anchored out(ranks, recv, count, type, dropin);
        in.load();
        out.load();  // what is in place, and what exscan leaves as it is
        run(Call{in.data(), out.data(), count, abi_type(type), abi_op(op)});
        out.store();
      },
      send == recv || recv == MPI_IN_PLACE ? std::nullopt : std::optional(Combination{count, type, op}));
}

template <class Library, class Count>
int serve_reduce(Library library, const void* send, void* recv, Count count, MPI_Datatype type, MPI_Op op,
                 int root, MPI_Comm comm) {
  return serve<Reduce>(
      comm, [&] { return library(send, recv, count, type, op, root, comm); },
      [&](const Dropin& dropin, const Companion& ranks) -> std::optional<Question> {
        const bool misplaced = ranks.rank() == root ? recv == MPI_IN_PLACE : send == MPI_IN_PLACE;
        if (count < 0 || misplaced || !ranks.has(root) || !dropin.accepts(type, op)) return std::nullopt;
        const auto reduce = [&](MPI_Comm self) { return library(send, recv, count, type, op, 0, self); };
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
        run({in.data(), is_root ? out.data() : nullptr, count, abi_type(type), abi_op(op), root});
        out.store();
      });
}

template <class Library, class Count>
int serve_reduce_scatter(Library library, const void* send, void* recv, const Count counts[],
                         MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  const auto whole = [&](int size) {
    std::int64_t sum = 0;
    for (int i = 0; i < size; ++i) sum = plus(sum, counts[i]);
    return sum;
  };
  return serve<ReduceScatter>(
      comm, [&] { return library(send, recv, counts, type, op, comm); },
      [&](const Dropin& dropin, const Companion& ranks) -> std::optional<Question> {
        if (recv == MPI_IN_PLACE || !are_counts(counts, ranks.size()) || !dropin.accepts(type, op))
          return std::nullopt;
        Question question = of_elements(ranks, whole(ranks.size()), type, op);
        const auto ints = as_ints(counts, ranks.size());
        question.shape.counts.assign(ints.begin(), ints.end());
        return question;
      },
      [&](const Dropin& dropin, Comm& ranks, const auto& run) {
        const std::int64_t count = whole(ranks.size());
        Anchored in(ranks, send, count, type, dropin);
        Anchored out(ranks, recv, send == MPI_IN_PLACE ? count : counts[ranks.rank()], type, dropin);
        in.load();
        out.load();
        const auto ints = as_ints(counts, ranks.size());
        run({in.data(), out.data(), places(std::span<const int>(ints)), abi_type(type), abi_op(op)});
        out.store();
      });
}

template <class Library, class Count>
int serve_reduce_scatter_block(Library library, const void* send, void* recv, Count count, MPI_Datatype type,
                               MPI_Op op, MPI_Comm comm) {
  return serve<ReduceScatterBlock>(
      comm, [&] { return library(send, recv, count, type, op, comm); },
      [&](const Dropin& dropin, const Companion& ranks) -> std::optional<Question> {
        if (count < 0 || recv == MPI_IN_PLACE || !dropin.accepts(type, op)) return std::nullopt;
        return of_elements(ranks, times(count, ranks.size()), type, op);
      },
      [&](const Dropin& dropin, Comm& ranks, const auto& run) {
        const std::int64_t whole = std::int64_t{count} * ranks.size();
        Anchored in(ranks, send, whole, type, dropin);
        Anchored out(ranks, recv, send == MPI_IN_PLACE ? whole : count, type, dropin);
        in.load();
        out.load();
        run({in.data(), out.data(), count, abi_type(type), abi_op(op)});
        out.store();
      });
}

}  // namespace collsim
