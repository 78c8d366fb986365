#include "algorithms/comm.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "algorithms/facts/alone.hpp"
#include "algorithms/true_bounds.hpp"

namespace collsim {
namespace {

// What hardly ever happens stays out of line, for the sake of its callers' frames: simulated ranks hold up to a million
// of each in memory.

[[noreturn, gnu::noinline]] void refuse(int code, const char* call) {
  throw MpiError(call, code);
}

void check(int code, const char* call) {
  if (code != MPI_SUCCESS) refuse(code, call);
}

[[noreturn, gnu::noinline]] void refuse_count(std::int64_t count) {
  throw MpiError("a count of " + std::to_string(count), MPI_ERR_COUNT);
}

/// Where the data of an element lies, bytes.
struct TypeLayout {
  std::int64_t size = 0;
  MPI_Aint lower_bound = 0, extent = 0;
  MPI_Aint true_lower_bound = 0, true_extent = 0;
};

[[gnu::noinline]] std::int64_t asked_size(MPI_Datatype type) {
  MPI_Count bytes = 0;
  check(PMPI_Type_size_x(type, &bytes), "MPI_Type_size_x");
  return bytes;
}

[[gnu::noinline]] TypeLayout asked_layout(MPI_Datatype type) {
  TypeLayout layout;
  layout.size = asked_size(type);
  check(PMPI_Type_get_extent(type, &layout.lower_bound, &layout.extent), "MPI_Type_get_extent");
  const TrueBounds data = true_bounds(type);
  layout.true_lower_bound = data.lower_bound;
  layout.true_extent = data.extent;
  return layout;
}

/// Of a predefined type, else null. Those are never freed, so that what MPI said of one stays true: to ask anew at each step of
/// a short call takes as long as a message.
const TypeLayout* known_layout(MPI_Datatype type) {
  struct Known {
    MPI_Datatype type;
    TypeLayout layout = asked_layout(type);
  };
  static const std::array<Known, 6> predefined = {
      {{MPI_DOUBLE}, {MPI_FLOAT}, {MPI_INT}, {MPI_LONG}, {MPI_CHAR}, {MPI_BYTE}}};
  for (const Known& known : predefined)
    if (known.type == type) return &known.layout;
  return nullptr;
}

TypeLayout layout_of(MPI_Datatype type) {
  const TypeLayout* const known = known_layout(type);
  return known ? *known : asked_layout(type);
}

/// Whether a vector that begins one extent behind the last element of another may lie among its data.
bool reaches_beyond(const TypeLayout& layout) {
  return layout.true_extent > layout.extent;
}

/// Of a vector. The extent may be negative: then its last element lies first.
Extent room_of(std::int64_t count, const TypeLayout& layout) {
  if (count == 0) return {0, 0};
  const MPI_Aint to_last = (count - 1) * layout.extent;
  return {static_cast<std::size_t>(std::abs(to_last) + layout.true_extent),
          layout.true_lower_bound + std::min<MPI_Aint>(to_last, 0)};
}

std::string describe_code(int code) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  if (PMPI_Error_string(code, text, &length) != MPI_SUCCESS) return "error code " + std::to_string(code);
  return std::string(text, static_cast<std::size_t>(length));
}

}  // namespace

/// Copies `count` elements without a message, which would cost simulated time. Holes keep what they held.
void Comm::move_elements(const void* from, void* to, std::int64_t count, MPI_Datatype type) {
  const TypeLayout layout = layout_of(type);
  const MPI_Aint extent = layout.extent;
  if (extent == layout.size && layout.true_lower_bound == 0 && layout.true_extent == extent) {
    std::memmove(to, from, static_cast<std::size_t>(count) * static_cast<std::size_t>(extent));
    return;
  }
  move_elements(from, type, to, type, count);
}

void Comm::move_elements(const void* from, MPI_Datatype from_type, void* to, MPI_Datatype to_type,
                         std::int64_t count) {
  const MPI_Aint from_extent = extent(from_type), to_extent = extent(to_type);
  int bytes = 0;
  check(PMPI_Pack_size(1, from_type, MPI_COMM_SELF, &bytes), "MPI_Pack_size");
  std::vector<std::byte> packed(static_cast<std::size_t>(bytes));
  for (std::int64_t i = 0; i < count; ++i) {
    int position = 0;
    check(PMPI_Pack(element(from, i, from_extent), 1, from_type, packed.data(), bytes, &position,
                    MPI_COMM_SELF),
          "MPI_Pack");
    int read = 0;
    check(PMPI_Unpack(packed.data(), position, &read, element(to, i, to_extent), 1, to_type, MPI_COMM_SELF),
          "MPI_Unpack");
  }
}

Vectors::Vectors(std::int64_t number, std::int64_t length, MPI_Datatype type) : length_(length) {
  const TypeLayout layout = layout_of(type);
  room_ = room_of(length, layout);
  extent_ = layout.extent;
  distance_ = length * extent_;
  constexpr std::size_t aligned = alignof(std::max_align_t);
  if (reaches_beyond(layout))
    distance_ = static_cast<MPI_Aint>((room_.bytes + aligned - 1) / aligned * aligned);
  room_.bytes =
      number == 0 || length == 0 ? 0 : static_cast<std::size_t>((number - 1) * distance_) + room_.bytes;
}

int mpi_count(std::int64_t count) {
  if (count > std::numeric_limits<int>::max()) refuse_count(count);
  return static_cast<int>(count);
}

MpiError::MpiError(const std::string& call, int error_code)
    : Error(call + " failed: " + describe_code(error_code)), code(error_code) {}

std::byte* Local::acquire(std::size_t bytes) {
  return new std::byte[std::max<std::size_t>(bytes, 1)];
}
std::byte* Local::acquire_unwritten(std::size_t bytes) {
  bytes = std::max<std::size_t>(bytes, 1);
  auto* memory = new std::byte[bytes];
  std::fill_n(memory, bytes, unwritten);
  return memory;
}
void Local::traverse(std::int64_t, const Contribution&, const Together&) {
  throw Error("no network that combines joins the nodes; right would be an algorithm that sends messages");
}
void Local::release(std::byte* memory) {
  delete[] memory;
}

Comm::Comm(MPI_Comm handle, Local& local, Trace* trace)
    : handle_(handle), local_(&local), own_{trace}, carries_data_(local.carries_data()) {
  check(PMPI_Comm_rank(handle, &rank_), "MPI_Comm_rank");
  check(PMPI_Comm_size(handle, &size_), "MPI_Comm_size");
}

Comm::Comm(Comm& whole, int rank, int size)
    : handle_(whole.handle_),
      local_(whole.local_),
      own_{nullptr},
      ledger_(whole.ledger_),
      rank_(rank),
      size_(size),
      carries_data_(whole.carries_data_),
      nodes_(&whole.node().nodes()),
      node_(whole.node().number()) {}

Comm::Comm(Comm& whole, int place) : Comm(whole, whole.node().number(), whole.node().nodes().count()) {
  place_ = place;
  node_ = -1;
}

int Comm::tag_of(std::int64_t call) {
  constexpr int most = 32767;  // that every MPI allows
  return static_cast<int>(1 + call % most);
}

int Comm::among_nodes(int rank) const {
  return node_ >= 0 ? nodes_->rank(node_, rank) : nodes_->rank(rank, place_);
}

void Comm::send_by_mpi(const void* data, std::int64_t count, MPI_Datatype type, int destination, int tag) {
  const int number = mpi_count(count);
  const std::int64_t bytes = bytes_of(count, type);
  destination = among_all(destination);
  const double begin = mark();
  const int request = post(Event::Kind::post_send, destination, bytes, begin);
  ledger_->pending = {"MPI_Send", destination, -1};
  local_->charge_departure(destination, bytes);
  check(PMPI_Send(data, number, type, destination, tag, handle_), "MPI_Send");
  ledger_->pending = {};
  record(Event::Kind::wait, destination, bytes, request, begin);
}

void Comm::recv_by_mpi(void* data, std::int64_t count, MPI_Datatype type, int source) {
  const int number = mpi_count(count);
  const std::int64_t bytes = bytes_of(count, type);
  source = among_all(source);
  const double begin = mark();
  const int request = post(Event::Kind::post_recv, source, bytes, begin);
  ledger_->pending = {"MPI_Recv", -1, source};
  check(PMPI_Recv(data, number, type, source, default_tag, handle_, MPI_STATUS_IGNORE), "MPI_Recv");
  ledger_->pending = {};
  local_->charge_arrival(source, bytes);
  record(Event::Kind::wait, source, bytes, request, begin);
}

int Comm::recv_any(void* data, std::int64_t count, MPI_Datatype type, int tag) {
  const double begin = mark();
  MPI_Status status;
  ledger_->pending = {"MPI_Recv from any rank", -1, -1};
  check(PMPI_Recv(data, mpi_count(count), type, MPI_ANY_SOURCE, tag, handle_, &status), "MPI_Recv");
  ledger_->pending = {};
  int bytes = 0;
  check(PMPI_Get_count(&status, MPI_BYTE, &bytes), "MPI_Get_count");
  const int source = status.MPI_SOURCE;
  const int request = post(Event::Kind::post_recv, source, bytes, begin);
  local_->charge_arrival(source, bytes);
  record(Event::Kind::wait, source, bytes, request, begin);
  return source;
}

void Comm::sendrecv_by_mpi(const void* out, std::int64_t out_count, int destination, void* in,
                           std::int64_t in_count, int source, MPI_Datatype type) {
  const int sent = mpi_count(out_count), received = mpi_count(in_count);
  const std::int64_t out_bytes = bytes_of(out_count, type), in_bytes = bytes_of(in_count, type);
  destination = among_all(destination);
  source = among_all(source);
  // MPI wants what is received apart from what is sent. In time mode all vectors lie in one place, and nobody writes there.
  if (in && in == out && !carries_data_) in = static_cast<std::byte*>(in) + 1;
  const double begin = mark();
  const int receive = post(Event::Kind::post_recv, source, in_bytes, begin);
  const int sending = post(Event::Kind::post_send, destination, out_bytes, begin);
  ledger_->pending = {"MPI_Sendrecv", destination, source};
  if (local_->departure(destination, out_bytes) > 0) {
    // MPI's own begins with the receive, so that it is posted before the sender's own time.
    MPI_Request receiving = MPI_REQUEST_NULL;
    check(PMPI_Irecv(in, received, type, source, default_tag, handle_, &receiving), "MPI_Sendrecv");
    local_->charge_departure(destination, out_bytes);
    check(PMPI_Send(out, sent, type, destination, default_tag, handle_), "MPI_Sendrecv");
    check(PMPI_Wait(&receiving, MPI_STATUS_IGNORE), "MPI_Sendrecv");
  } else {
    check(PMPI_Sendrecv(out, sent, type, destination, default_tag, in, received, type, source, default_tag,
                        handle_, MPI_STATUS_IGNORE),
          "MPI_Sendrecv");
  }
  ledger_->pending = {};
  local_->charge_arrival(source, in_bytes);
  record(Event::Kind::wait, source, in_bytes, receive, begin);
  record(Event::Kind::wait, destination, out_bytes, sending, begin);
}

Comm::Request Comm::isend(const void* data, std::int64_t count, MPI_Datatype type, int destination) {
  Request request;
  request.kind_ = Event::Kind::post_send;
  request.peer_ = destination = among_all(destination);
  request.bytes_ = bytes_of(count, type);
  request.number_ = post(request.kind_, destination, request.bytes_, mark());
  local_->charge_departure(destination, request.bytes_);
  check(PMPI_Isend(data, mpi_count(count), type, destination, default_tag, handle_, &request.handle_),
        "MPI_Isend");
  return request;
}

Comm::Request Comm::irecv(void* data, std::int64_t count, MPI_Datatype type, int source) {
  Request request;
  request.kind_ = Event::Kind::post_recv;
  request.peer_ = source = among_all(source);
  request.bytes_ = bytes_of(count, type);
  request.number_ = post(request.kind_, source, request.bytes_, mark());
  check(PMPI_Irecv(data, mpi_count(count), type, source, default_tag, handle_, &request.handle_),
        "MPI_Irecv");
  return request;
}

void Comm::wait(Request& request) {
  const double begin = mark();
  const bool receives = request.kind_ == Event::Kind::post_recv;
  ledger_->pending = {"MPI_Wait", receives ? -1 : request.peer_, receives ? request.peer_ : -1};
  check(PMPI_Wait(&request.handle_, MPI_STATUS_IGNORE), "MPI_Wait");
  ledger_->pending = {};
  if (receives) local_->charge_arrival(request.peer_, request.bytes_);
  record(Event::Kind::wait, request.peer_, request.bytes_, request.number_, begin);
}

/// In parts that MPI can count.
void Comm::combine_elements(const void* in, void* inout, std::int64_t count, MPI_Datatype type, MPI_Op op) {
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  const MPI_Aint stride = count > most ? Comm::extent(type) : 0;
  for (std::int64_t first = 0; first < count; first += most)
    check(PMPI_Reduce_local(element(in, first, stride), element(inout, first, stride),
                            mpi_count(std::min(most, count - first)), type, op),
          "MPI_Reduce_local");
}

Node* Comm::known_node() const {
  Node* const shared = nodes_ ? nullptr : local_->node();
  return shared ? shared : alone_.get();
}

Node& Comm::node() {
  if (Node* const known = known_node()) return *known;
  alone_ = std::make_unique<Alone>(size_, rank_);
  return *alone_;
}

const Result* Comm::result() const {
  const Node* const known = known_node();
  return known && known->result ? &*known->result : nullptr;
}

void Comm::raise(std::int64_t steps) {
  const double begin = mark();
  node().raise(steps);
  record(Event::Kind::raise, -1, steps, -1, begin);
}

void Comm::await(int rank, std::int64_t steps) {
  if (rank == rank_) return;
  const double begin = mark();
  ledger_->pending = {"a wait for the flag", -1, rank};
  node().await(rank, steps);
  ledger_->pending = {};
  record(Event::Kind::await, rank, steps, -1, begin);
}

void Comm::traverse(const void* given, void* result, std::int64_t count, MPI_Datatype type, MPI_Op op) {
  traverse({given, result}, bytes_of(count, type),
           [&](std::span<const Contribution> all) { put_together(all, count, type, op); });
}

void Comm::traverse(const Contribution& own, std::int64_t bytes, const Together& together) {
  if (nodes_) throw Error("the collective network joins all ranks, not a part of them");
  if (bytes == 0) return;
  const double begin = mark();
  ledger_->pending = {"the collective network", -1, -1};
  local_->traverse(bytes, own, together);
  ledger_->pending = {};
  record(Event::Kind::traverse, -1, bytes, -1, begin);
}

void Comm::put_together(std::span<const Contribution> all, std::int64_t count, MPI_Datatype type, MPI_Op op) {
  const Extent room = Comm::room(count, type);
  std::vector<std::byte> memory(room.bytes);
  void* const sum = room.first_element(memory.data());
  bool begun = false;
  for (auto each = all.rbegin(); each != all.rend(); ++each) {
    if (!each->given) continue;
    if (begun)
      combine_elements(each->given, sum, count, type, op);
    else
      move_elements(each->given, sum, count, type);
    begun = true;
  }
  for (const Contribution& each : all)
    if (each.result) move_elements(sum, each.result, count, type);
}

void Comm::charge_pages(const PageWork& work) {
  const double begin = mark();
  local_->charge_pages(work);
  record(Event::Kind::copy, -1, 0, -1, begin);
}

void Comm::leave_result(void* vector, std::int64_t count, MPI_Datatype type, bool copied_on_write,
                        std::int64_t steps) {
  const Extent room = Comm::room(count, type);
  std::byte* memory = static_cast<std::byte*>(vector) + room.lower_bound;
  if (copied_on_write && room.bytes > 0) {
    memory = node().map_private(memory, room.bytes);
    charge_pages({.mapped = 1});
  }
  node().result = {room.first_element(memory), memory, room.bytes, copied_on_write, steps};
}

void Comm::use_result(int percent_written) {
  constexpr std::size_t page = 4096;  // no machine has smaller ones
  const Result& used = *result();
  if (!used.copied_on_write || used.bytes == 0) return;
  const auto pages = (used.bytes + page - 1) / page;
  const auto written = [&](std::size_t pages_up_to) {
    return pages_up_to * static_cast<std::size_t>(percent_written) / 100;
  };
  for (std::size_t i = 0; i < pages && carries_data_; ++i) {
    volatile std::byte& first = used.memory[i * page];
    const std::byte value = first;
    if (written(i + 1) > written(i)) first = value;
  }
  const auto bytes = static_cast<std::int64_t>(written(pages) * page);
  charge_pages({.read = static_cast<std::int64_t>(pages * page) - bytes, .written = bytes});
}

void Comm::release_result() {
  const Result held = *std::exchange(node().result, std::nullopt);
  if (held.copied_on_write && held.bytes > 0) {
    node().unmap_private(held.memory, held.bytes);
    charge_pages({.unmapped = static_cast<std::int64_t>(held.bytes)});
  }
  raise(held.steps);
}

Scratch Comm::scratch(std::int64_t count, MPI_Datatype type) {
  return Scratch(*local_, room(count, type));
}

Extent Comm::room(std::int64_t count, MPI_Datatype type) {
  return count == 0 ? Extent{0, 0} : room_of(count, layout_of(type));
}

bool Comm::reaches(MPI_Datatype type) {
  return reaches_beyond(layout_of(type));
}

MPI_Aint Comm::extent(MPI_Datatype type) {
  return layout_of(type).extent;
}

std::int64_t Comm::size_of(MPI_Datatype type) {
  const TypeLayout* const known = known_layout(type);
  return known ? known->size : asked_size(type);
}

std::int64_t Comm::look_up_size(MPI_Datatype type) {
  const TypeLayout* const known = known_layout(type);
  if (!known) return asked_size(type);
  known_type_ = type;
  return known_size_ = known->size;
}

bool Comm::commutes(MPI_Op op) {
  int yes = 0;
  check(PMPI_Op_commutative(op, &yes), "MPI_Op_commutative");
  return yes != 0;
}

[[gnu::noinline]] void Comm::write(Event::Kind kind, int peer, std::int64_t bytes, int request, double begin,
                                   double end) {
  ledger_->trace->push_back({kind, peer, bytes, request, begin, end});
}

}  // namespace collsim
