#pragma once

#include "backends/fast/engine/engine.hpp"

namespace collsim::fast {

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
  request.truncated = false;
  request.partner = &request;  // its own: over
  request.end = 0;
  request.got = {MPI_PROC_NULL, MPI_ANY_TAG, 0};
}

/// What a completed request tells its owner.
inline int report(const Request& request, MPI_Status* status) {
  const int error = request.truncated ? MPI_ERR_TRUNCATE : MPI_SUCCESS;
  if (status && request.kind == Request::Kind::recv)
    *status = {request.got.source, request.got.tag, error, request.got.bytes};
  return error;
}

}  // namespace collsim::fast
