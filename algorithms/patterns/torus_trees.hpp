#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "algorithms/call.hpp"
#include "algorithms/comm.hpp"
#include "algorithms/patterns/torus_trees_facts.hpp"

namespace collsim {

/// What a rank does for all trees in a round, numbered from 0; where none of its segments is due, nothing. All ranks go through the
/// same rounds and trees in the same order, so that messages of several trees between two ranks are taken in the order in which they are
/// sent.

/// Down the trees, from the root's vector to all.
class DownTorusTrees {
 public:
  DownTorusTrees(Comm& comm, const TorusTrees& trees, const TorusParts& parts, void* vector, Datatype type);
  void step(std::int64_t round);
  std::int64_t rounds() const;

 private:
  struct Leg {
    int parent, depth;
    std::vector<int> children;
    std::optional<Comm::Request> coming = {};
    std::vector<Comm::Request> leaving = {};
  };
  void step(int tree, Leg& leg, std::int64_t segment);

  Comm& comm_;
  TorusParts parts_;
  void* vector_;
  Datatype type_;
  int height_;
  std::vector<Leg> legs_;
};

/// Up the trees, all combined in the root's vector.
class UpTorusTrees {
 public:
  UpTorusTrees(Comm& comm, const TorusTrees& trees, const TorusParts& parts, const Allreduce& call);
  void step(std::int64_t round);
  std::int64_t rounds() const;

 private:
  struct Leg {
    int parent, height;
    std::vector<int> children;
    std::vector<std::unique_ptr<Scratch>> landings;  ///< two for each child, for even and odd segments
    std::vector<Comm::Request> coming = {};
    std::optional<Comm::Request> leaving = {};
  };
  void step(int tree, Leg& leg, std::int64_t segment);
  void receive(int tree, Leg& leg, std::int64_t segment);
  void* landing(int tree, const Leg& leg, std::size_t child, std::int64_t segment) const;
  /// Combines what all children send with the rank's own, and tells where the sum lies.
  const void* combine(int tree, const Leg& leg, std::int64_t segment);

  Comm& comm_;
  TorusParts parts_;
  Allreduce call_;
  Aint extent_;
  int height_;
  std::vector<Leg> legs_;
};

}  // namespace collsim
