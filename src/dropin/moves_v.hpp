#pragma once

#include "dropin/move.hpp"

namespace collsim {

/// The collectives that move blocks of unequal size. `library`: the call by its profiling name, with counts and
/// displacements of its own kinds.

template <class Library, class Count, class Displacement>
int serve_allgatherv(Library library, const void* send, Count send_count, MPI_Datatype send_type, void* recv,
                     const Count counts[], const Displacement displacements[], MPI_Datatype recv_type,
                     MPI_Comm comm) {
  return serve<Allgatherv>(
      comm,
      [&] { return library(send, send_count, send_type, recv, counts, displacements, recv_type, comm); },
      [&](const Dropin& dropin, const Companion& ranks) -> Examined {
        if (!sound_blocks(dropin, recv, counts, displacements, ranks.size(), recv_type) ||
            !sound_or_in_place(dropin, send, send_count, send_type))
          return std::nullopt;
        Question question = of_bytes(ranks, 0);
        for (int rank = 0; rank < ranks.size(); ++rank) {
          const std::int64_t bytes = bytes_of(counts[rank], recv_type);
          question.shape.count = plus(question.shape.count, bytes);
          question.shape.counts.push_back(static_cast<int>(bytes));  // fits if the sum does
        }
        return question;
      },
      [&](const Dropin& dropin, Comm& ranks, const auto& run) {
        Bytes own(send, send_type, {{0, send_count}}, dropin.self());
        Bytes all(recv, recv_type, blocks_at(ranks.size(), counts, displacements), dropin.self());
        own.load();
        if (send == MPI_IN_PLACE) all.load(ranks.rank());
        run({own.data(), all.data(), all.places(), mpi_byte});
        all.store();
      });
}

template <class Library, class Count, class Displacement>
int serve_gatherv(Library library, const void* send, Count send_count, MPI_Datatype send_type, void* recv,
                  const Count counts[], const Displacement displacements[], MPI_Datatype recv_type, int root,
                  MPI_Comm comm) {
  return serve<Gatherv>(
      comm,
      [&] {
        return library(send, send_count, send_type, recv, counts, displacements, recv_type, root, comm);
      },
      [&](const Dropin& dropin, const Companion& ranks) -> Examined {
        const bool is_root = ranks.rank() == root;
        const bool right = is_root
                               ? sound_blocks(dropin, recv, counts, displacements, ranks.size(), recv_type) &&
                                     sound_or_in_place(dropin, send, send_count, send_type)
                               : ranks.has(root) && sound(dropin, send, send_count, send_type);
        return right ? Examined(of_unknown(ranks, root)) : std::nullopt;
      },
      [&](const Dropin& dropin, Comm& ranks, const auto& run) {
        Bytes own(send, send_type, {{0, send_count}}, dropin.self());
        Bytes all =
            ranks.rank() == root
                ? Bytes(recv, recv_type, blocks_at(ranks.size(), counts, displacements), dropin.self())
                : Bytes::none();
        own.load();
        if (send == MPI_IN_PLACE) all.load(root);
        const auto& side = send == MPI_IN_PLACE ? all : own;
        const int count = side.counts()[send == MPI_IN_PLACE ? static_cast<std::size_t>(root) : 0];
        run({own.data(), count, all.data(), all.places(), mpi_byte, root});
        all.store();
      });
}

template <class Library, class Count, class Displacement>
int serve_scatterv(Library library, const void* send, const Count counts[],
                   const Displacement displacements[], MPI_Datatype send_type, void* recv, Count recv_count,
                   MPI_Datatype recv_type, int root, MPI_Comm comm) {
  return serve<Scatterv>(
      comm,
      [&] {
        return library(send, counts, displacements, send_type, recv, recv_count, recv_type, root, comm);
      },
      [&](const Dropin& dropin, const Companion& ranks) -> Examined {
        const bool is_root = ranks.rank() == root;
        const bool right = is_root
                               ? sound_blocks(dropin, send, counts, displacements, ranks.size(), send_type) &&
                                     sound_or_in_place(dropin, recv, recv_count, recv_type)
                               : ranks.has(root) && sound(dropin, recv, recv_count, recv_type);
        return right ? Examined(of_unknown(ranks, root)) : std::nullopt;
      },
      [&](const Dropin& dropin, Comm& ranks, const auto& run) {
        Bytes all =
            ranks.rank() == root
                ? Bytes(send, send_type, blocks_at(ranks.size(), counts, displacements), dropin.self())
                : Bytes::none();
        Bytes own(recv, recv_type, {{0, recv_count}}, dropin.self());
        all.load();
        const auto& side = recv == MPI_IN_PLACE ? all : own;
        const int count = side.counts()[recv == MPI_IN_PLACE ? static_cast<std::size_t>(root) : 0];
        run({all.data(), all.places(), own.data(), count, mpi_byte, root});
        own.store();
      });
}

template <class Library, class Count, class Displacement>
int serve_alltoallv(Library library, const void* send, const Count send_counts[],
                    const Displacement send_displacements[], MPI_Datatype send_type, void* recv,
                    const Count recv_counts[], const Displacement recv_displacements[],
                    MPI_Datatype recv_type, MPI_Comm comm) {
  const bool in_place = send == MPI_IN_PLACE;
  return serve<Alltoallv>(
      comm,
      [&] {
        return library(send, send_counts, send_displacements, send_type, recv, recv_counts,
                       recv_displacements, recv_type, comm);
      },
      [&](const Dropin& dropin, const Companion& ranks) -> Examined {
        const int p = ranks.size();
        if (!sound_blocks(dropin, recv, recv_counts, recv_displacements, p, recv_type) ||
            !(in_place || sound_blocks(dropin, send, send_counts, send_displacements, p, send_type)))
          return std::nullopt;
        return of_unknown(ranks);
      },
      [&](const Dropin& dropin, Comm& ranks, const auto& run) {
        const int p = ranks.size();
        const auto blocks =
            in_place ? std::vector<BufferBlock>() : blocks_at(p, send_counts, send_displacements);
        Bytes out(send, send_type, blocks, dropin.self());
        Bytes in(recv, recv_type, blocks_at(p, recv_counts, recv_displacements), dropin.self());
        out.load();
        if (in_place) in.load();
        const Bytes& sizes = in_place ? in : out;
        run({out.data(), sizes.places(), in.data(), in.places(), mpi_byte});
        in.store();
      });
}

}  // namespace collsim
