#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "algorithms/facts/nested.hpp"
#include "rules/rules.hpp"

namespace collsim {

/// Libraries whose algorithms have names and numbers of their own.
enum class Library { openmpi, mpich, ucc, smpi };

/// Tells in how far the messages of a library's algorithm are those of its counterpart here, as `collsim tune verify --for TARGET` compares
/// them: not at all; as many, where sizes are not seen; as many of the same sizes; or the same between every two ranks, in their order.
enum class Likeness { name, number, sizes, messages };

/// An algorithm of a library, and the one that is the same here.
struct ForeignAlgorithm {
  std::string collective;
  /// The name, with parameters that it must have: "chain(fanout=1)".
  std::string theirs;
  /// The algorithm here, with the library's parameters in braces, 0 where they are not given: "chain(segment_bytes={segsize})". Empty: no algorithm here is
  /// the same.
  std::string here = {};
  int id = -1;  ///< where files take numbers
  /// Whether results are right where the operator does not commute, or is a user's. What runs in its stead then does not matter.
  bool keeps_order = true;
  std::set<Condition> only = {};  ///< what runs otherwise is `otherwise`
  std::string otherwise = {};     ///< with the library's parameters in braces, as in `here`
  /// Where it runs, and is the one that is the same here; elsewhere no algorithm here is.
  std::set<Condition> same_only = {};
  int since = 0;     ///< the first version that has it: 50 is 5.0
  int until = 1000;  ///< the first that has it no more
  std::string takes =
      {};  ///< parameters that its files may give, separated by blanks, none of which must be given
  std::string needs = {};  ///< others, which must be given
  std::string forced =
      {};  ///< parameters that hold where no file, but a setting of its name alone chooses it: "fanout=4"
  std::string why_none = {};  ///< where no algorithm here is the same: what it does
  Likeness like = Likeness::messages, like_elsewhere = Likeness::messages;  ///< on 2^k ranks, and on others
  /// What holds for a vector that does not divide into as many equal parts as the algorithm cuts it into.
  Likeness like_uneven = Likeness::messages;
};

/// What rules for Open MPI name where they leave calls to its own choice.
constexpr const char* fixed_decision = "fixed_decision";

/// Gives all algorithms of a library, sorted by collective. Source: docs/reference/tuning_files.md.
const std::vector<ForeignAlgorithm>& foreign_algorithms(Library library);

/// The library's parameters that a row hands on, those in braces, in their order.
std::vector<std::string> open_parameters(const ForeignAlgorithm& row);

/// The rows of an algorithm of that name, which differ in parameters. Throws Error with the nearest names where there is none.
std::vector<const ForeignAlgorithm*> named(Library library, const std::string& collective,
                                           const std::string& name);
/// The name of an algorithm's number. Throws Error where there is none.
std::string name_of(Library library, const std::string& collective, long id);

/// The first row whose parameters fit; null where no algorithm here is the same.
const ForeignAlgorithm* foreign_algorithm(Library library, const std::string& collective,
                                          const Written& theirs);
/// The algorithm that a row stands for with these parameters.
std::optional<Choice> choice_of(const ForeignAlgorithm& row, const Written& theirs);

/// "chain(segsize=8192)".
std::string written(const Written& theirs);

/// What people are told where a library chooses by itself.
constexpr const char* own_choice_name = "its own choice";
/// What people are told of a library's algorithm, by Rule::theirs: its name, without parameters that are 0 or that all of its counterparts
/// have alike.
std::string told_name(const std::string& theirs);

/// Appends rules that take the calls of `calls`: the library's algorithm, and what it runs in its stead where it cannot.
/// Throws Error for an unknown name or parameter.
void append_rules(Library library, Rule calls, const Written& theirs, std::vector<Rule>& rules);

}  // namespace collsim
