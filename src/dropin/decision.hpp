#pragma once

#include <mpi.h>

#include <any>
#include <memory>
#include <optional>
#include <string>

#include "algorithms/facts/description.hpp"
#include "algorithms/facts/node.hpp"
#include "rules/rules.hpp"

namespace collsim {

/// What all ranks know of a call, and so all that may decide where it goes. Ranks that chose differently
/// would wait for each other for ever.
struct Question {
  Shape shape;  ///< without in_place, which may be one rank's own, and without displacements
  MPI_Op op = MPI_OP_NULL;
  bool sized = true;  ///< false: each rank knows its own part only, and shape.count is 0
  std::string result =
      "copy";  ///< where it is to be, as hierarchical algorithms have it in the option of that name

  bool operator==(const Question& other) const;
};

/// An algorithm of the collective, or why the library takes the call.
struct Decision {
  std::optional<Choice> choice;
  std::string destination;  ///< as the report names it
};
/// `nodes`: which ranks share one; null where no rule asks.
Decision decide(const std::string& collective, const Question& question, const Rules& rules,
                const std::shared_ptr<const Nodes>& nodes);

/// A call to combine, as the program makes it.
struct Combination {
  std::int64_t count;
  MPI_Datatype type;
  MPI_Op op;
  bool operator==(const Combination&) const = default;
};

/// A call with what was decided: most calls are like the one before.
struct Decided {
  Question question;
  Decision decision;
  std::any run;  ///< the algorithm's Run<Call>, if one was chosen
  Node* node;    ///< what this rank shares with others for it; null: nothing
  /// The type and operator ask the same question as long as the program runs, because nobody can free their type and operator.
  std::optional<Combination> lasting = {};
};

/// The operator as a rule names it; "" for MPI_OP_NULL, "user" for the program's own.
std::string name_of(MPI_Op op);

}  // namespace collsim
