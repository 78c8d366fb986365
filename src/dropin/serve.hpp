#pragma once

#include <mpi.h>

#include <algorithm>
#include <array>
#include <functional>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "algorithms/algorithm.hpp"
#include "dropin/decision.hpp"
#include "dropin/dropin.hpp"
#include "transports/mpi_transport.hpp"

namespace collsim {

/// Whether these are `number` counts that MPI would take.
template <class Count>
bool are_counts(const Count* counts, int number) {
  return counts && std::all_of(counts, counts + number, [](Count count) { return count >= 0; });
}

/// What MPI does about an error: where errors are fatal, the job ends with one line that says `what`; else the
/// communicator's error handler hears of the code, which is returned.
int fail(MPI_Comm comm, int code, const std::string& what);

/// A rank on the machine it runs on, for one call. Small vectors lie in it: the heap would take as long
/// as all else that the drop-in does.
class Here final : public MpiTransport {
 public:
  /// `place`: where algorithms serve those ranks. `node`: null where the rank shares nothing.
  Here(MPI_Comm place, const Companion& ranks, Node* node)
      : MpiTransport(place, ranks.rank(), ranks.size()), node_(node) {}
  std::byte* acquire(std::size_t bytes) override {
    const std::size_t lines = (std::max<std::size_t>(bytes, 1) + 63) / 64 * 64;
    if (lines > small_.size() - taken_) return Transport::acquire(bytes);
    return small_.data() + std::exchange(taken_, taken_ + lines);
  }
  void release(std::byte* memory) override {
    const bool here =
        !std::less<>()(memory, small_.data()) && std::less<>()(memory, small_.data() + small_.size());
    if (!here) Transport::release(memory);
  }
  Node* node() override { return node_; }

 private:
  Node* node_;
  std::size_t taken_ = 0;
  alignas(64) std::array<std::byte, 512> small_;
};

/// What this rank shares for the chosen algorithm. Where ranks cannot share memory the library takes the call.
Node* shared(Companion& companion, Decision& decision);

/// Decides a call, unless the communicator's last call of this collective was the same.
template <class Call>
void decide(const Dropin& dropin, Companion& companion, const Question& question,
            std::optional<Decided>& last) {
  if (last && last->question == question) return;
  Decision decision = decide(Call::collective, question, dropin.rules(), dropin.nodes_of(companion));
  Node* const node = shared(companion, decision);
  std::any run;
  if (decision.choice) {
    run = find<Call>(decision.choice->about->name).run;
    dropin.note_served();
  }
  last = Decided{question, std::move(decision), std::move(run), node};
}

/// Performs an intercepted call.
///
/// library(): the same call by its profiling name. examine(dropin, companion): the Question, or nothing if
/// the arguments look wrong: then the library says so, as it would have. perform(dropin, ranks, run): makes
/// the Call and passes it to run. `call`: where the communicator's last call of this collective
/// was the same, nothing is asked again. No exception leaves.
template <class Call, class Library, class Examine, class Perform>
int serve(MPI_Comm comm, Library library, Examine examine, Perform perform,
          const std::optional<Combination>& call = std::nullopt) {
  Dropin* dropin = Dropin::active();
  if (!dropin || comm == MPI_COMM_NULL) return library();
  Counted counted(dropin->report(), Call::collective);
  const auto failed = [&](int code, const char* what) {
    return fail(comm, code, std::string(Call::collective) + "/" + counted.destination() + ": " + what);
  };
  const auto serve_or_pass_on = [&]() -> int {
    Companion& companion = dropin->companions().companion_of(comm);
    if (const char* why = companion.why_library()) return counted.goes_to(why), library();
    std::optional<Decided>& last = companion.last(Call::collective);
    if (!last || !call || last->lasting != call) {
      const std::optional<Question> question = examine(*dropin, companion);
      if (!question) return counted.goes_to("library: its arguments"), library();
      decide<Call>(*dropin, companion, *question, last);
      if (call && dropin->keeps(call->type, call->op)) last->lasting = call;
    }
    counted.goes_to(last->decision.destination.c_str(), last->question.shape.bytes());
    if (!last->decision.choice) return library();
    Here here(dropin->place_of(companion), companion, last->node);
    Comm ranks(here);
    perform(*dropin, ranks, [&](const Call& arguments) {
      std::any_cast<Run<Call>>(last->run)(ranks, arguments, last->decision.choice->options);
    });
    return MPI_SUCCESS;
  };
  int code = MPI_SUCCESS;
  // Not by `...`: what SMPI throws to end a rank must pass.
  try {
    code = serve_or_pass_on();
  } catch (const MpiError& error) {
    code = failed(error.code, error.what());
  } catch (const CountError& error) {
    code = failed(MPI_ERR_COUNT, error.what());
  } catch (const std::bad_alloc&) {
    code = failed(MPI_ERR_NO_MEM, "not enough memory");
  } catch (const std::exception& error) {
    code = failed(MPI_ERR_INTERN, error.what());
  }
  counted.end();
  return code;
}

}  // namespace collsim
