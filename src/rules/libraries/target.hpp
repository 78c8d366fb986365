#pragma once

#include <map>
#include <string>
#include <vector>

#include "rules/libraries/foreign_algorithms.hpp"

namespace collsim {

/// A version of a library, or whoever else chooses algorithms by what collsim writes for it.
struct Target {
  std::string name;  ///< "openmpi-4.1"
  enum class Format { openmpi_classic, openmpi_json, mpich_json, ucc, smpi, collsim } format;
  Library library;         ///< means nothing to collsim
  int version = 0;         ///< as ForeignAlgorithm::since
  std::string table = {};  ///< of the rules that come with collsim: what the library does without a file

  bool is_collsim() const { return format == Format::collsim; }
  /// Whether a rule may ask for commutativity, so that others are safe.
  bool asks_commutativity() const { return is_collsim() || format == Format::mpich_json; }
  /// Whether a rule may ask for powers of two.
  bool asks_powers_of_two() const { return asks_commutativity(); }
  /// Whether what is written for it may ask for one rank a node.
  bool asks_nodes() const { return is_collsim(); }
  /// Whether rules of a collective may ask for its bytes, and all ranks agree.
  bool asks_bytes(const std::string& of) const;
  /// Whether a program can tell what it runs (tuner/proof.hpp).
  bool can_be_proved() const {
    return library == Library::openmpi ? !is_collsim() : format == Format::mpich_json;
  }
  /// Whether rules may leave calls to its own choice, and this is known.
  bool has_known_choice() const { return library == Library::openmpi && !table.empty(); }
  bool asks_processes() const { return format != Format::smpi; }
};

const std::vector<Target>& targets();
/// Throws Error with the nearest names.
const Target& target(const std::string& name);

/// An algorithm that rules for a target may name.
struct TargetAlgorithm {
  std::string theirs;  ///< as Rule::theirs; of collsim empty
  Rules as;            ///< what serves its calls, what runs in its stead included

  /// What serves a call; none where no algorithm here is that one.
  std::optional<Choice> serving(const CallFacts& facts) const;
};

/// Segments, radixes and numbers of chains that are tried where an algorithm takes one.
struct Tried {
  std::vector<std::int64_t> segments = {8192, 65536};
  std::vector<std::int64_t> radixes = {4, 8};
  std::vector<std::int64_t> fanouts = {};
};

/// Gives all algorithms of a collective that the target has, whose messages are those of their counterparts where that can be proved, and that are right for operators that do not commute, unless it can ask for
/// commutativity or `commutative` says that no other is used. Of collsim there are none: all that it has.
std::vector<TargetAlgorithm> candidates(const Target& target, const std::string& collective, bool commutative,
                                        const Tried& tried = {});

/// What the target runs of a collective where rules leave calls to its own choice; nothing where they cannot, or where nobody knows it.
std::optional<TargetAlgorithm> own_choice(const Target& target, const std::string& collective);

/// Gives all algorithms of a collective that the target has on more than two ranks, as its rules name them, whether one here is the same or not.
std::vector<std::string> all_algorithms(const Target& target, const std::string& collective,
                                        const Tried& tried = {});

/// The rule that has the target run one of its algorithms in a region. It asks for what the algorithm needs where the target runs nothing
/// in its stead, and for operators that commute where the algorithm does and rules may ask.
Rule rule_naming(const Target& target, const std::string& collective, const Region& region,
                 const std::string& theirs);

/// The rules as the target follows them: with what runs where an algorithm cannot, and with its own choice of what they leave open,
/// where that is known.
Rules as_followed(const Target& target, const Rules& rules);

/// Settings without which an Open MPI heeds no choice but its own.
std::map<std::string, std::string> openmpi_switches(const Target& target);

/// Files by their names, and which they are.
using Files = std::map<std::string, std::string>;

/// What makes the target follow these rules, for calls of whose regions the target may ask: a file of rules with the name of the
/// target, and NAME.env, which a shell reads and which names the file in `folder`. Each is read again before it is returned. Throws
/// Error where it does not say the same.
Files write_for(const Target& target, const Rules& rules, const std::string& folder);

}  // namespace collsim
