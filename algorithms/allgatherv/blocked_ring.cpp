#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/rounds.hpp"
#include "algorithms/patterns/own_block.hpp"
#include "algorithms/patterns/places.hpp"

namespace collsim {
namespace {

/// Bytes of a block by the rule `optimal`: z of p contributions are empty, and the others' last blocks are
/// half full on average.
double optimal_bytes(const Places& places, std::int64_t type_size, const Options& options) {
  const auto empty = std::count_if(places.begin(), places.end(), [](const Range& r) { return r.count == 0; });
  const auto overlapping = static_cast<std::int64_t>(places.size()) + empty - 2;
  const double bytes = static_cast<double>(total(places)) * static_cast<double>(type_size);
  const double alpha = static_cast<double>(options.integer("alpha_ns")) * 1e-3;  // us
  const double alpha_over_beta = alpha * static_cast<double>(options.integer("bytes_per_us"));
  return overlapping > 0 ? std::sqrt(2 * alpha_over_beta * bytes / static_cast<double>(overlapping)) : bytes;
}

/// Elements of a block, by the option `rule`.
std::int64_t block_length(const Places& places, std::int64_t type_size, const Options& options) {
  const auto less = [](const Range& a, const Range& b) { return a.count < b.count; };
  const auto [least, most] = std::minmax_element(places.begin(), places.end(), less);
  const std::int64_t size = std::max<std::int64_t>(1, type_size);
  const std::int64_t given = options.integer("block_bytes") / size;
  std::int64_t length = given;
  if (options.text("rule") == "min") {
    // Equal parts of the largest, because blocks of exactly the least contribution would leave one more, nearly
    // empty, to contributions that are one element longer, and so double the rounds of a regular distribution.
    const std::int64_t parts = most->count / std::max<std::int64_t>(1, std::max(least->count, given));
    length = parts > 0 ? (most->count + parts - 1) / parts : most->count;
  }
  if (options.text("rule") == "optimal") {
    const double bytes = optimal_bytes(places, size, options);
    length = static_cast<std::int64_t>(std::min(bytes, static_cast<double>(most->count * size))) / size;
  }
  return std::clamp<std::int64_t>(length, 1, std::max<std::int64_t>(1, most->count));
}

/// The ring of the blocks of all contributions, each of them cut into at least one.
class BlockRing {
 public:
  /// `places` must outlive it.
  BlockRing(const Places& places, std::int64_t length) : places_(&places), length_(length) {
    std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
    for (int rank = 0; rank < processes(); ++rank) {
      number_ += pieces(rank);
      fewest = std::min(fewest, pieces(rank));
    }
    rounds_ = processes() > 1 ? number_ - fewest : 0;
  }

  std::int64_t rounds() const { return rounds_; }

  /// What a rank receives from its left, round by round: the blocks before its own, one after another, until
  /// it has all. Empty: no message. A place on the ring rather than a list of it: every rank would have one.
  class Received {
   public:
    Received(const BlockRing& ring, int rank)
        : ring_(&ring), owner_(rank), left_(ring.number_ - ring.pieces(rank)) {}

    Range next() {
      if (left_ == 0) return {0, 0};
      --left_;
      if (piece_ == 0) {
        owner_ = (owner_ == 0 ? ring_->processes() : owner_) - 1;
        piece_ = ring_->pieces(owner_);
      }
      return (*ring_->places_)[owner_].segment(--piece_, ring_->length_);
    }

   private:
    const BlockRing* ring_;
    int owner_;
    std::int64_t piece_ = 0;  ///< of the owner, the last that was received
    std::int64_t left_;
  };

 private:
  int processes() const { return static_cast<int>(places_->size()); }
  std::int64_t pieces(int rank) const {
    return std::max<std::int64_t>(1, ((*places_)[rank].count + length_ - 1) / length_);
  }

  const Places* places_;
  std::int64_t length_;
  std::int64_t number_ = 0;
  std::int64_t rounds_ = 0;
};

/// Blocked ring: the contributions, cut into blocks, follow one another around the ring, so that a long one
/// is under way on many links at once.
///
/// Source:  Traeff, Ripke, Siebert, Balaji, Thakur and Gropp, EuroPVM/MPI 2008; IJHPCA 24(1), 2010,
///          doi:10.1177/1094342009359013.
/// Assumes: nothing; any p, any block sizes; empty blocks are not sent. A block has at most B bytes: with the
///          rule `fixed` block_bytes; with `min` an equal part of the largest contribution, in as many parts as the
///          least contribution, or block_bytes if that is more, fits into it; with `optimal`
///          sqrt(2 alpha m / (beta (p + z - 2))), z of the contributions being empty; and between one element and
///          the largest contribution.
/// Cost:    max m_i kappa + (N - min b_i) (alpha + B beta), N being the sum of b_i = max(1, ceil(m_i / B));
///          less where no block of a round is full.
void run(Comm& comm, const Allgatherv& call, const Options& options) {
  const int p = comm.size();
  const int rank = comm.rank();
  const int right = (rank + 1) % p;
  const int left = (rank + p - 1) % p;
  const Places places = received(call, p);
  const BlockRing ring(places, block_length(places, Comm::size_of(call.type), options));
  const MPI_Aint extent = Comm::extent(call.type);
  const auto place = [&](const Range& block) { return element(call.recv, block.first, extent); };
  place_own_block(comm, call, places[rank]);
  BlockRing::Received to_right(ring, right), from_left(ring, rank);
  for (std::int64_t round = 0; round < ring.rounds(); ++round) {
    const Range out = to_right.next();
    const Range in = from_left.next();
    if (out.count > 0 && in.count > 0)
      comm.sendrecv(place(out), out.count, right, place(in), in.count, left, call.type);
    else if (out.count > 0)
      comm.send(place(out), out.count, call.type, right);
    else if (in.count > 0)
      comm.recv(place(in), in.count, call.type, left);
  }
}

Rounds rounds(const Shape& shape, const Options& options) {
  const int p = shape.processes;
  const Places places = blocks(shape);
  const BlockRing ring(places, block_length(places, shape.type_size, options));
  Rounds rounds(p);
  rounds.copy([&](int rank) { return shape.in_place ? 0 : places[rank].count * shape.type_size; });
  std::vector<BlockRing::Received> sent;
  for (int rank = 0; rank < p; ++rank) sent.emplace_back(ring, (rank + 1) % p);
  for (std::int64_t round = 0; round < ring.rounds(); ++round) {
    std::vector<std::int64_t> bytes;
    std::vector<bool> sends;  // which the stage keeps, for every round
    for (auto& blocks : sent) {
      bytes.push_back(blocks.next().count * shape.type_size);
      sends.push_back(bytes.back() > 0);
    }
    rounds.send([sends, p](int rank) { return sends[rank] ? (rank + 1) % p : -1; },
                [&](int rank) { return bytes[rank]; });
  }
  return rounds;
}

const Registration<Allgatherv> blocked_ring{
    {.name = "blocked_ring",
     .source = "Traeff et al. 2008",
     .assumes = "nothing",
     .formula = "n/p*kappa + (n > 0 ? (p - 1)*(alpha + n/p*beta) : 0)",
     .options = {{"rule", "min", "how the size of blocks is chosen", {"min", "fixed", "optimal"}},
                 {"block_bytes", "32768", "of `fixed` a block's bytes, of `min` their least", {}, 1},
                 {"alpha_ns", "1000", "of `optimal` a message's latency"},
                 {"bytes_per_us", "1000", "of `optimal` the bandwidth of a link"}},
     .cost = cost_of<rounds>,
     .exact = exact_of<rounds>},
    run};

}  // namespace
}  // namespace collsim
