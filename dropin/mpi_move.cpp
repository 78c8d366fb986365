// The collectives that move blocks of equal size.

#include "dropin/move.hpp"

using namespace collsim;

extern "C" {

int MPI_Barrier(MPI_Comm comm) {
  return serve<Barrier>(
      comm, [&] { return PMPI_Barrier(comm); },
      [&](const Dropin&, const Companion& ranks) -> Examined { return of_bytes(ranks, 0); },
      [&](const Dropin&, Comm&, const auto& run) { run({}); });
}

int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  return serve<Bcast>(
      comm, [&] { return PMPI_Bcast(buffer, count, type, root, comm); },
      [&](const Dropin& dropin, const Companion& ranks) -> Examined {
        if (!ranks.has(root) || !sound(dropin, buffer, count, type)) return std::nullopt;
        return of_bytes(ranks, bytes_of(count, type), root);
      },
      [&](const Dropin& dropin, Comm& ranks, const auto& run) {
        Bytes data(buffer, type, {{0, count}}, dropin.self());
        if (ranks.rank() == root) data.load();
        run({data.data(), data.counts()[0], MPI_BYTE, root});
        if (ranks.rank() != root) data.store();
      });
}

int MPI_Allgather(const void* send, int send_count, MPI_Datatype send_type, void* recv, int recv_count,
                  MPI_Datatype recv_type, MPI_Comm comm) {
  return serve<Allgather>(
      comm, [&] { return PMPI_Allgather(send, send_count, send_type, recv, recv_count, recv_type, comm); },
      [&](const Dropin& dropin, const Companion& ranks) -> Examined {
        if (!sound(dropin, recv, recv_count, recv_type) ||
            !sound_or_in_place(dropin, send, send_count, send_type))
          return std::nullopt;
        return of_bytes(ranks, ranks.size() * bytes_of(recv_count, recv_type));
      },
      [&](const Dropin& dropin, Comm& ranks, const auto& run) {
        Bytes own(send, send_type, {{0, send_count}}, dropin.self());
        Bytes all(recv, recv_type, equal_blocks(ranks.size(), recv_count), dropin.self());
        own.load();
        if (send == MPI_IN_PLACE) all.load(ranks.rank());
        run({own.data(), all.data(), all.counts()[0], MPI_BYTE});
        all.store();
      });
}

int MPI_Gather(const void* send, int send_count, MPI_Datatype send_type, void* recv, int recv_count,
               MPI_Datatype recv_type, int root, MPI_Comm comm) {
  return serve<Gather>(
      comm, [&] { return PMPI_Gather(send, send_count, send_type, recv, recv_count, recv_type, root, comm); },
      [&](const Dropin& dropin, const Companion& ranks) -> Examined {
        if (!ranks.has(root)) return std::nullopt;
        if (ranks.rank() != root) {
          if (!sound(dropin, send, send_count, send_type)) return std::nullopt;
          return of_bytes(ranks, ranks.size() * bytes_of(send_count, send_type), root);
        }
        if (!sound(dropin, recv, recv_count, recv_type) ||
            !sound_or_in_place(dropin, send, send_count, send_type))
          return std::nullopt;
        return of_bytes(ranks, ranks.size() * bytes_of(recv_count, recv_type), root);
      },
      [&](const Dropin& dropin, Comm& ranks, const auto& run) {
        const bool is_root = ranks.rank() == root;
        Bytes own(send, send_type, {{0, send_count}}, dropin.self());
        Bytes all = is_root ? Bytes(recv, recv_type, equal_blocks(ranks.size(), recv_count), dropin.self())
                            : Bytes::none();
        own.load();
        if (send == MPI_IN_PLACE) all.load(root);
        run({own.data(), all.data(), (is_root ? all : own).counts()[0], MPI_BYTE, root});
        all.store();
      });
}

int MPI_Scatter(const void* send, int send_count, MPI_Datatype send_type, void* recv, int recv_count,
                MPI_Datatype recv_type, int root, MPI_Comm comm) {
  return serve<Scatter>(
      comm,
      [&] { return PMPI_Scatter(send, send_count, send_type, recv, recv_count, recv_type, root, comm); },
      [&](const Dropin& dropin, const Companion& ranks) -> Examined {
        if (!ranks.has(root)) return std::nullopt;
        if (ranks.rank() != root) {
          if (!sound(dropin, recv, recv_count, recv_type)) return std::nullopt;
          return of_bytes(ranks, ranks.size() * bytes_of(recv_count, recv_type), root);
        }
        if (!sound(dropin, send, send_count, send_type) ||
            !sound_or_in_place(dropin, recv, recv_count, recv_type))
          return std::nullopt;
        return of_bytes(ranks, ranks.size() * bytes_of(send_count, send_type), root);
      },
      [&](const Dropin& dropin, Comm& ranks, const auto& run) {
        const bool is_root = ranks.rank() == root;
        Bytes all = is_root ? Bytes(send, send_type, equal_blocks(ranks.size(), send_count), dropin.self())
                            : Bytes::none();
        Bytes own(recv, recv_type, {{0, recv_count}}, dropin.self());
        all.load();
        run({all.data(), own.data(), (is_root ? all : own).counts()[0], MPI_BYTE, root});
        own.store();
      });
}

int MPI_Alltoall(const void* send, int send_count, MPI_Datatype send_type, void* recv, int recv_count,
                 MPI_Datatype recv_type, MPI_Comm comm) {
  return serve<Alltoall>(
      comm, [&] { return PMPI_Alltoall(send, send_count, send_type, recv, recv_count, recv_type, comm); },
      [&](const Dropin& dropin, const Companion& ranks) -> Examined {
        if (!sound(dropin, recv, recv_count, recv_type) ||
            !sound_or_in_place(dropin, send, send_count, send_type))
          return std::nullopt;
        return of_bytes(ranks, ranks.size() * bytes_of(recv_count, recv_type));
      },
      [&](const Dropin& dropin, Comm& ranks, const auto& run) {
        Bytes out(send, send_type, equal_blocks(ranks.size(), send_count), dropin.self());
        Bytes in(recv, recv_type, equal_blocks(ranks.size(), recv_count), dropin.self());
        out.load();
        if (send == MPI_IN_PLACE) in.load();
        run({out.data(), in.data(), in.counts()[0], MPI_BYTE});
        in.store();
      });
}
}
