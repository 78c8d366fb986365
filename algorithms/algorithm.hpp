#pragma once

#include <mpi.h>

#include <any>
#include <string>
#include <utility>

#include "algorithms/call.hpp"
#include "algorithms/comm.hpp"
#include "algorithms/facts/description.hpp"

namespace collsim {

/// Performs the call on this rank; every rank of the communicator calls it. Throws MpiError.
template <class Call>
using Run = void (*)(Comm&, const Call&, const Options&);

template <class Call>
struct Algorithm {
  const Description& about;
  Run<Call> run;
};

namespace detail {
/// `run` holds a Run<Call>. What is known by that name already stays.
void enter(const char* collective, const Description& about, std::any run);
/// What was entered. Throws UnknownAlgorithm.
const std::pair<Description, std::any>& entry(const char* collective, const std::string& name);
}  // namespace detail

/// Makes an algorithm known: one object of namespace scope in the algorithm's file.
template <class Call>
struct Registration {
  Registration(const Description& about, Run<Call> run) { detail::enter(Call::collective, about, run); }
};

/// Throws UnknownAlgorithm.
template <class Call>
Algorithm<Call> find(const std::string& name) {
  const auto& [about, run] = detail::entry(Call::collective, name);
  return {about, std::any_cast<Run<Call>>(run)};
}

}  // namespace collsim
