#pragma once

#include <span>
#include <vector>

#include "algorithms/comm.hpp"
#include "algorithms/facts/blocks.hpp"

namespace collsim {

/// A type that lasts as long as the object. Throws MpiError.
class OwnType {
 public:
  /// Makes a type whose element is so many elements of `type` at each of these places, bytes.
  OwnType(Comm& comm, std::span<const int> counts, std::span<const Aint> places, Datatype type)
      : transport_(comm.transport()), type_(transport_.pieces(counts, places, type)) {}
  ~OwnType() { transport_.free_type(type_); }
  OwnType(const OwnType&) = delete;
  OwnType& operator=(const OwnType&) = delete;

  operator Datatype() const { return type_; }

 private:
  Transport& transport_;
  Datatype type_;
};

/// Ranges of a vector as one datatype: a message of count() elements of it, from where the vector starts,
/// carries them all without a copy. Throws MpiError.
class Pieces {
 public:
  Pieces(Comm& comm, std::span<const Range> ranges, Datatype type)
      : Pieces(comm, Lists(ranges, comm.extent(type)), type) {}

  Datatype type() const { return type_; }
  /// One; none where all ranges are empty: MPI takes a null address only with a count of 0.
  int count() const { return count_; }

 private:
  struct Lists {
    std::vector<int> counts;
    std::vector<Aint> places;
    int elements = 0;  ///< of the type

    Lists(std::span<const Range> ranges, Aint extent) {
      for (const Range& range : ranges) {
        counts.push_back(mpi_count(range.count));
        places.push_back(range.first * extent);
        if (range.count > 0) elements = 1;
      }
    }
  };
  Pieces(Comm& comm, const Lists& lists, Datatype type)
      : type_(comm, lists.counts, lists.places, type), count_(lists.elements) {}

  OwnType type_;
  int count_;
};

}  // namespace collsim
