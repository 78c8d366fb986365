#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/facts/nodes.hpp"
#include "algorithms/facts/pairs.hpp"
#include "algorithms/facts/same_bits.hpp"
#include "support/error.hpp"

namespace collsim {

/// What a cost depends on: the sizes of one call, without its buffers.
struct Shape {
  int processes = 1;
  std::int64_t count = 0;      ///< n in elements (collective.hpp)
  std::int64_t type_size = 1;  ///< bytes per element
  int root = 0;
  bool commutative = true;
  bool in_place = false;
  /// Elements of each rank's block, `count` in all; empty where the collective has no blocks of unequal size.
  std::vector<int> counts = {};
  /// Where each rank's block starts in a buffer of blocks, in elements; empty: one block behind the other.
  std::vector<std::int64_t> displacements = {};
  /// Which ranks share a node; none: no two do, or nothing depends on it.
  std::shared_ptr<const Nodes> nodes = {};

  std::int64_t bytes() const { return count * type_size; }
};

/// A round that all ranks take part in, in parallel, `repeat` times over: it takes
/// alpha (if it has messages) + bytes beta + reduced gamma + copied kappa on the critical path, where ranks of a node
/// wait for each other's flags (node.hpp), flags phi + lookers psi, and on the collective network (Transport::traverse),
/// traversals tau + traversed theta.
struct Stage {
  std::int64_t repeat = 1;
  std::int64_t messages = 0;    ///< of all ranks together, in one repetition
  std::int64_t volume = 0;      ///< bytes of all those messages
  std::int64_t bytes = 0;       ///< of the message on the critical path
  std::int64_t reduced = 0;     ///< bytes combined on the critical path
  std::int64_t copied = 0;      ///< bytes copied on the critical path
  std::int64_t flags = 0;       ///< that a rank sees one after the other
  std::int64_t lookers = 0;     ///< ranks that look at the same flag before it
  std::int64_t traversals = 0;  ///< of the collective network, one after the other
  std::int64_t traversed = 0;   ///< bytes of all those
  Pairs pairs = {};             ///< the ranks that exchange them
};

/// The stages in order. Their sum is the closed form on a single-port, full-duplex network with synchronous
/// sends.
using Cost = std::vector<Stage>;

/// The stages of `more` follow.
Cost& operator+=(Cost& cost, const Cost& more);

/// A number in an algorithm's formula that depends on p, and that other formulas do not have.
struct Symbol {
  std::string name;
  double (*value)(int processes);
  std::string meaning;
};

/// A tunable of an algorithm: `fallback` is its value where a scenario names none. It takes one of `choices`,
/// an algorithm of `algorithms_of` with its options, whole numbers from `minimum` to `maximum` where the fallback is a
/// number, else any text.
struct OptionSpec {
  std::string name;
  std::string fallback;
  std::string meaning;
  std::vector<std::string> choices = {};
  std::int64_t minimum = 0;
  std::int64_t maximum = std::numeric_limits<std::int64_t>::max();
  /// Collectives of which one has the algorithm that it takes: one that is told rank by rank, and knows no nodes.
  std::vector<std::string> algorithms_of = {};

  bool numeric() const;
  /// What it takes, in words; empty for any text.
  std::string domain() const;
  /// Throws Error unless the option takes the value.
  void check(const std::string& value) const;

 private:
  void check_algorithm(const std::string& value) const;
};

/// Values for an algorithm's tunables, complete: resolve() fills in what the user left out.
class Options {
 public:
  Options() = default;
  explicit Options(std::map<std::string, std::string> values) : values_(std::move(values)) {}

  /// Throws Error if the option was not declared or is not a whole number.
  std::int64_t integer(const std::string& name) const;
  const std::string& text(const std::string& name) const;
  const std::map<std::string, std::string>& values() const { return values_; }
  /// "segment_bytes=8192;fold=half", sorted by name; empty without options.
  std::string to_string() const;

 private:
  std::map<std::string, std::string> values_;
};

/// The algorithm that leaves the choice to the MPI library.
inline constexpr const char* installed_library = "library";

/// Everything about an algorithm that can be told without MPI.
struct Description {
  std::string collective = {};  ///< filled in by Registration
  std::string plugin = {};      ///< SHA-256 of the plug-in's file, filled in likewise; empty: built in
  std::string name;
  std::string source;  ///< where it was published
  /// What the algorithm assumes and `unsupported` enforces: "nothing"; those of "p is a power of two", "p is even" and
  /// "commutative operator" that hold; or, of an algorithm that heeds nodes, what it asks of the ranks of a node.
  std::string assumes;
  /// The sum of its stages where every block has the same size and the root is rank 0, as a muParser
  /// expression in alpha, beta, gamma, kappa (seconds per message, byte sent, byte combined, byte copied), tau, theta (per
  /// traversal of the collective network, byte that traverses it), n, p, k = floor(lg p), P = 2^k, r = p - P, and `symbols`.
  std::string formula = {};
  std::vector<Symbol> symbols = {};
  std::vector<OptionSpec> options = {};
  /// Empty, or why values that the options take mean nothing together, and what would be right.
  std::string (*wrong)(const Options&) = nullptr;
  /// Posts more than one send or receive at once: `cost` then holds where a rank sends and receives one
  /// message at a time, which SMPI does not ask of it.
  bool concurrent = false;
  /// What a rank does depends on what its messages hold (sizes that only others know), so that its schedule
  /// cannot be recorded without them.
  bool reads_messages = false;
  /// What it does depends on Shape::nodes.
  bool knows_nodes = false;
  /// Needs a network that combines, Transport::traverse.
  bool needs_collective_network = false;
  /// The formula where it is made of others': p, k, P and r in it are those of the nodes.
  std::string (*composed)(const Options&) = nullptr;
  Cost (*cost)(const Shape&, const Options&) = nullptr;  ///< none: the library's own, unknown algorithm
  /// Where `cost` is known. None: everywhere.
  bool (*costed)(const Shape&, const Options&) = nullptr;
  /// Where `cost` is the critical path: elsewhere (blocks of unequal size) it bounds it from above. None:
  /// everywhere.
  bool (*exact)(const Shape&, const Options&) = nullptr;
  /// Empty, or the reason why it cannot serve the call.
  std::string (*unsupported)(const Shape&, const Options&) = nullptr;
  SameBits same_bits = {};

  /// Whether it leaves the choice to the MPI library.
  bool is_library() const { return name == installed_library; }
  std::string full_name() const { return collective + "/" + name; }
  std::string formula_with(const Options& values) const { return composed ? composed(values) : formula; }
  /// Fills in fallbacks; throws Error naming an option it does not have, a value that the option does not take, or values
  /// that are wrong together.
  Options resolve(const std::map<std::string, std::string>& given) const;
  /// Tells so also where a message would have more elements than an MPI count holds.
  std::string why_unsupported(const Shape& shape, const Options& values) const;
  bool has_cost(const Shape& shape, const Options& values) const {
    return cost && (!costed || costed(shape, values));
  }
  bool is_exact(const Shape& shape, const Options& values) const { return !exact || exact(shape, values); }
};

struct UnknownAlgorithm : Error {
  UnknownAlgorithm(const std::string& collective, const std::string& name,
                   const std::vector<std::string>& known);
};

/// Every registered algorithm, sorted by collective, then name.
const std::vector<const Description*>& descriptions();
/// Throws UnknownAlgorithm.
const Description& describe(const std::string& collective, const std::string& name);

namespace detail {
/// Enters the description in descriptions(), unless its name is taken: that is noted in clashes().
void enroll(const Description& about);
std::vector<std::string>& clashes();
/// Description::plugin of what registers now.
std::string& registrant();
}  // namespace detail

}  // namespace collsim

// Every algorithm has these lists; their code stands in description.cpp alone.
extern template class std::vector<collsim::Stage>;
extern template class std::vector<collsim::Symbol>;
extern template class std::vector<collsim::OptionSpec>;
