#include "backends/native/ranks.hpp"

#include <fmt/format.h>
#include <stdlib.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <numeric>

#include "support/error.hpp"
#include "support/reason.hpp"

namespace collsim {
namespace {

constexpr int text_tag = 1;
constexpr int other_tag = 4;  // of messages that never come

/// The lowest rank with a complaint; the number of ranks if there is none.
int first_to_complain(MPI_Comm control, int rank, int size, const std::string& complaint, double patience) {
  const int mine = complaint.empty() ? size : rank;
  int first = size;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallreduce(&mine, &first, 1, MPI_INT, MPI_MIN, control, &request);
  if (complaint.empty()) {
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return first;
  }
  const double given_up = seconds_now() + patience;
  Nap nap;
  for (int done = 0; !done; nap.pause()) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done || seconds_now() < given_up) continue;
    fmt::print(stderr, "collrun: {}; other ranks still wait for its messages, so the job ends here\n",
               complaint);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return first;
}

}  // namespace

double links_rest() {
  static const double seconds = getenv("COLLSIM_TESTBED") ? 3e-3 : 0;  // src/testbed/launch.cpp sets it
  return seconds;
}

std::optional<int> turn_at_core() {
  const char* const turn = getenv("COLLSIM_TESTBED_TURN");  // src/testbed/launch.cpp sets it
  return turn ? std::optional(atoi(turn)) : std::nullopt;
}

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void make_progress(MPI_Comm comm) {
  // MPI moves messages along only while it is called.
  int none = 0;
  MPI_Iprobe(MPI_ANY_SOURCE, other_tag, comm, &none, MPI_STATUS_IGNORE);
}

void Nap::pause() {
  const timespec pause{0, nanoseconds_};
  nanosleep(&pause, nullptr);
  nanoseconds_ = std::min(2 * nanoseconds_, 5'000'000L);
}

void together(MPI_Comm control, const std::function<void()>& work, double patience) {
  int rank = 0;
  int size = 1;
  MPI_Comm_rank(control, &rank);
  MPI_Comm_size(control, &size);
  std::string complaint;
  try {
    work();
  } catch (const std::exception& error) {
    complaint = fmt::format("rank {}: {}", rank, in_a_line(error));
  }
  const int first = first_to_complain(control, rank, size, complaint, patience);
  if (first == size) return;
  int length = static_cast<int>(complaint.size());
  MPI_Bcast(&length, 1, MPI_INT, first, control);
  complaint.resize(static_cast<std::size_t>(length));
  MPI_Bcast(complaint.data(), length, MPI_CHAR, first, control);
  throw Error(complaint);
}

MPI_Comm first_ranks(MPI_Comm comm, int processes) {
  std::vector<int> first(static_cast<std::size_t>(processes));
  std::iota(first.begin(), first.end(), 0);
  return some_ranks(comm, first);
}

MPI_Comm some_ranks(MPI_Comm comm, const std::vector<int>& ranks) {
  MPI_Group everyone = MPI_GROUP_NULL;
  MPI_Group chosen = MPI_GROUP_NULL;
  MPI_Comm some = MPI_COMM_NULL;
  MPI_Comm_group(comm, &everyone);
  MPI_Group_incl(everyone, static_cast<int>(ranks.size()), ranks.data(), &chosen);
  MPI_Comm_create_group(comm, chosen, 0, &some);
  MPI_Group_free(&chosen);
  MPI_Group_free(&everyone);
  MPI_Comm_set_errhandler(some, MPI_ERRORS_RETURN);
  return some;
}

void meet_asleep(MPI_Comm comm) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(comm, &request);
  Nap nap;
  for (int done = 0; !done; nap.pause()) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
}

void send_text(const std::string& text, int destination, MPI_Comm comm) {
  MPI_Send(text.data(), static_cast<int>(text.size()), MPI_CHAR, destination, text_tag, comm);
}

std::string await_text(int source, MPI_Comm comm) {
  MPI_Status status;
  Nap nap;
  for (int there = 0; !there;) {
    MPI_Iprobe(source, text_tag, comm, &there, &status);
    if (!there) nap.pause();
  }
  int length = 0;
  MPI_Get_count(&status, MPI_CHAR, &length);
  std::string text(static_cast<std::size_t>(length), '\0');
  MPI_Recv(text.data(), length, MPI_CHAR, source, text_tag, comm, MPI_STATUS_IGNORE);
  return text;
}

}  // namespace collsim
