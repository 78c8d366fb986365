#include "transports/mpi_transport.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <vector>

#include "algorithms/comm.hpp"
#include "transports/true_bounds.hpp"

namespace collsim {
namespace {

/// Enough where the sender is known.
constexpr int any_tag = 0;

// What hardly ever happens stays out of line, for the sake of its callers' frames: simulated ranks hold up to a million
// of each in memory.
[[noreturn, gnu::noinline]] void refuse(int code, const char* call) {
  throw mpi_error(call, code);
}

[[gnu::noinline]] std::int64_t asked_size(MPI_Datatype type) {
  MPI_Count bytes = 0;
  check_mpi(PMPI_Type_size_x(type, &bytes), "MPI_Type_size_x");
  return bytes;
}

[[gnu::noinline]] TypeLayout asked_layout(MPI_Datatype type) {
  TypeLayout layout;
  layout.size = asked_size(type);
  check_mpi(PMPI_Type_get_extent(type, &layout.lower_bound, &layout.extent), "MPI_Type_get_extent");
  const TrueBounds data = true_bounds(type);
  layout.true_lower_bound = data.lower_bound;
  layout.true_extent = data.extent;
  return layout;
}

/// The layout of a predefined type, else null. Those are never freed, so that what MPI said of one stays true: to ask anew at each step of
/// a short call takes as long as a message.
const TypeLayout* known_layout(MPI_Datatype type) {
  struct Known {
    MPI_Datatype type;
    TypeLayout layout = asked_layout(type);
  };
  static const std::array<Known, 7> predefined = {
      {{MPI_DOUBLE}, {MPI_FLOAT}, {MPI_INT}, {MPI_LONG}, {MPI_CHAR}, {MPI_BYTE}, {MPI_INT64_T}}};
  for (const Known& known : predefined)
    if (known.type == type) return &known.layout;
  return nullptr;
}

/// One that a transport keeps in a Posted.
std::intptr_t number_of(MPI_Request request) {
  std::intptr_t number = 0;
  std::memcpy(&number, &request, sizeof request);
  return number;
}
MPI_Request request_of(std::intptr_t number) {
  MPI_Request request;
  std::memcpy(&request, &number, sizeof request);
  return request;
}

}  // namespace

static_assert(sizeof(MPI_Request) <= sizeof(std::intptr_t));

MpiError mpi_error(const std::string& call, int code) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  if (PMPI_Error_string(code, text, &length) != MPI_SUCCESS)
    return {call, code, "error code " + std::to_string(code)};
  return {call, code, std::string(text, static_cast<std::size_t>(length))};
}

void check_mpi(int code, const char* call) {
  if (code != MPI_SUCCESS) refuse(code, call);
}

TypeLayout layout_of(MPI_Datatype type) {
  const TypeLayout* const known = known_layout(type);
  return known ? *known : asked_layout(type);
}

std::int64_t size_of(MPI_Datatype type) {
  const TypeLayout* const known = known_layout(type);
  return known ? known->size : asked_size(type);
}

bool commutes(MPI_Op op) {
  int yes = 0;
  check_mpi(PMPI_Op_commutative(op, &yes), "MPI_Op_commutative");
  return yes != 0;
}

MpiTransport::MpiTransport(MPI_Comm communicator) : communicator_(communicator) {
  check_mpi(PMPI_Comm_rank(communicator, &rank_), "MPI_Comm_rank");
  check_mpi(PMPI_Comm_size(communicator, &size_), "MPI_Comm_size");
}

void MpiTransport::send(const SendBuffer& out, int destination, int tag) {
  const int count = mpi_count(out.count);
  pending = {"MPI_Send", destination, -1};
  depart(destination, out.bytes, Sending::blocking);
  check_mpi(PMPI_Send(out.data, count, to_mpi(out.type), destination, tag, communicator_), "MPI_Send");
  pending = {};
  charge_sent(destination, out.bytes, Sending::blocking);
}

void MpiTransport::receive(const ReceiveBuffer& in, int source) {
  const int count = mpi_count(in.count);
  pending = {"MPI_Recv", -1, source};
  check_mpi(PMPI_Recv(in.data, count, to_mpi(in.type), source, any_tag, communicator_, MPI_STATUS_IGNORE),
            "MPI_Recv");
  pending = {};
  charge_arrival(source, in.bytes);
}

Transport::Arrived MpiTransport::receive_any(const ReceiveBuffer& in, int tag) {
  MPI_Status status;
  pending = {"MPI_Recv from any rank", -1, -1};
  check_mpi(
      PMPI_Recv(in.data, mpi_count(in.count), to_mpi(in.type), MPI_ANY_SOURCE, tag, communicator_, &status),
      "MPI_Recv");
  pending = {};
  int bytes = 0;
  check_mpi(PMPI_Get_count(&status, MPI_BYTE, &bytes), "MPI_Get_count");
  charge_arrival(status.MPI_SOURCE, bytes);
  return {status.MPI_SOURCE, bytes};
}

void MpiTransport::exchange(const SendBuffer& out, int destination, const ReceiveBuffer& in, int source) {
  const int sent = mpi_count(out.count), received = mpi_count(in.count);
  const MPI_Datatype sent_type = to_mpi(out.type), received_type = to_mpi(in.type);
  // MPI wants what is received apart from what is sent. In time mode all vectors lie in one place, and nobody writes there.
  void* const into =
      in.data && in.data == out.data && !carries_data() ? static_cast<std::byte*>(in.data) + 1 : in.data;
  pending = {"MPI_Sendrecv", destination, source};
  if (const double seconds = departure(destination, out.bytes, Sending::blocking); seconds > 0) {
    // MPI's own begins with the receive, so that it is posted before the sender's own time.
    MPI_Request receiving = MPI_REQUEST_NULL;
    check_mpi(PMPI_Irecv(into, received, received_type, source, any_tag, communicator_, &receiving),
              "MPI_Sendrecv");
    spend_departure(seconds);
    check_mpi(PMPI_Send(out.data, sent, sent_type, destination, any_tag, communicator_), "MPI_Sendrecv");
    check_mpi(PMPI_Wait(&receiving, MPI_STATUS_IGNORE), "MPI_Sendrecv");
  } else {
    check_mpi(PMPI_Sendrecv(out.data, sent, sent_type, destination, any_tag, into, received, received_type,
                            source, any_tag, communicator_, MPI_STATUS_IGNORE),
              "MPI_Sendrecv");
  }
  pending = {};
  charge_sent(destination, out.bytes, Sending::blocking);
  charge_arrival(source, in.bytes);
}

Posted MpiTransport::post_send(const SendBuffer& out, int destination) {
  const int count = mpi_count(out.count);
  depart(destination, out.bytes, Sending::nonblocking);
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(PMPI_Isend(out.data, count, to_mpi(out.type), destination, any_tag, communicator_, &request),
            "MPI_Isend");
  return {number_of(request), destination, out.bytes, false};
}

Posted MpiTransport::post_receive(const ReceiveBuffer& in, int source) {
  const int count = mpi_count(in.count);
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(PMPI_Irecv(in.data, count, to_mpi(in.type), source, any_tag, communicator_, &request),
            "MPI_Irecv");
  return {number_of(request), source, in.bytes, true};
}

void MpiTransport::wait(Posted& message) {
  MPI_Request request = request_of(message.handle);
  pending = {"MPI_Wait", message.receives ? -1 : message.peer, message.receives ? message.peer : -1};
  check_mpi(PMPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
  pending = {};
  message.handle = number_of(request);
  if (message.receives)
    charge_arrival(message.peer, message.bytes);
  else
    charge_sent(message.peer, message.bytes, Sending::nonblocking);
}

TypeLayout MpiTransport::layout(Datatype type) const {
  return layout_of(to_mpi(type));
}

std::int64_t MpiTransport::size_of(Datatype type) const {
  return collsim::size_of(to_mpi(type));
}

const TypeLayout* MpiTransport::lasting_layout(Datatype type) const {
  return known_layout(to_mpi(type));
}

bool MpiTransport::commutes(Op op) const {
  return collsim::commutes(to_mpi(op));
}

/// In parts that MPI can count.
void MpiTransport::combine(const void* in, void* inout, std::int64_t count, Datatype type, Op op) {
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  const Aint stride = count > most ? layout(type).extent : 0;
  for (std::int64_t first = 0; first < count; first += most)
    check_mpi(PMPI_Reduce_local(element(in, first, stride), element(inout, first, stride),
                                mpi_count(std::min(most, count - first)), to_mpi(type), to_mpi(op)),
              "MPI_Reduce_local");
}

void MpiTransport::copy(const void* from, Datatype from_type, void* to, Datatype to_type,
                        std::int64_t count) {
  const Aint from_extent = layout(from_type).extent, to_extent = layout(to_type).extent;
  const MPI_Datatype packed_type = to_mpi(from_type), unpacked_type = to_mpi(to_type);
  int bytes = 0;
  check_mpi(PMPI_Pack_size(1, packed_type, MPI_COMM_SELF, &bytes), "MPI_Pack_size");
  std::vector<std::byte> packed(static_cast<std::size_t>(bytes));
  for (std::int64_t i = 0; i < count; ++i) {
    int position = 0;
    check_mpi(PMPI_Pack(element(from, i, from_extent), 1, packed_type, packed.data(), bytes, &position,
                        MPI_COMM_SELF),
              "MPI_Pack");
    int read = 0;
    check_mpi(PMPI_Unpack(packed.data(), position, &read, element(to, i, to_extent), 1, unpacked_type,
                          MPI_COMM_SELF),
              "MPI_Unpack");
  }
}

Datatype MpiTransport::pieces(std::span<const int> counts, std::span<const Aint> places, Datatype type) {
  MPI_Datatype made = MPI_DATATYPE_NULL;
  check_mpi(PMPI_Type_create_hindexed(mpi_count(std::ssize(counts)), counts.data(), places.data(),
                                      to_mpi(type), &made),
            "MPI_Type_create_hindexed");
  check_mpi(PMPI_Type_commit(&made), "MPI_Type_commit");
  return abi_type(made);
}

void MpiTransport::free_type(Datatype type) {
  MPI_Datatype freed = to_mpi(type);
  PMPI_Type_free(&freed);
}

}  // namespace collsim
