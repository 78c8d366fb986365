#pragma once

namespace collsim {

/// The fast engine as a process: collsim writes one JSON document to its standard input and reads a line of JSON per answer
/// (backends/fast/client/fast_program.cpp). Returns the exit code.
int run_fast_engine();

}  // namespace collsim
