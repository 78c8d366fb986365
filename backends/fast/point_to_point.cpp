// MPI's point-to-point calls, of the rank that runs.
#include <algorithm>
#include <vector>

#include "backends/fast/engine.hpp"
#include "backends/fast/pack.hpp"

using collsim::fast::Engine;
using collsim::fast::Kept;
using collsim::fast::Request;

namespace {

/// The arguments of a call that posts.
struct Post {
  Request::Kind kind;
  const void* data;
  int count;
  MPI_Datatype type;
  int peer;
  int tag;
  MPI_Comm comm;
  bool synchronous = false;
};

inline int why_wrong(const Post& post) {
  const bool receives = post.kind == Request::Kind::recv;
  if (!post.comm) return MPI_ERR_COMM;
  if (post.count < 0) return MPI_ERR_COUNT;
  if (!post.type || !post.type->committed()) return MPI_ERR_TYPE;
  if (post.tag < 0 && !(receives && post.tag == MPI_ANY_TAG)) return MPI_ERR_TAG;
  const bool any = receives && post.peer == MPI_ANY_SOURCE;
  if (post.peer != MPI_PROC_NULL && !any && (post.peer < 0 || post.peer >= post.comm->size()))
    return MPI_ERR_RANK;
  return MPI_SUCCESS;
}

/// Fills in a request. Its peer MPI_PROC_NULL stays: nothing will be posted.
inline void set_up(Request& request, const Post& post) {
  const bool nobody = post.peer == MPI_PROC_NULL;
  const bool sends = post.kind == Request::Kind::send;
  request.kind = post.kind;
  request.synchronous = post.synchronous;
  request.peer = nobody || post.peer == MPI_ANY_SOURCE ? post.peer : post.comm->world_rank(post.peer);
  request.source = sends ? post.comm->rank() : post.peer;
  request.tag = post.tag;
  request.context = post.comm->context();
  request.data = const_cast<void*>(post.data);
  request.count = post.count;
  request.type = post.type;
  request.bytes = post.count * post.type->size();
}

inline void begin(Engine& engine, Request& request) {
  if (request.peer != MPI_PROC_NULL) return engine.post(request);
  request.active = request.done = request.arrived = true;
  request.partner = &request;  // its own: over
  request.end = 0;
  request.got = {MPI_PROC_NULL, MPI_ANY_TAG, 0};
}

/// What a completed request tells its owner.
int report(const Request& request, MPI_Status* status) {
  const int error = request.truncated ? MPI_ERR_TRUNCATE : MPI_SUCCESS;
  if (status && request.kind == Request::Kind::recv)
    *status = {request.got.source, request.got.tag, error, request.got.bytes};
  return error;
}

/// After its end: persistent requests may be started again, others are gone.
int finish(Engine& engine, MPI_Request* handle, MPI_Status* status) {
  Request& request = **handle;
  const int error = report(request, status);
  if (request.persistent) {
    *handle = engine.renew(&request);
  } else {
    engine.release(&request);
    *handle = MPI_REQUEST_NULL;
  }
  return error;
}

void empty(MPI_Status* status) {
  if (status) *status = {MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_SUCCESS, 0};
}

bool pending(MPI_Request request) {
  return request && request->active;
}

/// Those of a list that are under way.
std::vector<Request*> pending(int count, MPI_Request* requests) {
  std::vector<Request*> found;
  std::copy_if(requests, requests + count, std::back_inserter(found),
               [](MPI_Request r) { return pending(r); });
  return found;
}

int post(const Post& post, MPI_Request* handle, bool persistent = false) {
  if (const int error = why_wrong(post)) return error;
  Engine& engine = Engine::current();
  Kept* request = engine.create();
  set_up(*request, post);
  request->hold = post.type;
  request->persistent = persistent;
  if (!persistent) begin(engine, *request);
  *handle = request;
  return MPI_SUCCESS;
}

int blocking(const Post& post, MPI_Status* status) {
  if (const int error = why_wrong(post)) return error;
  Engine& engine = Engine::current();
  if (engine.outlives(post.kind, post.count * post.type->size())) {
    MPI_Request request = MPI_REQUEST_NULL;
    ::post(post, &request);
    return PMPI_Wait(&request, status);
  }
  Request request;
  set_up(request, post);
  request.blocking = true;
  begin(engine, request);
  Request* const one[] = {&request};
  engine.await(one);
  return report(request, status);
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
  Engine& engine = Engine::current();
  if (engine.outlives(Request::Kind::send, out_count * out_type->size())) {
    MPI_Request requests[2];
    post(receiving, &requests[0]);
    post(sending, &requests[1]);
    MPI_Status statuses[2];
    const int error = PMPI_Waitall(2, requests, statuses);
    if (status) *status = statuses[0];
    return error;
  }
  if (destination != MPI_PROC_NULL) engine.expect(comm->world_rank(destination));
  Request recv, send;
  set_up(recv, receiving);
  set_up(send, sending);
  recv.blocking = send.blocking = true;
  begin(engine, recv);
  begin(engine, send);
  Request* const both[] = {&recv, &send};
  engine.await(both);
  return report(recv, status);
}

int PMPI_Sendrecv_replace(void* data, int count, MPI_Datatype type, int destination, int out_tag, int source,
                          int in_tag, MPI_Comm comm, MPI_Status* status) {
  if (!type) return MPI_ERR_TYPE;
  if (count < 0) return MPI_ERR_COUNT;
  const std::vector<std::byte> out = collsim::fast::pack(data, count, *type);
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
  Engine::current().release(*request);
  *request = MPI_REQUEST_NULL;
  return MPI_SUCCESS;
}

int PMPI_Wait(MPI_Request* request, MPI_Status* status) {
  empty(status);
  if (!pending(*request)) return MPI_SUCCESS;
  Request* const one[] = {*request};
  Engine::current().await(one);
  return finish(Engine::current(), request, status);
}

int PMPI_Waitall(int count, MPI_Request* requests, MPI_Status* statuses) {
  Engine& engine = Engine::current();
  engine.await(pending(count, requests));
  int error = MPI_SUCCESS;
  for (int i = 0; i < count; ++i) {
    MPI_Status* status = statuses ? &statuses[i] : nullptr;
    empty(status);
    if (!pending(requests[i])) continue;
    if (const int own = finish(engine, &requests[i], status)) error = own;
  }
  return error;
}

int PMPI_Waitany(int count, MPI_Request* requests, int* index, MPI_Status* status) {
  empty(status);
  const std::vector<Request*> open = pending(count, requests);
  *index = MPI_UNDEFINED;
  if (open.empty()) return MPI_SUCCESS;
  Engine& engine = Engine::current();
  Request* first = open[engine.await_any(open)];
  *index = static_cast<int>(std::find(requests, requests + count, first) - requests);
  return finish(engine, &requests[*index], status);
}

int PMPI_Waitsome(int count, MPI_Request* requests, int* done, int* indices, MPI_Status* statuses) {
  Engine& engine = Engine::current();
  const std::vector<Request*> open = pending(count, requests);
  *done = open.empty() ? MPI_UNDEFINED : 0;
  if (open.empty()) return MPI_SUCCESS;
  engine.await_any(open);
  int error = MPI_SUCCESS;
  for (int i = 0; i < count; ++i) {
    if (!pending(requests[i]) || !engine.done_by_now(*requests[i])) continue;
    MPI_Status* status = statuses ? &statuses[*done] : nullptr;
    empty(status);
    indices[(*done)++] = i;
    if (const int own = finish(engine, &requests[i], status)) error = own;
  }
  return error;
}

int PMPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  return PMPI_Testall(1, request, flag, status);
}

int PMPI_Testall(int count, MPI_Request* requests, int* flag, MPI_Status* statuses) {
  const std::vector<Request*> open = pending(count, requests);
  *flag = open.empty() || Engine::current().look(open) ? 1 : 0;
  return *flag ? PMPI_Waitall(count, requests, statuses) : MPI_SUCCESS;
}

int PMPI_Testany(int count, MPI_Request* requests, int* index, int* flag, MPI_Status* status) {
  empty(status);
  *index = MPI_UNDEFINED;
  Engine& engine = Engine::current();
  const std::vector<Request*> open = pending(count, requests);
  *flag = open.empty() || engine.look(open, true) ? 1 : 0;
  if (open.empty() || !*flag) return MPI_SUCCESS;
  const auto first = std::find_if(requests, requests + count, [&](MPI_Request request) {
    return pending(request) && engine.done_by_now(*request);
  });
  *index = static_cast<int>(first - requests);
  return finish(engine, first, status);
}

namespace {

int probe(int source, int tag, MPI_Comm comm, bool wait, int* flag, MPI_Status* status) {
  const Post wanted{Request::Kind::recv, nullptr, 0, MPI_BYTE, source, tag, comm};
  if (const int error = why_wrong(wanted)) return error;
  Request pattern;
  set_up(pattern, wanted);
  const Request* send = source == MPI_PROC_NULL ? nullptr : Engine::current().probe(pattern, wait);
  *flag = send || source == MPI_PROC_NULL ? 1 : 0;
  if (status && send) *status = {send->source, send->tag, MPI_SUCCESS, send->bytes};
  if (status && source == MPI_PROC_NULL) *status = {MPI_PROC_NULL, MPI_ANY_TAG, MPI_SUCCESS, 0};
  return MPI_SUCCESS;
}

}  // namespace

int PMPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status* status) {
  int flag = 0;
  return probe(source, tag, comm, true, &flag, status);
}

int PMPI_Iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
  return probe(source, tag, comm, false, flag, status);
}

double PMPI_Wtime() {
  return Engine::current().rank().now;
}
