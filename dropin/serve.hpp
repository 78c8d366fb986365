#pragma once

#include <mpi.h>

#include <functional>
#include <new>
#include <optional>
#include <string>

#include "algorithms/algorithm.hpp"
#include "dropin/dropin.hpp"

namespace collsim {

/// What all ranks know of a call, and so all that may decide where it goes. Ranks that chose differently
/// would wait for each other for ever.
struct Question {
  Shape shape;  ///< without in_place, which may be one rank's own
  MPI_Op op = MPI_OP_NULL;
  bool sized = true;  ///< false: each rank knows its own part only, and shape.count is 0
};

/// An algorithm of the collective, or why the library takes the call.
struct Decision {
  std::optional<Choice> choice;
  std::string destination;  ///< as the report names it
};
Decision decide(const std::string& collective, const Question& question, const Rules& rules);

/// Whether these are `number` counts that MPI would take.
bool are_counts(const int* counts, int number);

/// Tells the communicator's error handler, and returns the code.
int fail(MPI_Comm comm, int code);

/// A rank's local side on the machine it runs on.
class Here final : public Local {
 public:
  double now() override { return PMPI_Wtime(); }
};

/// Performs an intercepted call.
///
/// library(): the same call by its profiling name. examine(dropin, companion): the Question, or nothing if
/// the arguments look wrong: then the library says so, as it would have. perform(dropin, ranks, run): makes
/// the Call and passes it to run. No exception leaves.
template <class Call, class Library, class Examine, class Perform>
int serve(MPI_Comm comm, Library library, Examine examine, Perform perform) {
  Dropin* dropin = Dropin::active();
  if (!dropin || comm == MPI_COMM_NULL) return library();
  const auto defer = [&](const std::string& reason) {
    dropin->report().count(Call::collective, "library: " + reason, 0);
    return library();
  };
  try {
    Companion& companion = dropin->companions().of(comm);
    if (companion.inter()) return defer("intercommunicator");
    const std::optional<Question> question = examine(*dropin, companion);
    if (!question) return defer("its arguments");
    const Decision decision = decide(Call::collective, *question, dropin->rules());
    dropin->report().count(Call::collective, decision.destination, question->shape.bytes());
    if (!decision.choice) return library();
    Here here;
    Comm ranks(companion.communicator(), here);
    perform(*dropin, ranks, [&](const Call& call) {
      find<Call>(decision.choice->about->name).run(ranks, call, decision.choice->options);
    });
    return MPI_SUCCESS;
  } catch (const MpiError& error) {
    return fail(comm, error.code);
  } catch (const std::bad_alloc&) {
    return fail(comm, MPI_ERR_NO_MEM);
  } catch (...) {
    return fail(comm, MPI_ERR_INTERN);
  }
}

}  // namespace collsim
