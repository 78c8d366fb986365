#pragma once

#include <functional>

#include "algorithms/patterns/hierarchical.hpp"

namespace collsim {

/// A hierarchical call whose whole result every rank takes: from where the senders have it, or from a copy in its memory
/// domain, which the ranks of that make together, each a part.
class HierarchicalToAll : public Hierarchical {
 protected:
  /// The arguments: as for Hierarchical. The result has the length of a vector.
  HierarchicalToAll(Comm& comm, const Options& options, const Roles& roles, Datatype type,
                    std::int64_t length, std::int64_t vectors = 1);

  /// A sender's part of the result: in which vector of the segment it has its place, and in whose memory that is.
  struct Held {
    int vector;
    Range part;
    int holder;
  };
  virtual Held held(int sender) const = 0;
  using Copy = std::function<void(const void* from, void* to, std::int64_t count)>;
  /// A sender's part of the result, which lies at `part`, into this rank's buffer.
  virtual void take_part(int sender, const void* part, const Copy& copy) const = 0;

 private:
  void spread() override;
  void take_result() override;
  int result() const override { return nearest(0).vector; }
  const Nodes& domains() const { return nodes().domains(); }
  bool same_memory(int rank, int other) const { return domains().node_of(rank) == domains().node_of(other); }
  /// Says what held() says, of what this rank takes.
  Held nearest(int sender) const;
  /// Ranks begin with different ones.
  int nth_sender(int i) const { return (node().place() + i) % senders(); }

  bool makes_copies_;
  int domain_;  ///< this rank's, among those of all nodes
  int copy_;    ///< the vector that is its copy
};

}  // namespace collsim
