#include "rules/libraries/foreign_algorithms.hpp"

#include <algorithm>
#include <array>

#include "support/error.hpp"
#include "support/words.hpp"

namespace collsim {
namespace {

using enum Condition;

constexpr Likeness by_name = Likeness::name, by_number = Likeness::number, by_sizes = Likeness::sizes;

std::vector<ForeignAlgorithm> of_openmpi() {
  return {
      {.collective = "allgather",
       .theirs = "linear",
       .here = "gather_bcast",
       .id = 1,
       .like = by_name,
       .like_elsewhere = by_name},
      {.collective = "allgather", .theirs = "bruck", .here = "bruck(turn=in_place)", .id = 2},
      {.collective = "allgather",
       .theirs = "recursive_doubling",
       .here = "recursive_doubling",
       .id = 3,
       .only = {power_of_two},
       .otherwise = "bruck"},
      {.collective = "allgather", .theirs = "ring", .here = "ring", .id = 4},
      {.collective = "allgather",
       .theirs = "neighbor",
       .here = "neighbor_exchange",
       .id = 5,
       .only = {even},
       .otherwise = "ring"},
      {.collective = "allgather", .theirs = "two_proc", .here = "recursive_doubling", .id = 6},
      {.collective = "allgather",
       .theirs = "sparbit",
       .here = "sparbit(messages=single)",
       .id = 7,
       .since = 50},
      {.collective = "allgatherv",
       .theirs = "default",
       .id = 1,
       .why_none = "the gatherv and the broadcast that the library chooses"},
      {.collective = "allgatherv", .theirs = "bruck", .here = "bruck", .id = 2},
      {.collective = "allgatherv", .theirs = "ring", .here = "ring", .id = 3},
      {.collective = "allgatherv",
       .theirs = "neighbor",
       .id = 4,
       .why_none = "exchanges with one neighbour, then the other"},
      {.collective = "allgatherv", .theirs = "two_proc", .here = "recursive_doubling", .id = 5},
      {.collective = "allgatherv",
       .theirs = "sparbit",
       .id = 6,
       .since = 50,
       .why_none = "Sparbit of uneven blocks"},
      {.collective = "allreduce", .theirs = "basic_linear", .here = "reduce_bcast(radix=1048576)", .id = 1},
      {.collective = "allreduce",
       .theirs = "nonoverlapping",
       .id = 2,
       .why_none = "the reduce and the broadcast that the library chooses"},
      {.collective = "allreduce",
       .theirs = "recursive_doubling",
       .here = "recursive_doubling",
       .id = 3,
       .like_elsewhere = by_sizes},
      {.collective = "allreduce",
       .theirs = "ring",
       .here = "ring",
       .id = 4,
       .keeps_order = false,
       .only = {element_each},
       .otherwise = "recursive_doubling"},
      {.collective = "allreduce",
       .theirs = "segmented_ring",
       .here = "ring",
       .id = 5,
       .keeps_order = false,
       .only = {element_each},
       .otherwise = "recursive_doubling",
       .takes = "segsize"},
      // A rest of less than half a segment goes with the first ones, not in a phase of its own.
      {.collective = "allreduce",
       .theirs = "segmented_ring",
       .here = "ring(segment_bytes={segsize},segments=phases)",
       .id = 5,
       .keeps_order = false,
       .only = {segment_each},
       .otherwise = "ring",
       .takes = "segsize",
       .like = by_name,
       .like_elsewhere = by_name},
      // It halves what is left of a vector each time; here cuts lie between blocks, of which the first have an element more.
      {.collective = "allreduce",
       .theirs = "rabenseifner",
       .here = "rabenseifner(fold=half)",
       .id = 6,
       .only = {enough_elements},
       .otherwise = "basic_linear",
       .like_elsewhere = by_number,
       .like_uneven = by_number},
      {.collective = "alltoall", .theirs = "linear", .here = "irecv_isend", .id = 1},
      {.collective = "alltoall", .theirs = "pairwise", .here = "pairwise", .id = 2},
      {.collective = "alltoall", .theirs = "modified_bruck", .here = "bruck(blocks=return_twice)", .id = 3},
      {.collective = "alltoall",
       .theirs = "linear_sync",
       .here = "irecv_isend(throttle={reqs})",
       .id = 4,
       .takes = "reqs"},
      {.collective = "alltoall", .theirs = "two_proc", .here = "pairwise", .id = 5},
      {.collective = "alltoallv", .theirs = "basic_linear", .here = "irecv_isend", .id = 1},
      {.collective = "alltoallv", .theirs = "pairwise", .here = "pairwise", .id = 2},
      {.collective = "barrier", .theirs = "linear", .here = "linear", .id = 1},
      {.collective = "barrier", .theirs = "double_ring", .here = "double_ring", .id = 2},
      {.collective = "barrier",
       .theirs = "recursive_doubling",
       .here = "recursive_doubling",
       .id = 3,
       .like_elsewhere = by_sizes},
      {.collective = "barrier", .theirs = "bruck", .here = "dissemination", .id = 4},
      {.collective = "barrier", .theirs = "two_proc", .here = "recursive_doubling", .id = 5},
      {.collective = "barrier", .theirs = "tree", .here = "tree", .id = 6},
      {.collective = "bcast", .theirs = "basic_linear", .here = "linear", .id = 1},
      {.collective = "bcast",
       .theirs = "chain",
       .here = "chain(segment_bytes={segsize})",
       .id = 2,
       .takes = "segsize fanout",
       .forced = "fanout=4"},
      {.collective = "bcast",
       .theirs = "chain",
       .here = "chain(chains={fanout},segment_bytes={segsize})",
       .id = 2,
       .takes = "segsize fanout"},
      {.collective = "bcast",
       .theirs = "pipeline",
       .here = "chain(segment_bytes={segsize})",
       .id = 3,
       .takes = "segsize"},
      {.collective = "bcast",
       .theirs = "split_binary_tree",
       .here = "split_binary(segment_bytes={segsize})",
       .id = 4,
       .only = {two_segments},
       .otherwise = "chain(fanout=1,segsize={segsize})",
       .takes = "segsize"},
      {.collective = "bcast", .theirs = "binary_tree", .here = "binary_at_once", .id = 5, .takes = "segsize"},
      {.collective = "bcast",
       .theirs = "binary_tree",
       .here = "binary_pipelined(segment_bytes={segsize})",
       .id = 5,
       .takes = "segsize",
       .like = by_sizes,
       .like_elsewhere = by_sizes},
      {.collective = "bcast",
       .theirs = "binomial",
       .here = "knomial_at_once(cleared=highest)",
       .id = 6,
       .takes = "segsize"},
      {.collective = "bcast",
       .theirs = "knomial",
       .here = "knomial_at_once(radix=4)",
       .id = 7,
       .takes = "segsize"},
      // Vectors that do not divide evenly are cut elsewhere than here.
      {.collective = "bcast",
       .theirs = "scatter_allgather",
       .here = "scatter_recursive_doubling_allgather",
       .id = 8,
       .only = {element_each},
       .otherwise = "basic_linear",
       .same_only = {power_of_two},
       .why_none = "a scatter and an allgather of any number of ranks",
       .like = by_number,
       .like_elsewhere = by_name},
      {.collective = "bcast",
       .theirs = "scatter_allgather_ring",
       .here = "scatter_ring_allgather",
       .id = 9,
       .only = {element_each},
       .otherwise = "basic_linear",
       .like = by_number,
       .like_elsewhere = by_number},
      {.collective = "exscan", .theirs = "linear", .here = "linear", .id = 1},
      {.collective = "exscan", .theirs = "recursive_doubling", .here = "recursive_doubling", .id = 2},
      {.collective = "gather", .theirs = "basic_linear", .here = "linear", .id = 1},
      {.collective = "gather", .theirs = "binomial", .here = "binomial", .id = 2},
      // Without a first part an empty message follows each block.
      {.collective = "gather",
       .theirs = "linear_sync",
       .here = "linear_sync",
       .id = 3,
       .takes = "segsize",
       .like = by_name,
       .like_elsewhere = by_name},
      {.collective = "gather",
       .theirs = "linear_sync",
       .here = "linear_sync(first_bytes={segsize})",
       .id = 3,
       .takes = "segsize"},
      {.collective = "reduce", .theirs = "linear", .here = "linear", .id = 1},
      {.collective = "reduce",
       .theirs = "chain",
       .here = "chain(segment_bytes={segsize})",
       .id = 2,
       .keeps_order = false,
       .takes = "segsize fanout reqs",
       .forced = "fanout=4"},
      {.collective = "reduce",
       .theirs = "chain",
       .here = "chain(chains={fanout},segment_bytes={segsize})",
       .id = 2,
       .keeps_order = false,
       .takes = "segsize fanout reqs"},
      {.collective = "reduce",
       .theirs = "pipeline",
       .here = "chain(segment_bytes={segsize})",
       .id = 3,
       .keeps_order = false,
       .takes = "segsize reqs"},
      {.collective = "reduce",
       .theirs = "binary",
       .here = "binary",
       .id = 4,
       .keeps_order = false,
       .takes = "segsize reqs",
       .like = by_sizes,
       .like_elsewhere = by_sizes},
      {.collective = "reduce",
       .theirs = "binomial",
       .here = "knomial",
       .id = 5,
       .keeps_order = false,
       .takes = "segsize reqs"},
      {.collective = "reduce",
       .theirs = "in-order_binary",
       .here = "binary(order=ranks)",
       .id = 6,
       .takes = "segsize reqs"},
      {.collective = "reduce",
       .theirs = "rabenseifner",
       .here = "rabenseifner",
       .id = 7,
       .only = {enough_elements},
       .otherwise = "linear",
       .like_elsewhere = by_number,
       .like_uneven = by_number},
      {.collective = "reduce_scatter",
       .theirs = "non-overlapping",
       .here = "reduce_scatterv",
       .id = 1,
       .like = by_name,
       .like_elsewhere = by_name},
      // It sends no empty messages.
      {.collective = "reduce_scatter",
       .theirs = "recursive_halving",
       .here = "recursive_halving(start=copies)",
       .id = 2,
       .keeps_order = false,
       .like_elsewhere = by_sizes,
       .like_uneven = by_name},
      {.collective = "reduce_scatter",
       .theirs = "ring",
       .here = "ring(start=copies)",
       .id = 3,
       .keeps_order = false},
      {.collective = "reduce_scatter",
       .theirs = "butterfly",
       .here = "butterfly(start=copies)",
       .id = 4,
       .like_elsewhere = by_sizes,
       .like_uneven = by_number},
      {.collective = "reduce_scatter_block",
       .theirs = "basic_linear",
       .id = 1,
       .why_none = "the reduce and the scatter that the library chooses"},
      {.collective = "reduce_scatter_block",
       .theirs = "recursive_doubling",
       .here = "recursive_doubling",
       .id = 2,
       .same_only = {power_of_two},
       .why_none = "recursive doubling behind a fold"},
      {.collective = "reduce_scatter_block",
       .theirs = "recursive_halving",
       .here = "recursive_halving(start=copies)",
       .id = 3,
       .like_elsewhere = by_sizes},
      {.collective = "reduce_scatter_block",
       .theirs = "butterfly",
       .here = "butterfly(blocks=permuted,start=copies)",
       .id = 4,
       .same_only = {power_of_two},
       .why_none = "a butterfly behind a fold"},
      {.collective = "scan", .theirs = "linear", .here = "linear", .id = 1},
      {.collective = "scan", .theirs = "recursive_doubling", .here = "recursive_doubling", .id = 2},
      {.collective = "scatter", .theirs = "basic_linear", .here = "linear", .id = 1},
      {.collective = "scatter", .theirs = "binomial", .here = "binomial", .id = 2},
      {.collective = "scatter", .theirs = "linear_nb", .here = "linear_isend", .id = 3},
  };
}

std::vector<ForeignAlgorithm> of_mpich() {
  return {
      {.collective = "allgather", .theirs = "brucks", .here = "bruck"},
      {.collective = "allgather", .theirs = "k_brucks(k=2)", .here = "bruck", .since = 50, .needs = "k"},
      {.collective = "allgather",
       .theirs = "recursive_doubling",
       .here = "recursive_doubling",
       .only = {power_of_two}},
      {.collective = "allgather", .theirs = "ring", .here = "ring"},
      {.collective = "allgatherv", .theirs = "brucks", .here = "bruck"},
      {.collective = "allgatherv",
       .theirs = "recursive_doubling",
       .here = "recursive_doubling",
       .only = {power_of_two}},
      {.collective = "allgatherv", .theirs = "ring", .here = "ring"},
      {.collective = "allreduce",
       .theirs = "recursive_doubling",
       .here = "recursive_doubling",
       .like_elsewhere = by_sizes},
      {.collective = "allreduce",
       .theirs = "reduce_scatter_allgather",
       .here = "rabenseifner",
       .keeps_order = false,
       .only = {enough_elements},
       .like_elsewhere = by_sizes},
      {.collective = "allreduce",
       .theirs = "smp",
       .here = "hierarchical(inter=recursive_doubling)",
       .like = by_name,
       .like_elsewhere = by_name},
      {.collective = "allreduce",
       .theirs = "recursive_multiplying",
       .here = "recursive_multiplying(radix={k})",
       .keeps_order = false,
       .since = 50,
       .needs = "k",
       .like = by_sizes,
       .like_elsewhere = by_sizes},
      {.collective = "allreduce",
       .theirs = "tree(tree_type=knomial_1)",
       .here = "reduce_bcast(radix={k})",
       .since = 50,
       .needs = "tree_type k chunk_size buffer_per_child",
       .like = by_sizes,
       .like_elsewhere = by_sizes},
      {.collective = "allreduce",
       .theirs = "recexch(single_phase_recv=0)",
       .here = "recursive_multiplying(radix={k})",
       .since = 50,
       .needs = "k single_phase_recv",
       .like = by_name,
       .like_elsewhere = by_name},
      // It sends no empty messages.
      {.collective = "allreduce",
       .theirs = "ring",
       .here = "ring",
       .keeps_order = false,
       .since = 50,
       .like_uneven = by_name},
      {.collective = "allreduce",
       .theirs = "k_reduce_scatter_allgather",
       .keeps_order = false,
       .since = 50,
       .needs = "k single_phase_recv",
       .why_none = "a butterfly of radix k"},
      {.collective = "alltoall", .theirs = "brucks", .here = "bruck"},
      {.collective = "alltoall", .theirs = "k_brucks", .here = "bruck(radix={k})", .since = 50, .needs = "k"},
      {.collective = "alltoall", .theirs = "pairwise", .here = "pairwise"},
      {.collective = "alltoall",
       .theirs = "scattered",
       .here = "irecv_isend(throttle=32)",
       .takes = "batch_size bblock"},
      {.collective = "alltoall", .theirs = "pairwise_sendrecv_replace", .why_none = "exchanges in place"},
      {.collective = "alltoallv",
       .theirs = "scattered",
       .here = "irecv_isend(throttle=32)",
       .takes = "batch_size bblock"},
      {.collective = "alltoallv", .theirs = "pairwise_sendrecv_replace", .why_none = "exchanges in place"},
      {.collective = "barrier", .theirs = "dissemination", .here = "dissemination", .until = 50},
      {.collective = "barrier",
       .theirs = "k_dissemination(k=2)",
       .here = "dissemination",
       .since = 50,
       .needs = "k"},
      {.collective = "barrier",
       .theirs = "smp",
       .here = "hierarchical(inter=dissemination)",
       .like = by_name,
       .like_elsewhere = by_name},
      {.collective = "barrier",
       .theirs = "recexch(k=2,single_phase_recv=0)",
       .here = "recursive_doubling",
       .since = 50,
       .needs = "k single_phase_recv",
       .like_elsewhere = by_sizes},
      {.collective = "bcast", .theirs = "binomial", .here = "binomial"},
      // Vectors are cut between bytes, not between elements.
      {.collective = "bcast",
       .theirs = "scatter_recursive_doubling_allgather",
       .here = "scatter_recursive_doubling_allgather",
       .only = {power_of_two},
       .like = by_number,
       .like_elsewhere = by_number},
      {.collective = "bcast",
       .theirs = "scatter_ring_allgather",
       .here = "scatter_ring_allgather",
       .like = by_number,
       .like_elsewhere = by_number,
       .like_uneven = by_name},
      {.collective = "bcast",
       .theirs = "smp",
       .here = "hierarchical(inter=binomial)",
       .like = by_name,
       .like_elsewhere = by_name},
      {.collective = "bcast",
       .theirs = "tree(tree_type=knomial_1,is_non_blocking=1)",
       .here = "knomial_at_once(radix={k})",
       .since = 50,
       .needs = "tree_type k is_non_blocking",
       .like = by_sizes,
       .like_elsewhere = by_sizes},
      {.collective = "bcast",
       .theirs = "tree(tree_type=knomial_1,is_non_blocking=0)",
       .here = "knomial(radix={k})",
       .since = 50,
       .needs = "tree_type k is_non_blocking",
       .like = by_sizes,
       .like_elsewhere = by_sizes},
      {.collective = "bcast",
       .theirs = "pipelined_tree(tree_type=kary,k=1)",
       .here = "chain(segment_bytes={chunk_size})",
       .since = 50,
       .needs = "tree_type k is_non_blocking chunk_size recv_pre_posted",
       .like = by_sizes,
       .like_elsewhere = by_sizes},
      {.collective = "bcast",
       .theirs = "pipelined_tree(tree_type=kary,k=2)",
       .here = "binary_pipelined(segment_bytes={chunk_size})",
       .since = 50,
       .needs = "tree_type k is_non_blocking chunk_size recv_pre_posted",
       .like = by_sizes,
       .like_elsewhere = by_sizes},
      {.collective = "exscan", .theirs = "recursive_doubling", .here = "recursive_doubling"},
      {.collective = "gather", .theirs = "binomial", .here = "binomial"},
      {.collective = "gatherv", .theirs = "linear", .here = "linear"},
      {.collective = "reduce", .theirs = "binomial", .here = "binomial"},
      // Folds whole vectors where p is no power of two, and so has fewer messages.
      {.collective = "reduce",
       .theirs = "reduce_scatter_gather",
       .here = "rabenseifner",
       .keeps_order = false,
       .only = {enough_elements},
       .like_elsewhere = by_name},
      {.collective = "reduce",
       .theirs = "smp",
       .here = "hierarchical(inter=binomial)",
       .like = by_name,
       .like_elsewhere = by_name},
      {.collective = "reduce_scatter",
       .theirs = "noncommutative",
       .here = "butterfly(blocks=permuted)",
       .only = {power_of_two},
       .like = by_name,
       .like_elsewhere = by_name},
      {.collective = "reduce_scatter", .theirs = "pairwise", .here = "pairwise", .keeps_order = false},
      {.collective = "reduce_scatter",
       .theirs = "recursive_doubling",
       .here = "recursive_doubling",
       .same_only = {power_of_two},
       .why_none = "recursive doubling behind a fold",
       .like = by_number,
       .like_elsewhere = by_number},
      {.collective = "reduce_scatter",
       .theirs = "recursive_halving",
       .here = "recursive_halving",
       .keeps_order = false,
       .like_elsewhere = by_sizes,
       .like_uneven = by_name},
      {.collective = "reduce_scatter_block",
       .theirs = "noncommutative",
       .here = "butterfly(blocks=permuted)",
       .only = {power_of_two}},
      {.collective = "reduce_scatter_block", .theirs = "pairwise", .here = "pairwise", .keeps_order = false},
      {.collective = "reduce_scatter_block",
       .theirs = "recursive_doubling",
       .here = "recursive_doubling",
       .same_only = {power_of_two},
       .why_none = "recursive doubling behind a fold",
       .like = by_number,
       .like_elsewhere = by_number},
      {.collective = "reduce_scatter_block",
       .theirs = "recursive_halving",
       .here = "recursive_halving",
       .keeps_order = false,
       .like_elsewhere = by_sizes},
      {.collective = "scan", .theirs = "recursive_doubling", .here = "recursive_doubling"},
      {.collective = "scan",
       .theirs = "smp",
       .why_none = "the scans that the library chooses in and between nodes"},
      {.collective = "scatter", .theirs = "binomial", .here = "binomial"},
      {.collective = "scatterv", .theirs = "linear", .here = "linear"},
  };
}

/// Of other collectives it has one algorithm, which nobody may choose.
std::vector<ForeignAlgorithm> of_ucc() {
  return {
      {.collective = "allgather",
       .theirs = "knomial",
       .here = "recursive_doubling",
       .id = 0,
       .only = {power_of_two}},
      {.collective = "allgather", .theirs = "ring", .here = "ring", .id = 1},
      {.collective = "allgather",
       .theirs = "neighbor",
       .here = "neighbor_exchange",
       .id = 2,
       .only = {even},
       .otherwise = "ring"},
      {.collective = "allgather", .theirs = "bruck", .here = "bruck", .id = 3},
      {.collective = "allgather", .theirs = "sparbit", .here = "sparbit", .id = 4},
      {.collective = "allgather", .theirs = "linear", .id = 5, .why_none = "each to each at once"},
      {.collective = "allgather",
       .theirs = "linear_batched",
       .id = 6,
       .why_none = "each to each, some at once"},
      {.collective = "allgatherv", .theirs = "ring", .here = "ring", .id = 0},
      {.collective = "allgatherv",
       .theirs = "knomial",
       .here = "recursive_doubling",
       .id = 1,
       .only = {power_of_two}},
      {.collective = "allreduce", .theirs = "knomial", .here = "recursive_doubling", .id = 0},
      {.collective = "allreduce", .theirs = "sra_knomial", .here = "rabenseifner", .id = 1},
      {.collective = "allreduce",
       .theirs = "sliding_window",
       .id = 2,
       .why_none = "reads the others' memory"},
      {.collective = "allreduce", .theirs = "dbt", .here = "two_tree", .id = 3},
      {.collective = "allreduce",
       .theirs = "ring",
       .here = "ring",
       .id = 4,
       .keeps_order = false,
       .only = {equal_parts}},
      {.collective = "alltoall", .theirs = "pairwise", .here = "pairwise", .id = 0},
      {.collective = "alltoall", .theirs = "bruck", .here = "bruck", .id = 1},
      {.collective = "alltoall", .theirs = "onesided", .id = 2, .why_none = "writes into the others' memory"},
      {.collective = "alltoallv", .theirs = "pairwise", .here = "pairwise", .id = 0},
      {.collective = "alltoallv",
       .theirs = "hybrid",
       .id = 1,
       .why_none = "packs small blocks, sends large ones"},
      {.collective = "alltoallv",
       .theirs = "onesided",
       .id = 2,
       .why_none = "writes into the others' memory"},
      {.collective = "bcast", .theirs = "knomial", .here = "knomial", .id = 0},
      {.collective = "bcast",
       .theirs = "sag_knomial",
       .here = "scatter_recursive_doubling_allgather",
       .id = 1,
       .only = {power_of_two}},
      {.collective = "bcast", .theirs = "dbt", .here = "two_tree", .id = 2},
      {.collective = "reduce", .theirs = "knomial", .here = "knomial", .id = 0},
      {.collective = "reduce", .theirs = "dbt", .here = "two_tree", .id = 1},
      {.collective = "reduce", .theirs = "srg", .here = "rabenseifner", .id = 2},
      {.collective = "reduce_scatter", .theirs = "ring", .here = "ring", .id = 0, .keeps_order = false},
      {.collective = "reduce_scatter", .theirs = "knomial", .id = 1, .why_none = "halving of a radix"},
  };
}

std::vector<ForeignAlgorithm> of_smpi() {
  return {
      {.collective = "allgather", .theirs = "bruck", .here = "bruck"},
      {.collective = "allgather", .theirs = "rdb", .here = "recursive_doubling", .only = {power_of_two}},
      {.collective = "allgather", .theirs = "ring", .here = "ring"},
      {.collective = "allreduce",
       .theirs = "lr",
       .here = "ring",
       .keeps_order = false,
       .only = {element_each}},
      {.collective = "allreduce", .theirs = "rdb", .here = "recursive_doubling"},
      {.collective = "allreduce", .theirs = "redbcast", .here = "reduce_bcast"},
      {.collective = "alltoall", .theirs = "bruck", .here = "bruck"},
      {.collective = "alltoall", .theirs = "basic_linear", .here = "irecv_isend"},
      {.collective = "bcast", .theirs = "binomial_tree", .here = "binomial"},
      {.collective = "bcast",
       .theirs = "scatter_rdb_allgather",
       .here = "scatter_recursive_doubling_allgather",
       .only = {power_of_two}},
      {.collective = "bcast", .theirs = "scatter_LR_allgather", .here = "scatter_ring_allgather"},
      {.collective = "reduce", .theirs = "binomial", .here = "binomial", .keeps_order = false},
      {.collective = "reduce",
       .theirs = "scatter_gather",
       .here = "rabenseifner",
       .keeps_order = false,
       .same_only = {element_each},
       .why_none = "the same of a vector with an element for each process"},
  };
}

/// The text with the library's parameters for the names in braces, 0 where they are not given.
std::string filled(std::string text, const Written& theirs) {
  for (auto open = text.find('{'); open != std::string::npos; open = text.find('{')) {
    const auto close = text.find('}', open);
    const auto given = theirs.options.find(text.substr(open + 1, close - open - 1));
    text.replace(open, close + 1 - open, given == theirs.options.end() ? "0" : given->second);
  }
  return text;
}

/// What the library runs in the stead of a row's algorithm. A parameter of 0 is as good as none.
Written in_its_stead(const ForeignAlgorithm& row, const Written& theirs) {
  Written other = parse_written(filled(row.otherwise, theirs));
  std::erase_if(other.options, [](const auto& option) { return option.second == "0"; });
  return other;
}

/// Nobody has compared messages.
std::vector<ForeignAlgorithm> all_by_name(std::vector<ForeignAlgorithm> rows) {
  for (ForeignAlgorithm& row : rows) row.like = row.like_elsewhere = by_name;
  return rows;
}

/// Whether the parameters that must be given, and all others that the algorithm does not ignore, have a place in the row.
bool fits(const ForeignAlgorithm& row, const Written& theirs) {
  const Written mine = parse_written(row.theirs);
  if (mine.name != theirs.name) return false;
  for (const auto& [name, value] : mine.options) {
    const auto given = theirs.options.find(name);
    if (given == theirs.options.end() || given->second != value) return false;
  }
  const auto open = open_parameters(row);
  const auto needed = words_of(row.needs);
  return std::ranges::all_of(theirs.options, [&](const auto& option) {
    return mine.options.contains(option.first) || std::ranges::find(open, option.first) != open.end() ||
           std::ranges::find(needed, option.first) != needed.end();
  });
}

void check_parameters(const ForeignAlgorithm& row, const Written& theirs) {
  std::vector<std::string> known = words_of(row.takes);
  const auto needed = words_of(row.needs);
  known.insert(known.end(), needed.begin(), needed.end());
  for (const auto& [name, value] : theirs.options)
    if (std::ranges::find(known, name) == known.end())
      throw Error("'" + theirs.name + "' has no parameter '" + name + "'" + suggestion(name, known));
  for (const auto& name : needed)
    if (!theirs.options.contains(name))
      throw Error("'" + theirs.name + "' is without '" + name + "'; right would be a value for it");
}

}  // namespace

std::vector<std::string> open_parameters(const ForeignAlgorithm& row) {
  std::vector<std::string> names;
  for (auto open = row.here.find('{'); open != std::string::npos; open = row.here.find('{', open + 1))
    names.push_back(row.here.substr(open + 1, row.here.find('}', open) - open - 1));
  return names;
}

const std::vector<ForeignAlgorithm>& foreign_algorithms(Library library) {
  static const std::array all = {of_openmpi(), of_mpich(), all_by_name(of_ucc()), all_by_name(of_smpi())};
  return all[static_cast<std::size_t>(library)];
}

std::vector<const ForeignAlgorithm*> named(Library library, const std::string& collective,
                                           const std::string& name) {
  std::vector<const ForeignAlgorithm*> rows;
  std::vector<std::string> known;
  for (const ForeignAlgorithm& row : foreign_algorithms(library)) {
    if (row.collective != collective) continue;
    known.push_back(parse_written(row.theirs).name);
    if (known.back() == name) rows.push_back(&row);
  }
  if (rows.empty())
    throw Error("unknown algorithm '" + name + "' of " + collective + suggestion(name, known));
  return rows;
}

std::string name_of(Library library, const std::string& collective, long id) {
  long last = 0;
  for (const ForeignAlgorithm& row : foreign_algorithms(library)) {
    if (row.collective != collective) continue;
    if (row.id == id) return parse_written(row.theirs).name;
    last = std::max<long>(last, row.id);
  }
  throw Error("unknown algorithm " + std::to_string(id) + " of " + collective +
              "; right would be a number up to " + std::to_string(last));
}

const ForeignAlgorithm* foreign_algorithm(Library library, const std::string& collective,
                                          const Written& theirs) {
  const auto rows = named(library, collective, theirs.name);
  const auto row = std::ranges::find_if(
      rows, [&](const ForeignAlgorithm* each) { return !each->here.empty() && fits(*each, theirs); });
  return row == rows.end() ? nullptr : *row;
}

std::optional<Choice> choice_of(const ForeignAlgorithm& row, const Written& theirs) {
  const auto [about, options] = nested(row.collective, filled(row.here, theirs));
  return Choice{about, options};
}

std::string written(const Written& theirs) {
  std::string text;
  for (const auto& [name, value] : theirs.options) text += (text.empty() ? "" : ",") + name + "=" + value;
  return theirs.name + (text.empty() ? "" : "(" + text + ")");
}

std::string told_name(const std::string& theirs) {
  if (theirs == fixed_decision) return own_choice_name;
  Written name = parse_written(theirs);
  std::erase_if(name.options,
                [](const auto& option) { return option.second == "0" || option.first == "tree_type"; });
  return written(name);
}

void append_rules(Library library, Rule calls, const Written& theirs, std::vector<Rule>& rules) {
  check_parameters(*named(library, calls.collective, theirs.name).front(), theirs);
  const ForeignAlgorithm* row = foreign_algorithm(library, calls.collective, theirs);
  calls.theirs = written(theirs);
  if (!row) {
    rules.push_back(std::move(calls));
    return;
  }
  Rule runs = calls;
  runs.only.insert(row->only.begin(), row->only.end());
  Rule same = runs;
  same.only.insert(row->same_only.begin(), row->same_only.end());
  same.choice = choice_of(*row, theirs);
  const bool is_always_same = std::ranges::includes(runs.only, row->same_only);
  const bool runs_always = std::ranges::includes(calls.only, row->only);
  rules.push_back(std::move(same));
  if (!is_always_same) rules.push_back(std::move(runs));
  if (runs_always) return;
  if (!row->otherwise.empty())
    return append_rules(library, std::move(calls), in_its_stead(*row, theirs), rules);
  rules.push_back(std::move(calls));  // which the library runs all the same
}

}  // namespace collsim
