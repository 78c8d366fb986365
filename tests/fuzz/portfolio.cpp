#include "algorithms/facts/description.hpp"

namespace collsim {
namespace {

/// Stand-ins for the portfolio, which meets MPI: names, patterns and every kind of option.
const Description stand_ins[] = {
    {.collective = "allreduce",
     .name = "ring",
     .source = "none",
     .assumes = "nothing",
     .options = {{.name = "segment_bytes", .fallback = "0", .meaning = "bytes of a segment"},
                 {.name = "fold", .fallback = "half", .meaning = "of ranks", .choices = {"half", "full"}}}},
    {.collective = "allreduce",
     .name = "rabenseifner",
     .source = "none",
     .assumes = "nothing",
     .options = {{.name = "radix", .fallback = "2", .meaning = "of trees", .minimum = 2}}},
    {.collective = "allreduce",
     .name = "hierarchical",
     .source = "none",
     .assumes = "nothing",
     .options = {{.name = "inter",
                  .fallback = "ring",
                  .meaning = "between nodes",
                  .algorithms_of = {"allreduce", "allgatherv"}}},
     .knows_nodes = true},
    {.collective = "allreduce",
     .name = "library",
     .source = "none",
     .assumes = "nothing",
     .options = {{.name = "selector", .fallback = "", .meaning = "any text"}}},
    {.collective = "allreduce",
     .name = "tree",
     .source = "none",
     .assumes = "nothing",
     .unsupported = [](const Shape& shape, const Options&) -> std::string {
       return shape.processes % 2 == 0 ? "" : "an odd number of processes";
     }},
    {.collective = "allgatherv", .name = "ring", .source = "none", .assumes = "nothing"},
    {.collective = "alltoall", .name = "bruck", .source = "none", .assumes = "nothing"},
    {.collective = "barrier", .name = "dissemination", .source = "none", .assumes = "nothing"},
    {.collective = "bcast", .name = "binomial", .source = "none", .assumes = "nothing"},
    {.collective = "gatherv", .name = "linear", .source = "none", .assumes = "nothing"},
    {.collective = "reduce_scatter_block", .name = "ring", .source = "none", .assumes = "nothing"},
};

[[maybe_unused]] const bool enrolled = [] {
  for (const auto& about : stand_ins) detail::enroll(about);
  return true;
}();

}  // namespace
}  // namespace collsim
