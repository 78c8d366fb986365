// A program that real MPI libraries run. It makes the calls that its arguments name, such as allreduce:1024, and tells what the library
// did in each. Rank 0 prints a line for each: the functions of all ranks that ran ("-": they have no names), and their messages:
//
//   processes 2
//   library Open MPI v4.1.4
//   ran allreduce 1024 allreduce_intra_recursivedoubling,allreduce_intra_recursivedoubling, 0>1:1024,1>0:1024,
//
// check:allreduce:1024 asks whether results are right, of an operator that does not commute and in place:
//
//   right allreduce 1024
//   wrong allreduce 1024 in_place
//
// decisions:4096:1073741824 asks for the library's own choices, of up to so many processes and bytes (decisions.hpp).
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "probe/decisions.hpp"
#include "probe/witness.hpp"

namespace {

/// x -> a x + b modulo 2^32: composition is associative and does not commute.
struct Affine {
  std::uint32_t a, b;
  friend bool operator==(const Affine&, const Affine&) = default;
};

Affine composed(const Affine& first, const Affine& then) {
  return {then.a * first.a, then.a * first.b + then.b};
}

/// Neither number follows from the other: maps with the same fixed point would commute.
Affine contribution(int rank, std::size_t i) {
  std::uint64_t drawn = static_cast<std::uint64_t>(rank) * 7919 + i * 104729 + 1;
  drawn *= 0x9e3779b97f4a7c15;
  drawn ^= drawn >> 29;
  drawn *= 0xbf58476d1ce4e5b9;
  return {static_cast<std::uint32_t>(drawn) | 1, static_cast<std::uint32_t>(drawn >> 32)};
}

extern "C" void compose(void* in, void* inout, int* count, MPI_Datatype*) {
  auto* own = static_cast<Affine*>(inout);
  const auto* others = static_cast<const Affine*>(in);
  for (int i = 0; i < *count; ++i) own[i] = composed(others[i], own[i]);
}

int rank = 0, processes = 1;
MPI_Datatype affine;
MPI_Op composition;

using AffineVector = std::vector<Affine>;

AffineVector contributions(int of, std::size_t count) {
  AffineVector vector(count);
  for (std::size_t i = 0; i < count; ++i) vector[i] = contribution(of, i);
  return vector;
}

/// The sum over ranks 0 to `last`, in their order.
AffineVector reduced(int last, std::size_t count) {
  AffineVector vector = contributions(0, count);
  for (int of = 1; of <= last; ++of)
    for (std::size_t i = 0; i < count; ++i) vector[i] = composed(vector[i], contribution(of, i));
  return vector;
}

/// The vector in a block for each rank, which follow each other.
struct RankBlocks {
  std::vector<int> counts, begins;

  explicit RankBlocks(const std::vector<int>& of) : counts(of), begins(of.size()) {
    std::exclusive_scan(counts.begin(), counts.end(), begins.begin(), 0);
  }
  std::size_t count(int of) const { return static_cast<std::size_t>(counts[static_cast<std::size_t>(of)]); }
  std::size_t begin(int of) const { return static_cast<std::size_t>(begins[static_cast<std::size_t>(of)]); }
};

/// The first ranks have one element more where they do not divide evenly.
RankBlocks blocks_of(std::size_t count) {
  const auto all = static_cast<std::size_t>(processes);
  std::vector<int> counts;
  for (std::size_t of = 0; of < all; ++of)
    counts.push_back(static_cast<int>(count / all + (of < count % all ? 1 : 0)));
  return RankBlocks(counts);
}

/// What does not divide evenly is left over.
RankBlocks equal_blocks_of(std::size_t count) {
  const auto all = static_cast<std::size_t>(processes);
  return blocks_of(count / all * all);
}

bool equal_part(const AffineVector& vector, std::size_t at, const AffineVector& expected, std::size_t from,
                std::size_t count) {
  return count == 0 || std::memcmp(&vector[at], &expected[from], count * sizeof(Affine)) == 0;
}

/// Whether the vector begins with a rank's block of the sum over all ranks.
bool has_reduced(const AffineVector& vector, const RankBlocks& blocks, std::size_t count) {
  return equal_part(vector, 0, reduced(processes - 1, count), blocks.begin(rank), blocks.count(rank));
}

/// Whether the blocks of all ranks are in their places, each of which is what its rank contributed.
bool has_gathered(const AffineVector& vector, const RankBlocks& blocks) {
  for (int of = 0; of < processes; ++of)
    if (!equal_part(vector, blocks.begin(of), contributions(of, blocks.count(of)), 0, blocks.count(of)))
      return false;
  return true;
}

/// A vector with place for the blocks of all ranks, and with this rank's own where it stands in place.
AffineVector place_for(const RankBlocks& blocks, const AffineVector& own, bool in_place) {
  AffineVector all(blocks.begin(processes - 1) + blocks.count(processes - 1));
  if (in_place) std::copy(own.begin(), own.end(), all.begin() + static_cast<long>(blocks.begin(rank)));
  return all;
}

/// What a call takes the elements from.
const void* operand(const AffineVector& own, bool in_place) {
  return in_place ? MPI_IN_PLACE : own.data();
}

bool allreduce(std::size_t n, bool in_place) {
  AffineVector own = contributions(rank, n), result = in_place ? own : AffineVector(n);
  MPI_Allreduce(operand(own, in_place), result.data(), static_cast<int>(n), affine, composition,
                MPI_COMM_WORLD);
  return result == reduced(processes - 1, n);
}

bool reduce(std::size_t n, bool in_place) {
  AffineVector own = contributions(rank, n), result = own;
  MPI_Reduce(operand(own, in_place && rank == 0), result.data(), static_cast<int>(n), affine, composition, 0,
             MPI_COMM_WORLD);
  return rank != 0 || result == reduced(processes - 1, n);
}

bool bcast(std::size_t n, bool) {
  AffineVector vector = contributions(rank, n);
  MPI_Bcast(vector.data(), static_cast<int>(n), affine, 0, MPI_COMM_WORLD);
  return vector == contributions(0, n);
}

bool allgather(std::size_t n, bool in_place) {
  const RankBlocks blocks = equal_blocks_of(n);
  AffineVector own = contributions(rank, blocks.count(rank)), result = place_for(blocks, own, in_place);
  MPI_Allgather(operand(own, in_place), blocks.counts[0], affine, result.data(), blocks.counts[0], affine,
                MPI_COMM_WORLD);
  return has_gathered(result, blocks);
}

bool allgatherv(std::size_t n, bool in_place) {
  const RankBlocks blocks = blocks_of(n);
  AffineVector own = contributions(rank, blocks.count(rank)), result = place_for(blocks, own, in_place);
  MPI_Allgatherv(operand(own, in_place), static_cast<int>(own.size()), affine, result.data(),
                 blocks.counts.data(), blocks.begins.data(), affine, MPI_COMM_WORLD);
  return has_gathered(result, blocks);
}

bool gather(std::size_t n, bool in_place) {
  const RankBlocks blocks = equal_blocks_of(n);
  in_place = in_place && rank == 0;
  AffineVector own = contributions(rank, blocks.count(rank)), result = place_for(blocks, own, in_place);
  MPI_Gather(operand(own, in_place), blocks.counts[0], affine, result.data(), blocks.counts[0], affine, 0,
             MPI_COMM_WORLD);
  return rank != 0 || has_gathered(result, blocks);
}

/// Those that are not the root pass no elements to send, as MPI allows.
bool scatter(std::size_t n, bool in_place) {
  const RankBlocks blocks = equal_blocks_of(n);
  in_place = in_place && rank == 0;
  AffineVector whole = contributions(0, n), result(blocks.count(rank));
  MPI_Scatter(whole.data(), rank == 0 ? blocks.counts[0] : 0, affine, in_place ? MPI_IN_PLACE : result.data(),
              blocks.counts[0], affine, 0, MPI_COMM_WORLD);
  return in_place || equal_part(result, 0, whole, blocks.begin(rank), blocks.count(rank));
}

bool alltoall(std::size_t n, bool in_place) {
  const RankBlocks blocks = equal_blocks_of(n);
  AffineVector own = contributions(rank, n), result = in_place ? own : AffineVector(n);
  MPI_Alltoall(operand(own, in_place), blocks.counts[0], affine, result.data(), blocks.counts[0], affine,
               MPI_COMM_WORLD);
  for (int of = 0; of < processes; ++of)
    if (!equal_part(result, blocks.begin(of), contributions(of, n), blocks.begin(rank), blocks.count(rank)))
      return false;
  return true;
}

/// Ranks i and j exchange block i + j, modulo their number.
bool alltoallv(std::size_t n, bool in_place) {
  RankBlocks blocks = blocks_of(n);
  std::rotate(blocks.counts.begin(), blocks.counts.begin() + rank, blocks.counts.end());
  std::rotate(blocks.begins.begin(), blocks.begins.begin() + rank, blocks.begins.end());
  AffineVector own = contributions(rank, n), result = in_place ? own : AffineVector(n);
  MPI_Alltoallv(operand(own, in_place), blocks.counts.data(), blocks.begins.data(), affine, result.data(),
                blocks.counts.data(), blocks.begins.data(), affine, MPI_COMM_WORLD);
  for (int of = 0; of < processes; ++of)
    if (!equal_part(result, blocks.begin(of), contributions(of, n), blocks.begin(of), blocks.count(of)))
      return false;
  return true;
}

bool reduce_scatter_block(std::size_t n, bool in_place) {
  const RankBlocks blocks = equal_blocks_of(n);
  AffineVector own = contributions(rank, n), result = own;
  MPI_Reduce_scatter_block(operand(own, in_place), result.data(), blocks.counts[0], affine, composition,
                           MPI_COMM_WORLD);
  return has_reduced(result, blocks, n);
}

bool reduce_scatter(std::size_t n, bool in_place) {
  const RankBlocks blocks = blocks_of(n);
  AffineVector own = contributions(rank, n), result = own;
  MPI_Reduce_scatter(operand(own, in_place), result.data(), blocks.counts.data(), affine, composition,
                     MPI_COMM_WORLD);
  return has_reduced(result, blocks, n);
}

bool scan(std::size_t n, bool in_place) {
  AffineVector own = contributions(rank, n), result = own;
  MPI_Scan(operand(own, in_place), result.data(), static_cast<int>(n), affine, composition, MPI_COMM_WORLD);
  return result == reduced(rank, n);
}

bool exscan(std::size_t n, bool in_place) {
  AffineVector own = contributions(rank, n), result = own;
  MPI_Exscan(operand(own, in_place), result.data(), static_cast<int>(n), affine, composition, MPI_COMM_WORLD);
  return rank == 0 || result == reduced(rank - 1, n);
}

bool barrier(std::size_t, bool) {
  MPI_Barrier(MPI_COMM_WORLD);
  return true;
}

/// A call with so many elements of 8 bytes in all, in place or not; false where the result is wrong on this rank. Where a collective has
/// no such call in place, it is made as usual.
using ProbedCall = bool (*)(std::size_t count, bool in_place);

const std::map<std::string, ProbedCall> calls = {{"allgather", allgather},
                                                 {"allgatherv", allgatherv},
                                                 {"allreduce", allreduce},
                                                 {"alltoall", alltoall},
                                                 {"alltoallv", alltoallv},
                                                 {"barrier", barrier},
                                                 {"bcast", bcast},
                                                 {"exscan", exscan},
                                                 {"gather", gather},
                                                 {"reduce", reduce},
                                                 {"reduce_scatter", reduce_scatter},
                                                 {"reduce_scatter_block", reduce_scatter_block},
                                                 {"scan", scan},
                                                 {"scatter", scatter}};

/// Calls whose operator commutes, which rules may choose other algorithms for.
void sum(const std::string& collective, std::size_t n) {
  std::vector<double> own(n), result(n);
  const int count = static_cast<int>(n);
  if (collective == "allreduce")
    MPI_Allreduce(own.data(), result.data(), count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  if (collective == "reduce")
    MPI_Reduce(own.data(), result.data(), count, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (collective == "scan") MPI_Scan(own.data(), result.data(), count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  if (collective == "exscan")
    MPI_Exscan(own.data(), result.data(), count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  if (collective == "reduce_scatter_block")
    MPI_Reduce_scatter_block(own.data(), result.data(), count / processes, MPI_DOUBLE, MPI_SUM,
                             MPI_COMM_WORLD);
  if (collective == "reduce_scatter")
    MPI_Reduce_scatter(own.data(), result.data(), blocks_of(n).counts.data(), MPI_DOUBLE, MPI_SUM,
                       MPI_COMM_WORLD);
}

bool combines(const std::string& collective) {
  return collective.starts_with("reduce") || collective.ends_with("scan") || collective == "allreduce";
}

/// "0>1:512,0>2:64x3": the messages of this rank in their order, and how many alike follow each other.
std::string text_of(const std::vector<collsim::probe::SentMessage>& messages) {
  std::string text;
  for (std::size_t i = 0, next = 0; i < messages.size(); i = next) {
    const auto is_like_first = [&](std::size_t at) {
      return messages[at].to == messages[i].to && messages[at].bytes == messages[i].bytes;
    };
    for (next = i + 1; next < messages.size() && is_like_first(next);) ++next;
    text += std::to_string(rank) + ">" + std::to_string(messages[i].to) + ":" +
            std::to_string(messages[i].bytes) + (next - i > 1 ? "x" + std::to_string(next - i) : "") + ",";
  }
  return text;
}

/// The texts of all ranks in a row, on rank 0.
std::string gathered(const std::string& text) {
  const int length = static_cast<int>(text.size());
  std::vector<int> lengths(static_cast<std::size_t>(processes)), places(lengths);
  MPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
  int all = 0;
  for (std::size_t of = 0; of < lengths.size(); ++of) {
    places[of] = all;
    all += lengths[of];
  }
  std::string whole(static_cast<std::size_t>(rank == 0 ? all : 0), ' ');
  MPI_Gatherv(text.data(), length, MPI_CHAR, whole.data(), lengths.data(), places.data(), MPI_CHAR, 0,
              MPI_COMM_WORLD);
  return whole.empty() ? "-" : whole;
}

void tell(const std::string& collective, std::size_t bytes) {
  MPI_Barrier(MPI_COMM_WORLD);
  static_cast<void>(collsim::probe::sent());
  static_cast<void>(collsim::probe::ran());
  if (combines(collective))
    sum(collective, bytes / 8);
  else
    calls.at(collective)(bytes / 8, false);
  const auto messages = collsim::probe::sent();
  std::string functions;
  for (const auto& name : collsim::probe::ran()) functions += name + ",";
  const std::string all_functions = gathered(functions), all_messages = gathered(text_of(messages));
  if (rank == 0)
    std::printf("ran %s %zu %s %s\n", collective.c_str(), bytes, all_functions.c_str(), all_messages.c_str());
}

void check(const std::string& collective, std::size_t bytes) {
  for (const bool in_place : {false, true}) {
    const int right = calls.at(collective)(bytes / 8, in_place) ? 1 : 0;
    int all = 0;
    MPI_Reduce(&right, &all, 1, MPI_INT, MPI_MIN, 0, MPI_COMM_WORLD);
    if (rank == 0)
      std::printf("%s %s %zu%s\n", all == 1 ? "right" : "wrong", collective.c_str(), bytes,
                  in_place ? " in_place" : "");
  }
}

/// Does what an argument asks, and tells what came of it.
void serve(std::string asked) {
  if (asked.starts_with("decisions:")) {
    const std::size_t behind = asked.find(':', 10);
    if (!collsim::probe::print_decisions(std::atoi(asked.c_str() + 10),
                                         std::atoll(asked.c_str() + behind + 1)))
      std::printf("decisions unknown\n");
    return;
  }
  const bool is_check = asked.starts_with("check:");
  if (is_check) asked.erase(0, 6);
  const std::string collective = asked.substr(0, asked.find(':'));
  if (!calls.contains(collective)) {
    std::fprintf(stderr, "collprobe: unknown collective '%s'\n", collective.c_str());
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  const std::size_t bytes =
      std::strtoull(asked.c_str() + std::min(asked.size(), collective.size() + 1), nullptr, 10);
  if (is_check)
    check(collective, bytes);
  else
    tell(collective, bytes);
  if (rank == 0) std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  collsim::probe::watch();
  MPI_Type_contiguous(2, MPI_UINT32_T, &affine);
  MPI_Type_commit(&affine);
  MPI_Op_create(compose, 0, &composition);
  char version[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(version, &length);
  if (rank == 0)
    std::printf("processes %d\nlibrary %.*s\n", processes, static_cast<int>(std::strcspn(version, "\n,")),
                version);
  for (int i = 1; i < argc; ++i) serve(argv[i]);
  MPI_Op_free(&composition);
  MPI_Type_free(&affine);
  MPI_Finalize();
  return 0;
}
