#include "nodes/testing/thread_world.hpp"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <list>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "backends/fast/types/type_map.hpp"
#include "backends/fast/types/typed_transport.hpp"
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

/// What one rank sends and receives: a send never waits.
class ThreadTransport : public fast::TypedTransport {
 public:
  ThreadTransport(std::vector<std::vector<Channel>>& channels, int rank)
      : TypedTransport(rank, static_cast<int>(channels.size())),
        channels_(channels),
        early_(channels.size()) {}

  void send(const SendBuffer& out, int destination, int tag) override {
    Message message{tag, std::vector<std::byte>(static_cast<std::size_t>(out.bytes))};
    fast::pack(out.data, out.count, fast::TypeMap::of_type(out.type), message.packed.data());
    channels_[own()][static_cast<std::size_t>(destination)].push(std::move(message));
  }
  void receive(const ReceiveBuffer& in, int source) override {
    for (;; sched_yield())
      if (const auto message = take(static_cast<std::size_t>(source), any_tag)) return unpack(*message, in);
  }
  Arrived receive_any(const ReceiveBuffer& in, int tag) override {
    for (;; sched_yield())
      for (std::size_t from = 0; from < early_.size(); ++from)
        if (const auto message = take(from, tag)) {
          unpack(*message, in);
          return {static_cast<int>(from), std::ssize(message->packed)};
        }
  }
  void exchange(const SendBuffer& out, int destination, const ReceiveBuffer& in, int source) override {
    send(out, destination, any_tag);
    receive(in, source);
  }
  Posted post_send(const SendBuffer& out, int destination) override {
    send(out, destination, any_tag);
    return {0, destination, out.bytes, false};
  }
  Posted post_receive(const ReceiveBuffer& in, int source) override {
    posted_.push_back(in);
    return {std::ssize(posted_) - 1, source, in.bytes, true};
  }
  void wait(Posted& message) override {
    if (message.receives) receive(posted_[static_cast<std::size_t>(message.handle)], message.peer);
  }
  double now() override { return 0; }

 private:
  static constexpr int any_tag = 0;

  std::size_t own() const { return static_cast<std::size_t>(rank()); }
  static void unpack(const Message& message, const ReceiveBuffer& in) {
    if (std::ssize(message.packed) > in.bytes) refuse_length();
    fast::unpack(message.packed, in.data, fast::TypeMap::of_type(in.type));
  }
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
  std::vector<ReceiveBuffer> posted_;
};

/// What a node's ranks share.
struct SharedMemory {
  static constexpr std::size_t segment_bytes = 1 << 16;

  explicit SharedMemory(int ranks)
      : control(NodeFlags::bytes(ranks)), flags(control.bytes(), ranks, testing::patience) {}

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
  std::vector<std::jthread> threads;
  for (int rank = 0; rank < nodes->ranks(); ++rank)
    threads.emplace_back([&, rank] {
      ThreadNode node(nodes, rank, *of_nodes[static_cast<std::size_t>(nodes->node_of(rank))]);
      GuardedMemory memory;
      TestTransport<ThreadTransport> transport(memory, &node, channels, rank);
      Comm comm(transport);
      work(comm);
    });
}

}  // namespace collsim
