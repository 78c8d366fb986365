#include "nodes/testing/thread_world.hpp"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <list>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "backends/fast/mpi/communicator.hpp"
#include "nodes/node_flags.hpp"
#include "nodes/testing/segment.hpp"
#include "tests/portfolio/test_transport.hpp"

namespace collsim {
namespace {

struct Message {
  int tag = 0;
  std::vector<std::byte> packed;
};

/// From one rank to another.
class Channel {
 public:
  Channel() = default;
  ~Channel() {
    while (pop()) {
    }
    delete first_;
  }
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  void push(Message message) {
    auto* const link = new Link{std::move(message)};
    std::exchange(last_, link)->next.store(link, std::memory_order_release);
  }
  std::optional<Message> pop() {
    Link* const next = first_->next.load(std::memory_order_acquire);
    if (!next) return std::nullopt;
    delete std::exchange(first_, next);
    return std::move(next->message);
  }

 private:
  struct Link {
    Message message;
    std::atomic<Link*> next = nullptr;
  };
  Link* first_ = new Link;  ///< the receiver's, whose message it has
  Link* last_ = first_;     ///< the sender's
};

/// What one rank sends and receives.
class Endpoint {
 public:
  Endpoint(std::vector<std::vector<Channel>>& channels, std::shared_ptr<fast::Group> group, int rank)
      : world(std::move(group), rank), channels_(channels), early_(channels.size()) {}

  int send(const void* data, int count, MPI_Datatype type, int destination, int tag) {
    int bytes = 0, position = 0;
    PMPI_Pack_size(count, type, &world, &bytes);
    Message message{tag, std::vector<std::byte>(static_cast<std::size_t>(bytes) + 1)};  // never no memory
    const int code = PMPI_Pack(data, count, type, message.packed.data(), bytes, &position, &world);
    channels_[own()][static_cast<std::size_t>(destination)].push(std::move(message));
    return code;
  }

  int receive(void* data, int count, MPI_Datatype type, int source, int tag, MPI_Status* status) {
    for (;; sched_yield())
      for (std::size_t from = 0; from < early_.size(); ++from) {
        if (source != MPI_ANY_SOURCE && source != static_cast<int>(from)) continue;
        const auto message = take(from, tag);
        if (!message) continue;
        const int bytes = static_cast<int>(message->packed.size()) - 1;
        if (status) *status = {static_cast<int>(from), tag, MPI_SUCCESS, bytes};
        int position = 0, whole = 0;
        PMPI_Type_size(type, &whole);
        return PMPI_Unpack(message->packed.data(), bytes, &position, data,
                           whole > 0 ? std::min(count, bytes / whole) : 0, type, &world);
      }
  }

  fast::Communicator world;

 private:
  std::size_t own() const { return static_cast<std::size_t>(world.rank()); }

  /// The first with that tag.
  std::optional<Message> take(std::size_t from, int tag) {
    auto& early = early_[from];
    while (auto message = channels_[from][own()].pop()) early.push_back(std::move(*message));
    const auto place = std::ranges::find(early, tag, &Message::tag);
    if (place == early.end()) return std::nullopt;
    Message found = std::move(*place);
    early.erase(place);
    return found;
  }

  std::vector<std::vector<Channel>>& channels_;  ///< by sender and receiver
  std::vector<std::list<Message>> early_;        ///< by sender, those that nobody has asked for
};

thread_local Endpoint* endpoint = nullptr;

/// What a node's ranks share.
struct SharedMemory {
  static constexpr std::size_t segment_bytes = 1 << 16;

  explicit SharedMemory(int ranks) : control(NodeFlags::bytes(ranks)), flags(control.bytes(), ranks) {}

  testing::Segment control, segment{segment_bytes};
  NodeFlags flags;
};

class ThreadNode final : public Node {
 public:
  ThreadNode(std::shared_ptr<const Nodes> nodes, int rank, const SharedMemory& shared)
      : Node(std::move(nodes), rank), shared_(shared) {}

  std::byte* segment(std::size_t bytes) override {
    if (bytes > shared_.segment.size()) throw Error("the segment of a test is too small");
    return shared_.segment.bytes();
  }
  void raise(std::int64_t steps) override { shared_.flags.raise(place(), steps); }
  void await(int rank, std::int64_t steps) override {
    shared_.flags.await(nodes().place_of(rank), steps, [] { sched_yield(); });
  }
  int compare_exchange(std::int64_t call, int expected, int desired) override {
    return shared_.flags.compare_exchange(call, expected, desired);
  }
  std::byte* map_private(std::byte* memory, std::size_t) override {
    void* const pages =
        mmap(nullptr, shared_.segment.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE, shared_.segment.file(), 0);
    if (pages == MAP_FAILED) throw Error("a result cannot be mapped privately");
    private_ = static_cast<std::byte*>(pages);
    return private_ + (memory - shared_.segment.bytes());
  }
  void unmap_private(std::byte*, std::size_t) override { munmap(private_, shared_.segment.size()); }

 private:
  const SharedMemory& shared_;
  std::byte* private_ = nullptr;
};

}  // namespace

void testing::on_threads(const std::shared_ptr<const Nodes>& nodes,
                         const std::function<void(Comm& comm)>& work) {
  const auto ranks = static_cast<std::size_t>(nodes->ranks());
  std::vector<std::vector<Channel>> channels;
  for (std::size_t from = 0; from < ranks; ++from) channels.emplace_back(ranks);
  std::list<SharedMemory> memories;
  std::vector<const SharedMemory*> of_nodes;
  for (int node = 0; node < nodes->count(); ++node)
    of_nodes.push_back(&memories.emplace_back(nodes->size(node)));
  const auto group = std::make_shared<fast::Group>(nodes->ranks());
  std::vector<std::jthread> threads;
  for (int rank = 0; rank < nodes->ranks(); ++rank)
    threads.emplace_back([&, rank] {
      Endpoint own(channels, group, rank);
      endpoint = &own;
      ThreadNode node(nodes, rank, *of_nodes[static_cast<std::size_t>(nodes->node_of(rank))]);
      TestTransport transport(MPI_COMM_WORLD, &node);
      Comm comm(transport);
      work(comm);
    });
}

/// A receive under way.
class fast::Request {
 public:
  void* data;
  int count;
  MPI_Datatype type;
  int source, tag;
};

}  // namespace collsim

using collsim::endpoint;

MPI_Comm collsim_fast_world() {
  return &endpoint->world;
}
MPI_Comm collsim_fast_self() {
  return &endpoint->world;  // packing looks at no communicator
}

int PMPI_Comm_rank(MPI_Comm comm, int* rank) {
  *rank = comm->rank();
  return MPI_SUCCESS;
}
int PMPI_Comm_size(MPI_Comm comm, int* size) {
  *size = comm->size();
  return MPI_SUCCESS;
}

int PMPI_Send(const void* data, int count, MPI_Datatype type, int destination, int tag, MPI_Comm) {
  return endpoint->send(data, count, type, destination, tag);
}
int PMPI_Recv(void* data, int count, MPI_Datatype type, int source, int tag, MPI_Comm, MPI_Status* status) {
  return endpoint->receive(data, count, type, source, tag, status);
}
int PMPI_Sendrecv(const void* out, int out_count, MPI_Datatype out_type, int destination, int out_tag,
                  void* in, int in_count, MPI_Datatype in_type, int source, int in_tag, MPI_Comm,
                  MPI_Status* status) {
  const int code = endpoint->send(out, out_count, out_type, destination, out_tag);
  return code == MPI_SUCCESS ? endpoint->receive(in, in_count, in_type, source, in_tag, status) : code;
}
int PMPI_Isend(const void* data, int count, MPI_Datatype type, int destination, int tag, MPI_Comm,
               MPI_Request* request) {
  *request = MPI_REQUEST_NULL;
  return endpoint->send(data, count, type, destination, tag);
}
int PMPI_Irecv(void* data, int count, MPI_Datatype type, int source, int tag, MPI_Comm,
               MPI_Request* request) {
  *request = new collsim::fast::Request{data, count, type, source, tag};
  return MPI_SUCCESS;
}
int PMPI_Wait(MPI_Request* request, MPI_Status* status) {
  const std::unique_ptr<collsim::fast::Request> receive(std::exchange(*request, MPI_REQUEST_NULL));
  if (!receive) return MPI_SUCCESS;
  return endpoint->receive(receive->data, receive->count, receive->type, receive->source, receive->tag,
                           status);
}

double PMPI_Wtime() {
  return 0;
}
