#pragma once

#include <functional>
#include <string>
#include <vector>

#include "backends/backend.hpp"
#include "cli/arguments.hpp"

namespace collsim {

/// The collectives that --collective names, separated by commas; without it those that most programs wait for. Throws Error for a name
/// that is none, with those that are.
std::vector<std::string> asked_collectives(const CommandLine& arguments);

/// A scenario of a sweep for each collective with these algorithms, on the platform that --platform names. Where flags do not say
/// otherwise, `backends` answer without data (empty: those that answer where nobody is named), and cells are numbers of processes
/// that are powers of two or three times one, as far as the platform and 1024 (allgather and alltoall: 256) reach, and sizes from
/// 8 B to 4 MiB. --algorithms says who competes in place of `algorithms`. Throws DocumentError, Error.
Scenario scenario_of_cells(
    const CommandLine& arguments,
    const std::function<std::vector<std::string>(const std::string& collective)>& algorithms,
    const std::vector<std::string>& backends = {usual_backend(Backend::Kind::simulated).name().text()});

}  // namespace collsim
