#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/facts/description.hpp"
#include "algorithms/facts/places.hpp"

namespace collsim {

/// Elements [at, at + count) of a buffer hold the elements from `from` on of what ranks first..last
/// contribute, reduced in rank order. (One rank: its contribution as it is.) As many such blocks follow each other, each
/// of the ranks after those of the block before it.
struct Part {
  std::int64_t at, count;
  int first, last;
  std::int64_t from;
  int blocks = 1;
};

/// The buffers of one rank's call, in elements. A buffer without elements is not significant to the call.
struct Layout {
  std::int64_t send = 0, recv = 0;
  std::int64_t contributed = 0;  ///< elements that this rank brings in
  std::int64_t place = -1;  ///< where in the receive buffer these lie; -1: at the start of the send buffer
  std::vector<Part> result = {};  ///< what the receive buffer holds afterwards; the rest of it is unchanged
  /// Besides, in each of these blocks what its rank contributes: from the start, or from where the block begins.
  Places of_each = {};
  bool as_placed = false;
};

/// The parts of the result, each a block of its own.
std::vector<Part> blocks_of_result(const Layout& layout);

/// Each rank's block as the shape has them; near-equal ones, one behind the other, if it states no counts.
Places blocks(const Shape& shape);

/// What is true of every call of a collective, told without MPI.
struct Collective {
  /// What the n elements of a Shape's count are.
  enum class Size {
    vector,  ///< the vector
    blocks,  ///< a block for each rank, all of equal size: n is a multiple of p
    varied,  ///< a block for each rank, of the sizes in Shape::counts
    nothing  ///< n is 0
  };
  std::string name;
  Size size;
  bool rooted;                                                     ///< has a root
  bool combines;                                                   ///< has an operator
  bool in_place;                                                   ///< takes MPI_IN_PLACE
  Layout (*layout)(const Shape&, const Places& blocks, int rank);  ///< `blocks`: exchanged(), where they vary
  bool displaces = false;  ///< `varied` blocks may lie anywhere in a buffer, as Shape::displacements says
  /// Ranks i and j exchange block i + j (mod p): every rank sends and receives each block once, and one of equal
  /// size goes either way, as MPI_IN_PLACE asks. Else block i is exchanged with rank i.
  bool rotates = false;

  /// The block, where blocks are `varied` and these are all of a shape, that `rank` exchanges with each rank.
  Places exchanged(const Places& all, int rank) const;

  /// Any n of this collective is a multiple of this; 0: it has no elements.
  std::int64_t unit(int processes) const {
    return size == Size::nothing ? 0 : size == Size::blocks ? processes : 1;
  }
  /// The largest n that is not above `count`.
  std::int64_t fitting(std::int64_t count, int processes) const {
    return size == Size::nothing ? 0 : count - count % unit(processes);
  }
};

namespace detail {
/// Every collective; tests add their own.
std::vector<Collective>& collectives();
}  // namespace detail

/// Throws Error for a name it does not know.
const Collective& collective(const std::string& name);

}  // namespace collsim
