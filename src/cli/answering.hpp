#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace collsim {

/// This program as a process that answers (backends/answering_program.hpp): reads the request, loads its plug-ins, and has it
/// performed, which writes answers to `out`. `name`: of the process, in messages. Returns the exit code.
int answer_request(const std::string& name,
                   const std::function<void(const nlohmann::json& request, int out)>& perform);

}  // namespace collsim
