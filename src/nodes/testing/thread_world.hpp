#pragma once

#include <functional>
#include <memory>

#include "algorithms/comm.hpp"

namespace collsim::testing {

/// Runs `work` on ranks that are threads of this program and share memory as `nodes` says. Their messages order a
/// receiver after its sender and nothing else, so that the thread sanitizer sees what only flags order, or nothing does.
void on_threads(const std::shared_ptr<const Nodes>& nodes, const std::function<void(Comm& comm)>& work);

}  // namespace collsim::testing
