#pragma once

#include "dropin/move.hpp"

namespace collsim {

/// The collectives that move blocks of equal size. `library`: the call by its profiling name, with counts of its own kind.

inline int serve_barrier(MPI_Comm comm) {
  return serve<Barrier>(
      comm, [&] { return PMPI_Barrier(comm); },
      [&](const Dropin&, const Companion& ranks) -> Examined { return of_bytes(ranks, 0); },
      [&](const Dropin&, Comm&, const auto& run) { run({}); });
}

template <class Library, class Count>
int serve_bcast(Library library, void* buffer, Count count, MPI_Datatype type, int root, MPI_Comm comm) {
  return serve<Bcast>(
      comm, [&] { return library(buffer, count, type, root, comm); },
      [&](const Dropin& dropin, const Companion& ranks) -> Examined {
        if (!ranks.has(root) || !sound(dropin, buffer, count, type)) return std::nullopt;
        return of_bytes(ranks, bytes_of(count, type), root);
      },
      [&](const Dropin& dropin, Comm& ranks, const auto& run) {
        Bytes data(buffer, type, {{0, count}}, dropin.self());
        if (ranks.rank() == root) data.load();
        run({data.data(), data.counts()[0], mpi_byte, root});
        if (ranks.rank() != root) data.store();
      });
}

template <class Library, class Count>
int serve_allgather(Library library, const void* send, Count send_count, MPI_Datatype send_type, void* recv,
                    Count recv_count, MPI_Datatype recv_type, MPI_Comm comm) {
  return serve<Allgather>(
      comm, [&] { return library(send, send_count, send_type, recv, recv_count, recv_type, comm); },
      [&](const Dropin& dropin, const Companion& ranks) -> Examined {
        if (!sound(dropin, recv, recv_count, recv_type) ||
            !sound_or_in_place(dropin, send, send_count, send_type))
          return std::nullopt;
        return of_blocks(ranks, bytes_of(recv_count, recv_type));
      },
      [&](const Dropin& dropin, Comm& ranks, const auto& run) {
        Bytes own(send, send_type, {{0, send_count}}, dropin.self());
        Bytes all(recv, recv_type, equal_blocks(ranks.size(), recv_count), dropin.self());
        own.load();
        if (send == MPI_IN_PLACE) all.load(ranks.rank());
        run({own.data(), all.data(), all.counts()[0], mpi_byte});
        all.store();
      });
}

template <class Library, class Count>
int serve_gather(Library library, const void* send, Count send_count, MPI_Datatype send_type, void* recv,
                 Count recv_count, MPI_Datatype recv_type, int root, MPI_Comm comm) {
  return serve<Gather>(
      comm, [&] { return library(send, send_count, send_type, recv, recv_count, recv_type, root, comm); },
      [&](const Dropin& dropin, const Companion& ranks) -> Examined {
        if (!ranks.has(root)) return std::nullopt;
        if (ranks.rank() != root) {
          if (!sound(dropin, send, send_count, send_type)) return std::nullopt;
          return of_blocks(ranks, bytes_of(send_count, send_type), root);
        }
        if (!sound(dropin, recv, recv_count, recv_type) ||
            !sound_or_in_place(dropin, send, send_count, send_type))
          return std::nullopt;
        return of_blocks(ranks, bytes_of(recv_count, recv_type), root);
      },
      [&](const Dropin& dropin, Comm& ranks, const auto& run) {
        const bool is_root = ranks.rank() == root;
        Bytes own(send, send_type, {{0, send_count}}, dropin.self());
        Bytes all = is_root ? Bytes(recv, recv_type, equal_blocks(ranks.size(), recv_count), dropin.self())
                            : Bytes::none();
        own.load();
        if (send == MPI_IN_PLACE) all.load(root);
        run({own.data(), all.data(), (is_root ? all : own).counts()[0], mpi_byte, root});
        all.store();
      });
}

template <class Library, class Count>
int serve_scatter(Library library, const void* send, Count send_count, MPI_Datatype send_type, void* recv,
                  Count recv_count, MPI_Datatype recv_type, int root, MPI_Comm comm) {
  return serve<Scatter>(
      comm, [&] { return library(send, send_count, send_type, recv, recv_count, recv_type, root, comm); },
      [&](const Dropin& dropin, const Companion& ranks) -> Examined {
        if (!ranks.has(root)) return std::nullopt;
        if (ranks.rank() != root) {
          if (!sound(dropin, recv, recv_count, recv_type)) return std::nullopt;
          return of_blocks(ranks, bytes_of(recv_count, recv_type), root);
        }
        if (!sound(dropin, send, send_count, send_type) ||
            !sound_or_in_place(dropin, recv, recv_count, recv_type))
          return std::nullopt;
        return of_blocks(ranks, bytes_of(send_count, send_type), root);
      },
      [&](const Dropin& dropin, Comm& ranks, const auto& run) {
        const bool is_root = ranks.rank() == root;
        Bytes all = is_root ? Bytes(send, send_type, equal_blocks(ranks.size(), send_count), dropin.self())
                            : Bytes::none();
        Bytes own(recv, recv_type, {{0, recv_count}}, dropin.self());
        all.load();
        run({all.data(), own.data(), (is_root ? all : own).counts()[0], mpi_byte, root});
        own.store();
      });
}

template <class Library, class Count>
int serve_alltoall(Library library, const void* send, Count send_count, MPI_Datatype send_type, void* recv,
                   Count recv_count, MPI_Datatype recv_type, MPI_Comm comm) {
  return serve<Alltoall>(
      comm, [&] { return library(send, send_count, send_type, recv, recv_count, recv_type, comm); },
      [&](const Dropin& dropin, const Companion& ranks) -> Examined {
        if (!sound(dropin, recv, recv_count, recv_type) ||
            !sound_or_in_place(dropin, send, send_count, send_type))
          return std::nullopt;
        return of_blocks(ranks, bytes_of(recv_count, recv_type));
      },
      [&](const Dropin& dropin, Comm& ranks, const auto& run) {
        Bytes out(send, send_type, equal_blocks(ranks.size(), send_count), dropin.self());
        Bytes in(recv, recv_type, equal_blocks(ranks.size(), recv_count), dropin.self());
        out.load();
        if (send == MPI_IN_PLACE) in.load();
        run({out.data(), in.data(), in.counts()[0], mpi_byte});
        in.store();
      });
}

}  // namespace collsim
