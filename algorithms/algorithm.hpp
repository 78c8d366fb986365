#pragma once

#include <map>
#include <string>

#include "algorithms/call.hpp"
#include "algorithms/comm.hpp"
#include "algorithms/facts/description.hpp"

namespace collsim {

/// Performs the call on this rank; every rank of the communicator calls it. Throws MpiError.
template <class Call>
using Run = void (*)(Comm&, const Call&, const Options&);

template <class Call>
struct Algorithm {
  Description about;
  Run<Call> run;
};

namespace detail {
template <class Call>
std::map<std::string, Algorithm<Call>>& registry() {
  static std::map<std::string, Algorithm<Call>> algorithms;
  return algorithms;
}
}  // namespace detail

/// Makes an algorithm known: one object of namespace scope in the algorithm's file.
template <class Call>
struct Registration {
  Registration(Description about, Run<Call> run) {
    about.collective = Call::collective;
    about.plugin = detail::registrant();
    const auto place = detail::registry<Call>().emplace(about.name, Algorithm<Call>{about, run}).first;
    detail::enroll(place->second.about);
  }
};

/// Throws UnknownAlgorithm, or Error for an algorithm that only descriptions() knows.
template <class Call>
const Algorithm<Call>& find(const std::string& name) {
  const auto& known = detail::registry<Call>();
  const auto place = known.find(name);
  if (place == known.end())
    throw Error(describe(Call::collective, name).full_name() +
                " has a registry of its own; right would be a plug-in built without -fvisibility=hidden");
  return place->second;
}

}  // namespace collsim
