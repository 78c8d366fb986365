#include "algorithms/testing/oracle.hpp"

#include <array>
#include <set>
#include <vector>

#include "algorithms/testing/case.hpp"
#include "algorithms/testing/local_work.hpp"
#include "algorithms/testing/operands.hpp"
#include "algorithms/testing/world.hpp"

namespace collsim::testing {
namespace {

/// A vector with guard bytes before, behind and in its holes.
class Buffer {
 public:
  Buffer(const Operand& operand, int count)
      : operand_(&operand),
        count_(count),
        bytes_(static_cast<std::size_t>(2 * guard + count * operand.extent)) {
    for (std::size_t i = 0; i < bytes_.size(); ++i) bytes_[i] = static_cast<std::byte>(i * 37 + 11);
  }

  void* data() { return at(0); }
  void put(int index, const Value& value) { operand_->write(at(index), value); }

  /// Where the two differ, or empty. `padding`: bytes of pair types that belong to nobody may differ.
  std::string difference(const Buffer& expected) const {
    for (int i = 0; i < count_; ++i) {
      const Value mine = operand_->read(at(i));
      const Value right = expected.operand_->read(expected.at(i));
      if (mine != right)
        return " element " + std::to_string(i) + " is " + text(mine) + ", not " + text(right);
    }
    for (std::size_t i = 0; i < bytes_.size(); ++i)
      if (bytes_[i] != expected.bytes_[i] && !padding(static_cast<std::ptrdiff_t>(i)))
        return " wrote outside the vector's data, at byte " + std::to_string(i);
    return {};
  }

 private:
  static constexpr std::ptrdiff_t guard = 64;

  std::byte* at(int index) { return bytes_.data() + guard + index * operand_->extent; }
  const std::byte* at(int index) const { return bytes_.data() + guard + index * operand_->extent; }

  /// MPI's pair types are C structs, whose padding belongs to nobody.
  bool padding(std::ptrdiff_t byte) const {
    if (operand_->type != MPI_DOUBLE_INT || byte < guard || byte >= guard + count_ * operand_->extent)
      return false;
    return (byte - guard) % operand_->extent >= operand_->data_end;
  }
  static std::string text(const Value& value) {
    return "(" + std::to_string(value[0]) + ", " + std::to_string(value[1]) + ")";
  }

  const Operand* operand_;
  int count_;
  std::vector<std::byte> bytes_;
};

Value result(const Case& test, const Operand& operand, int index) {
  if (test.is(Bcast::collective)) return operand.contribution(test.root, index);
  Value value = operand.contribution(0, index);
  for (int rank = 1; rank < test.processes; ++rank)
    value = operand.combine(value, operand.contribution(rank, index));
  return value;
}

std::string check(Comm& comm, const Case& test, const Operand& operand) {
  const int rank = comm.rank();
  Buffer send(operand, test.count);
  Buffer recv(operand, test.count);
  const bool contributes = !test.is(Bcast::collective) || rank == test.root;
  for (int i = 0; contributes && i < test.count; ++i)
    (test.starts_in_recv(rank) ? recv : send).put(i, operand.contribution(rank, i));
  const Buffer send_after = send;
  Buffer recv_after = recv;
  for (int i = 0; test.ends_in_recv(rank) && i < test.count; ++i) recv_after.put(i, result(test, operand, i));

  perform(comm, test, send.data(), recv.data(), operand.type, operand.op);
  if (const auto wrong = send.difference(send_after); !wrong.empty()) return "send buffer:" + wrong;
  return recv.difference(recv_after);
}

/// Levels of count, in place, operand and root.
using Levels = std::array<int, 4>;

/// Every combination of levels.
std::vector<Levels> all_combinations(const Levels& sizes) {
  std::vector<Levels> found;
  for (Levels at{}; at[3] < sizes[3]; ++at[3])
    for (at[2] = 0; at[2] < sizes[2]; ++at[2])
      for (at[1] = 0; at[1] < sizes[1]; ++at[1])
        for (at[0] = 0; at[0] < sizes[0]; ++at[0]) found.push_back(at);
  return found;
}

/// Enough combinations for every pair of levels of every two axes to occur. Takes the longest axes first:
/// their pairs bring most of the others along.
std::vector<Levels> pairwise_combinations(const Levels& sizes) {
  std::vector<Levels> found;
  std::set<std::array<std::size_t, 4>> covered;
  const auto pair = [](const Levels& at, std::size_t x, std::size_t y) {
    return std::array<std::size_t, 4>{x, static_cast<std::size_t>(at[x]), y, static_cast<std::size_t>(at[y])};
  };
  for (std::size_t x = sizes.size(); x-- > 0;)
    for (std::size_t y = x; y-- > 0;)
      for (int number = 0; number < sizes[x] * sizes[y]; ++number) {
        Levels at;
        for (std::size_t i = 0; i < at.size(); ++i) at[i] = static_cast<int>(found.size()) % sizes[i];
        at[x] = number / sizes[y];
        at[y] = number % sizes[y];
        if (covered.contains(pair(at, x, y))) continue;
        for (std::size_t i = 0; i < at.size(); ++i)
          for (std::size_t j = 0; j < i; ++j) covered.insert(pair(at, i, j));
        found.push_back(at);
      }
  return found;
}

/// The library is a baseline, not an oracle. SMPI's collectives have known bugs; Open MPI 4.1's ring
/// allreduce overruns its temporary memory where a type's lower bound is not zero.
bool trusted(const Description& about, const Operand& operand) {
  if (about.name != "library") return true;
  char version[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  MPI_Get_library_version(version, &length);
  return std::string(version).starts_with("SMPI") ? operand.name == "int sum" : operand.data_begin == 0;
}

std::string check_all(MPI_Comm world, const Description& about, const Options& options) {
  LocalWork local;
  Comm comm(world, local);
  const int p = comm.size();
  const Operands operands;
  std::vector<const Operand*> usable;
  for (const Operand& operand : operands.all()) {
    const Case any{&about, options, p, 1};
    if (trusted(about, operand) && any.why_unsupported(operand.commutative, operand.size).empty())
      usable.push_back(&operand);
  }
  if (usable.empty()) return {};

  const std::array counts = {0, 1, p - 1, p, p + 1, 1000};
  const Levels sizes = {static_cast<int>(counts.size()), about.collective == Bcast::collective ? 1 : 2,
                        static_cast<int>(usable.size()), about.collective == Allreduce::collective ? 1 : p};
  std::string complaint;
  for (const auto& [count, in_place, kind, root] :
       p <= 9 ? all_combinations(sizes) : pairwise_combinations(sizes)) {
    const Operand& operand = *usable[static_cast<std::size_t>(kind)];
    const Case test{&about, options, p, counts[static_cast<std::size_t>(count)], in_place == 1, root};
    const std::string wrong = check(comm, test, operand);
    if (complaint.empty() && !wrong.empty()) complaint = test.to_string() + " " + operand.name + ":" + wrong;
  }
  return complaint;
}

}  // namespace

std::string oracle(const Description& about, const std::map<std::string, std::string>& options) {
  const Options resolved = about.resolve(options);
  std::string complaints;
  for (const int p : feasible({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 32, 33}))
    complaints += on_ranks(p, [&](MPI_Comm world) { return check_all(world, about, resolved); });
  return complaints;
}

}  // namespace collsim::testing
