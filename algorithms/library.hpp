#pragma once

#include <string>
#include <vector>

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/description.hpp"

namespace collsim {

/// The MPI library's own collectives, whatever they choose: baselines. The backend applies the selector before
/// the run.

/// SMPI's selectors of whole portfolios, which it has for most collectives.
inline const std::vector<std::string> portfolios = {"default",  "ompi", "mpich",
                                                    "mvapich2", "impi", "automatic"};

/// `more`: the collective's single algorithms, by SMPI's names.
inline Description library_baseline(std::vector<std::string> selectors = portfolios,
                                    const std::vector<std::string>& more = {}) {
  selectors.insert(selectors.end(), more.begin(), more.end());
  return {
      .name = installed_library,
      .source = "the MPI library",
      .assumes = "what the library assumes",
      .options = {
          {"selector", "default", "which of the library's algorithms, by SMPI's name for it",
           std::move(selectors)},
          {"forced", "none",
           "which of Open MPI's algorithms where it is measured, by its own name, as chain(segsize=8192)"}}};
}

template <class Call>
void run_library(Comm& comm, const Call& call, const Options&) {
  comm.library(&call);
}

}  // namespace collsim
