#include "backends/smpi/rank_local.hpp"

#include <fmt/format.h>

#include <map>

#include "algorithms/comm.hpp"
#include "backends/trial.hpp"

namespace s4u = simgrid::s4u;

namespace collsim {

std::byte* Arena::at_least(std::size_t bytes) {
  if (bytes > size_) {
    // Earlier blocks stay: ranks hold pointers into them.
    blocks_.push_back(std::unique_ptr<std::byte[]>(new std::byte[bytes]));
    size_ = bytes;
  }
  return blocks_.empty() ? nullptr : blocks_.back().get();
}

RankLocal::RankLocal(const Platform& platform, const Point& point, int rank, Arena& arena)
    : point_(&point), node_(point.node_of(rank)), rates_(rates(platform, point, rank)), arena_(&arena) {
  const int domain = domain_of(platform, point, rank);
  memory_ = s4u::Host::by_name(fmt::format("memory-{}", node_ * platform.domains() + domain));
}

void RankLocal::charge_arrival(int source, std::int64_t bytes) {
  if (rates_.per_message > 0) s4u::this_actor::sleep_for(rates_.per_message);
  const double rate = point_->node_of(source) == node_ ? rates_.message : rates_.arrival;
  if (rate > 0) charge(2, bytes, rate);
}

void RankLocal::charge(int passes, std::int64_t bytes, double rate) const {
  if (bytes == 0) return;
  if (rates_.through_memory == 0) return s4u::this_actor::sleep_for(static_cast<double>(bytes) / rate);
  const double moved = passes * rates_.through_memory;
  auto work = s4u::this_actor::exec_init(moved * static_cast<double>(bytes));
  work->set_host(memory_)->set_bound(moved * rate);
  work->start()->wait();
}

std::byte* RankLocal::acquire(std::size_t bytes) {
  return carries_data() ? Local::acquire(bytes) : arena_->at_least(std::max<std::size_t>(bytes, 1));
}

void RankLocal::release(std::byte* memory) {
  if (carries_data()) Local::release(memory);
}

namespace {

/// The rank whose library call combines: MPI gives an operator no context of its own.
std::map<aid_t, RankLocal*>& combining_ranks() {
  static std::map<aid_t, RankLocal*> ranks;
  return ranks;
}

void charged(void* in, void* inout, int* count, MPI_Datatype* type) {
  RankLocal& local = *combining_ranks().at(s4u::this_actor::get_pid());
  if (local.carries_data()) MPI_Reduce_local(in, inout, *count, *type, local.library_op);
  local.charge_combine(*count * Comm::size_of(*type));
}

}  // namespace

MPI_Op library_operator(MPI_Op op, Local& local) {
  auto& rank = dynamic_cast<RankLocal&>(local);
  rank.library_op = op;
  combining_ranks()[s4u::this_actor::get_pid()] = &rank;
  MPI_Op wrapped = MPI_OP_NULL;
  MPI_Op_create(charged, Comm::commutes(op) ? 1 : 0, &wrapped);
  return wrapped;
}

}  // namespace collsim
