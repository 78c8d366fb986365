#pragma once

#include <string>

#include "algorithms/facts/blocks.hpp"
#include "algorithms/patterns/hierarchical_facts.hpp"
#include "algorithms/patterns/run_nested.hpp"

namespace collsim {

/// The universal hierarchical algorithm on one rank. The ranks of a node meet in its segment: they bring their data
/// there, combine it if the collective combines, each a slice of all vectors, and take the result from there. In between
/// the first `senders` ranks of every node run the flat algorithm `inter` on the segment, each on its slice with those of
/// the same place.
///
/// Source: Parsons, dissertation, Purdue 2015, docs.lib.purdue.edu/open_access_dissertations/533; Parsons and Pai, IPDPS 2014.
class Hierarchical {
 public:
  virtual ~Hierarchical() = default;
  Hierarchical(const Hierarchical&) = delete;
  Hierarchical& operator=(const Hierarchical&) = delete;

  void run();

 protected:
  /// Who has a part in bringing or taking: every rank, or the root alone.
  enum class Who { all, root };
  struct Roles {
    Who bring = Who::all, take = Who::all;
    int root = -1;
    /// The operator with which vectors are combined on their nodes, the first ranks' on the left.
    Op op = mpi_no_op;
    /// Whether each vector shall become the sum of those up to it.
    bool prefixes = false;
  };

  /// The segment has so many vectors of `length` elements. Where vectors are combined, each rank brings one to its place.
  Hierarchical(Comm& comm, const Options& options, const Roles& roles, Datatype type, std::int64_t length,
               std::int64_t vectors = 1);

  /// Copies from this rank's buffers into the segment; called only where it brings something.
  virtual void bring() = 0;
  /// The call between nodes of this sender.
  virtual void call_between_nodes(Comm& representatives, int sender) = 0;
  /// Once all senders have done so, on ranks that take something.
  virtual void spread() {}
  /// Copies from the segment into this rank's buffers; called only where it takes something.
  virtual void take_result() = 0;
  /// The vector that stays in the segment, where results do.
  virtual int result() const { return 0; }
  /// The part of the vector, where vectors are combined, that a sender sends.
  virtual Range slice_of(int) const { return {}; }

  /// Runs the flat algorithm.
  template <class Call>
  void perform(Comm& representatives, const Call& call) const {
    run_nested(representatives, inter_, call);
  }

  /// An element of the segment's first vector, or of that which the rank in a place brings.
  void* shared_element(std::int64_t index) const { return vector_of(0, index); }
  void* vector_of(int place, std::int64_t index = 0) const {
    return vectors_.element_at(first_, place, index);
  }
  std::int64_t length() const { return vectors_.length(); }
  /// Where the sum of a sender's slices is: in place of the vector of that rank, whose memory it is.
  void* sum_of(int sender) const { return vector_of(place_of_sum(sender), slice_of(sender).first); }
  /// All in one place where they make one result together.
  int place_of_sum(int sender) const {
    if (in_order()) return node_.size() - 1;
    return result_ == "copy" ? sender : 0;
  }
  int holder_of_sum(int sender) const { return node_.rank(place_of_sum(sender)); }
  /// Calls visit(sender) for each, ranks with different ones first, so that not all look at one memory at a time.
  template <class Visit>
  void each_sender(const Visit& visit) const {
    for (int i = 0; i < senders_; ++i) visit((node_.place() + i) % senders_);
  }
  const void* beside(const void* buffer, std::int64_t index) const { return element(buffer, index, extent_); }
  void* beside(void* buffer, std::int64_t index) const { return element(buffer, index, extent_); }

  Comm& comm() const { return comm_; }
  const Nodes& nodes() const { return node_.nodes(); }
  const Node& node() const { return node_; }
  int senders() const { return senders_; }
  Datatype type() const { return type_; }
  /// Whether this rank has brought, as root, what others take.
  bool has_brought_all() const { return roles_.bring == Who::root && brings(); }

  /// A rank's phases of a call; after the last one the next call begins.
  enum Phase { begun, brought, worked, sent, copied, left };
  void meet(Phase phase, const Nodes& groups);

 private:
  bool has_root() const { return roles_.root >= 0 && nodes().node_of(roles_.root) == node_.number(); }
  bool brings() const { return roles_.bring == Who::all || comm_.rank() == roles_.root; }
  bool takes() const { return roles_.take == Who::all || comm_.rank() == roles_.root; }
  bool sends() const { return node_.place() < senders_; }
  /// Where sums must keep the order of ranks they come about one vector after the other, in the last one's place.
  bool in_order() const { return roles_.prefixes || !commutes_; }
  /// Steps of all calls up to the end of a phase. A phase has one for each round in which ranks of the node meet.
  std::int64_t end_of(Phase phase) const { return before_ + phase * steps_; }
  void raise(Phase phase) { comm_.raise(end_of(phase)); }
  void await(int rank, Phase phase) { comm_.await(rank, end_of(phase)); }
  void await_last_call();
  void await_brought();
  void await_sent();
  void meet(Phase phase) { meet(phase, nodes()); }
  void end();
  /// Whether all ranks of the node have sent and all take.
  bool ends_together() const {
    const bool by_root = roles_.bring == Who::root && has_root();
    return senders_ == node_.size() && roles_.take == Who::all && !by_root;
  }
  void combine();
  void combine(int from, int to, const Range& part);
  void combine_in_order(const Range& part);

  Comm& comm_;
  Node& node_;
  std::string inter_, result_;
  int senders_;
  Roles roles_;
  Datatype type_;
  Aint extent_;
  Vectors vectors_;
  bool commutes_;
  std::int64_t steps_;   ///< of a phase, the same on all nodes
  std::int64_t before_;  ///< steps of all calls before
  void* first_;          ///< of the vectors
};

}  // namespace collsim
