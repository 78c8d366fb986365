#include "backends/smpi/smpi_transport.hpp"

#include <fmt/format.h>

#include <map>

namespace s4u = simgrid::s4u;

namespace collsim {

MeetingPoint::MeetingPoint(int ranks)
    : contributions_(static_cast<std::size_t>(ranks)),
      barrier_(s4u::Barrier::create(static_cast<unsigned>(ranks))) {}

void MeetingPoint::meet(int rank, bool carries_data, const Contribution& own, const Together& together) {
  contributions_[static_cast<std::size_t>(rank)] = own;
  if (++come_ == contributions_.size()) {
    come_ = 0;
    if (carries_data) together(contributions_);
  }
  barrier_->wait();
}

SmpiTransport::SmpiTransport(MPI_Comm world, const AllRates& all, int rank, bool carries_data, Arena& arena,
                             MeetingPoint& meeting, NodeCopies& copies, Node* node)
    : Charged(all, rank, carries_data, arena, world), meeting_(&meeting), copies_(&copies), node_(node) {}

double SmpiTransport::departure(int destination, std::int64_t bytes, Sending sending) {
  const auto size = static_cast<double>(bytes);
  if (all().inside()) copies_->leaves(rank(), destination, sending);
  return all()[rank()].departure(all().level(rank(), destination), size) +
         all().inside(rank(), destination, size, sending).sets_out;
}

/// What it still has to copy when its receiver has begun.
void SmpiTransport::charge_sent(int destination, std::int64_t bytes, Sending sending) {
  if (!all().inside()) return;
  const NodeMessage its = all().inside(rank(), destination, static_cast<double>(bytes), sending);
  copies_->sent(rank(), destination, bytes, sending);
  if (its.before > its.sets_out) spend(its.before - its.sets_out);
}

void SmpiTransport::move(double bytes, double bound, int holder) {
  auto work = s4u::this_actor::exec_init(bytes);
  auto* memory = s4u::Host::by_name(fmt::format("memory-{}", all().memory_host_of(holder)));
  work->set_host(memory)->set_bound(bound);
  work->start()->wait();
}

namespace {

/// The rank whose library call combines: MPI gives an operator no context of its own.
std::map<aid_t, SmpiTransport*>& combining_ranks() {
  static std::map<aid_t, SmpiTransport*> ranks;
  return ranks;
}

void charged(void* in, void* inout, int* count, MPI_Datatype* type) {
  SmpiTransport& local = *combining_ranks().at(s4u::this_actor::get_pid());
  if (local.carries_data()) MPI_Reduce_local(in, inout, *count, *type, local.library_op);
  local.charge_combine(*count * size_of(*type), local.rank());
}

}  // namespace

Op charged_operator(Op op, Transport& transport) {
  auto& rank = dynamic_cast<SmpiTransport&>(transport);
  rank.library_op = to_mpi(op);
  combining_ranks()[s4u::this_actor::get_pid()] = &rank;
  MPI_Op wrapped = MPI_OP_NULL;
  MPI_Op_create(charged, transport.commutes(op) ? 1 : 0, &wrapped);
  return abi_op(wrapped);
}

}  // namespace collsim
