#include "evidence/import/benchmark_output.hpp"
#include "tests/fuzz/target.hpp"

namespace collsim::fuzz {
namespace {

const Registration registered({"benchmarks", [](const std::string& bytes) {
                                 const MemoryFile file(bytes);
                                 static_cast<void>(read_benchmark(path_of(file)));
                               }});

}  // namespace
}  // namespace collsim::fuzz
