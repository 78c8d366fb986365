// MPI's calls that post messages, of the rank that runs.
#include <vector>

#include "backends/fast/mpi/pack.hpp"
#include "backends/fast/mpi/post.hpp"

using namespace collsim::fast;

namespace {

int post(const Post& post, MPI_Request* handle, bool persistent = false) {
  if (const int error = why_wrong(post)) return error;
  Engine& engine = Engine::current();
  Kept* request = engine.messages().create();
  set_up(*request, post);
  request->hold = post.type;
  request->persistent = persistent;
  if (!persistent) begin(engine, *request);
  *handle = request;
  return MPI_SUCCESS;
}

/// Instead of a blocking call, while a schedule is recorded. Inline: else the arguments would go through memory.
[[gnu::always_inline]] inline int write_down(Recorder& recorder, const Post* send, const Post* recv,
                                             MPI_Status* status) {
  Schedule::Move move;
  std::int64_t out = 0, in = 0;
  if (send && send->peer != MPI_PROC_NULL) {
    move.mode = send->synchronous ? Schedule::Mode::synchronous : Schedule::Mode::standard;
    move.to = send->peer;
    move.out_tag = send->tag;
    out = send->count * send->type->size();
  }
  if (recv && recv->peer != MPI_PROC_NULL) {
    Recorder::check(recv->peer, recv->tag);
    move.from = recv->peer;
    move.in_tag = recv->tag;
    in = recv->count * recv->type->size();
  }
  Recorder::check((send ? send : recv)->comm->context());
  if (move.to >= 0 || move.from >= 0) recorder.call(move, out, in);
  if (status && recv) *status = {recv->peer, recv->tag, MPI_SUCCESS, in};
  return MPI_SUCCESS;
}

int blocking(const Post& post, MPI_Status* status) {
  if (const int error = why_wrong(post)) return error;
  Engine& engine = Engine::current();
  const bool sends = post.kind == Request::Kind::send;
  if (engine.recorder())
    return write_down(*engine.recorder(), sends ? &post : nullptr, sends ? nullptr : &post, status);
  if (engine.messages().outlives(post.kind, post.count * post.type->size())) {
    MPI_Request request = MPI_REQUEST_NULL;
    ::post(post, &request);
    return PMPI_Wait(&request, status);
  }
  Rank& rank = engine.rank();
  Request& request = sends ? rank.out : rank.in;
  set_up(request, post);
  begin(engine, request);
  engine.finish_call();
  return report(request, status);
}

/// MPI_Sendrecv where the message may still be under way afterwards. The same parameters, so that the call
/// needs no frame.
[[gnu::noinline]] int kept_sendrecv(const void* out, int out_count, MPI_Datatype out_type, int destination,
                                    int out_tag, void* in, int in_count, MPI_Datatype in_type, int source,
                                    int in_tag, MPI_Comm comm, MPI_Status* status) {
  MPI_Request requests[2];
  post({Request::Kind::recv, in, in_count, in_type, source, in_tag, comm}, &requests[0]);
  post({Request::Kind::send, out, out_count, out_type, destination, out_tag, comm}, &requests[1]);
  MPI_Status statuses[2];
  const int error = PMPI_Waitall(2, requests, statuses);
  if (status) *status = statuses[0];
  return error;
}

}  // namespace

int PMPI_Send(const void* data, int count, MPI_Datatype type, int destination, int tag, MPI_Comm comm) {
  return blocking({Request::Kind::send, data, count, type, destination, tag, comm}, nullptr);
}

int PMPI_Ssend(const void* data, int count, MPI_Datatype type, int destination, int tag, MPI_Comm comm) {
  return blocking({Request::Kind::send, data, count, type, destination, tag, comm, true}, nullptr);
}

int PMPI_Recv(void* data, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
              MPI_Status* status) {
  return blocking({Request::Kind::recv, data, count, type, source, tag, comm}, status);
}

int PMPI_Sendrecv(const void* out, int out_count, MPI_Datatype out_type, int destination, int out_tag,
                  void* in, int in_count, MPI_Datatype in_type, int source, int in_tag, MPI_Comm comm,
                  MPI_Status* status) {
  const Post sending{Request::Kind::send, out, out_count, out_type, destination, out_tag, comm};
  const Post receiving{Request::Kind::recv, in, in_count, in_type, source, in_tag, comm};
  if (const int error = why_wrong(sending)) return error;
  if (const int error = why_wrong(receiving)) return error;
  // Not MPI_BOTTOM, from which addresses of all memory count.
  if (in && in == out && in_count > 0 && out_count > 0) return MPI_ERR_BUFFER;
  Engine& engine = Engine::current();
  if (engine.recorder()) return write_down(*engine.recorder(), &sending, &receiving, status);
  if (engine.messages().outlives(Request::Kind::send, out_count * out_type->size()))
    return kept_sendrecv(out, out_count, out_type, destination, out_tag, in, in_count, in_type, source,
                         in_tag, comm, status);
  Rank& rank = engine.rank();
  set_up(rank.in, receiving);
  set_up(rank.out, sending);
  begin(engine, rank.in);
  begin(engine, rank.out);
  engine.finish_call();
  return report(rank.in, status);
}

int PMPI_Sendrecv_replace(void* data, int count, MPI_Datatype type, int destination, int out_tag, int source,
                          int in_tag, MPI_Comm comm, MPI_Status* status) {
  if (!type) return MPI_ERR_TYPE;
  if (count < 0) return MPI_ERR_COUNT;
  const std::vector<std::byte> out = pack(data, count, *type);
  return PMPI_Sendrecv(out.data(), static_cast<int>(out.size()), MPI_BYTE, destination, out_tag, data, count,
                       type, source, in_tag, comm, status);
}

int PMPI_Isend(const void* data, int count, MPI_Datatype type, int destination, int tag, MPI_Comm comm,
               MPI_Request* request) {
  return post({Request::Kind::send, data, count, type, destination, tag, comm}, request);
}

int PMPI_Issend(const void* data, int count, MPI_Datatype type, int destination, int tag, MPI_Comm comm,
                MPI_Request* request) {
  return post({Request::Kind::send, data, count, type, destination, tag, comm, true}, request);
}

int PMPI_Irecv(void* data, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
               MPI_Request* request) {
  return post({Request::Kind::recv, data, count, type, source, tag, comm}, request);
}

int PMPI_Send_init(const void* data, int count, MPI_Datatype type, int destination, int tag, MPI_Comm comm,
                   MPI_Request* request) {
  return post({Request::Kind::send, data, count, type, destination, tag, comm}, request, true);
}

int PMPI_Recv_init(void* data, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                   MPI_Request* request) {
  return post({Request::Kind::recv, data, count, type, source, tag, comm}, request, true);
}

int PMPI_Start(MPI_Request* request) {
  if (!*request || !(*request)->persistent || (*request)->active) return MPI_ERR_REQUEST;
  begin(Engine::current(), **request);
  return MPI_SUCCESS;
}

int PMPI_Startall(int count, MPI_Request* requests) {
  for (int i = 0; i < count; ++i)
    if (const int error = PMPI_Start(&requests[i])) return error;
  return MPI_SUCCESS;
}

int PMPI_Request_free(MPI_Request* request) {
  if (!*request) return MPI_ERR_REQUEST;
  Engine::current().messages().release(*request);
  *request = MPI_REQUEST_NULL;
  return MPI_SUCCESS;
}

double PMPI_Wtime() {
  return Engine::current().rank().now;
}
