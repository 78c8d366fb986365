#include "algorithms/patterns/hierarchical.hpp"

#include <algorithm>

namespace collsim {

Hierarchical::Hierarchical(Comm& comm, const Options& options, const Roles& roles, Datatype type,
                           std::int64_t length, std::int64_t vectors)
    : comm_(comm),
      node_(comm.node()),
      inter_(options.text("inter")),
      result_(result_of(options)),
      senders_(senders_of(options)),
      roles_(roles),
      type_(type),
      extent_(comm.extent(type)),
      vectors_(vectors, length, comm.layout(type)),
      commutes_(roles.op == mpi_no_op || comm.commutes(roles.op)),
      steps_(std::max(1, meeting_rounds(node_.nodes().largest()))),
      before_(node_.begin_call(static_cast<int>(left * steps_))),
      first_(vectors_.room().first_element(node_.segment(vectors_.room().bytes))) {}

void Hierarchical::run() {
  if (brings() || sends()) await_last_call();
  if (brings()) comm_.publish([this] { bring(); });
  if (roles_.bring == Who::all)
    meet(brought);
  else if (brings())
    raise(brought);
  if (roles_.op != mpi_no_op) {
    combine();
    meet(worked);
  }
  if (sends()) {
    await_brought();
    Comm representatives(comm_, node_.place());
    call_between_nodes(representatives, node_.place());
    if (!ends_together()) raise(sent);
  }
  if (ends_together())
    meet(sent);
  else if (takes())
    await_sent();
  spread();
  end();
}

void Hierarchical::end() {
  if (result_ != "copy")
    return comm_.leave_result(vector_of(result()), length(), type_, result_ == "cow", end_of(left));
  if (takes()) take_result();
  raise(left);
}

/// Until nobody is in it. Each rank begins with its neighbour, so that not all look at one flag at a time.
void Hierarchical::await_last_call() {
  if (before_ == 0) return;
  for (int i = 1; i < node_.size(); ++i) await(node_.rank((node_.place() + i) % node_.size()), begun);
}

/// Where the root alone brings something: who brings are all ranks, they have met.
void Hierarchical::await_brought() {
  if (roles_.bring == Who::root && has_root()) await(roles_.root, brought);
}

void Hierarchical::await_sent() {
  if (roles_.bring == Who::root && has_root()) return await_brought();
  each_sender([&](int sender) { await(node_.rank(sender), sent); });
}

/// Ends a phase of those with whom this rank shares one of `groups`: in every round each sees of one that those have come
/// whom that one has seen.
///
/// Source: dissemination; Hensgen, Finkel and Manber, Int. J. Parallel Programming 17(1), 1988.
void Hierarchical::meet(Phase phase, const Nodes& groups) {
  const int group = groups.node_of(comm_.rank()), place = groups.place_of(comm_.rank());
  const int count = groups.size(group), rounds = meeting_rounds(count);
  for (int round = 0; round < rounds; ++round) {
    const std::int64_t step = end_of(phase) - steps_ + round + 1;
    comm_.raise(step);
    comm_.await(groups.rank(group, (place + (1 << round)) % count), step);
  }
}

/// This rank's part of all vectors. The operator may commute: then the sum grows in this rank's own vector, beginning
/// with its neighbour's, and goes into that of the sender whose slice it belongs to last: no memory serves all at a time.
void Hierarchical::combine() {
  const Range part = Blocks(length(), node_.size())[node_.place()];
  if (in_order()) return combine_in_order(part);
  for (int sender = 0; sender < senders_; ++sender) {
    const Range common = intersection(part, slice_of(sender));
    const int sum = place_of_sum(sender);
    const int others = node_.size() - (sum == node_.place() ? 1 : 2);
    comm_.reduce_pieces(others * common.count, type_, roles_.op, comm_.rank(), [&](const auto& add) {
      for (int i = 1; i < node_.size(); ++i)
        if (const int other = (node_.place() + i) % node_.size(); other != sum)
          add(vector_of(other, common.first), vector_of(node_.place(), common.first), common.count);
    });
    if (sum != node_.place()) combine(node_.place(), sum, common);
  }
}

/// Each into the next one's place.
void Hierarchical::combine_in_order(const Range& part) {
  for (int place = 1; place < node_.size(); ++place) combine(place - 1, place, part);
}

void Hierarchical::combine(int from, int to, const Range& part) {
  comm_.reduce_local(vector_of(from, part.first), vector_of(to, part.first), part.count, type_, roles_.op,
                     node_.rank(to));
}

}  // namespace collsim
