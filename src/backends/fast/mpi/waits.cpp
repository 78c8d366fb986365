// MPI's calls that wait for messages or ask for them, of the rank that runs.
#include <algorithm>
#include <vector>

#include "backends/fast/mpi/post.hpp"

using namespace collsim::fast;

namespace {

/// After its end: persistent requests may be started again, others are gone.
int finish(Engine& engine, MPI_Request* handle, MPI_Status* status) {
  Request& request = **handle;
  const int error = report(request, status);
  if (request.persistent) {
    *handle = engine.messages().renew(&request);
  } else {
    engine.messages().release(&request);
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

}  // namespace

int PMPI_Wait(MPI_Request* request, MPI_Status* status) {
  empty(status);
  if (!pending(*request)) return MPI_SUCCESS;
  Request* const one[] = {*request};
  Engine::current().wait(one);
  return finish(Engine::current(), request, status);
}

int PMPI_Waitall(int count, MPI_Request* requests, MPI_Status* statuses) {
  Engine& engine = Engine::current();
  engine.wait(pending(count, requests));
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
  Request* first = open[engine.wait_any(open)];
  *index = static_cast<int>(std::find(requests, requests + count, first) - requests);
  return finish(engine, &requests[*index], status);
}

int PMPI_Waitsome(int count, MPI_Request* requests, int* done, int* indices, MPI_Status* statuses) {
  Engine& engine = Engine::current();
  const std::vector<Request*> open = pending(count, requests);
  *done = open.empty() ? MPI_UNDEFINED : 0;
  if (open.empty()) return MPI_SUCCESS;
  engine.wait_any(open);
  int error = MPI_SUCCESS;
  for (int i = 0; i < count; ++i) {
    if (!pending(requests[i]) || !engine.rank().done_by_now(*requests[i])) continue;
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
  *flag = open.empty() || Engine::current().test(open) ? 1 : 0;
  return *flag ? PMPI_Waitall(count, requests, statuses) : MPI_SUCCESS;
}

int PMPI_Testany(int count, MPI_Request* requests, int* index, int* flag, MPI_Status* status) {
  empty(status);
  *index = MPI_UNDEFINED;
  Engine& engine = Engine::current();
  const std::vector<Request*> open = pending(count, requests);
  *flag = open.empty() || engine.test(open, true) ? 1 : 0;
  if (open.empty() || !*flag) return MPI_SUCCESS;
  const auto first = std::find_if(requests, requests + count, [&](MPI_Request request) {
    return pending(request) && engine.rank().done_by_now(*request);
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
