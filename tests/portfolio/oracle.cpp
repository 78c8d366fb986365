#include "tests/portfolio/oracle.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <set>
#include <sstream>
#include <tuple>
#include <vector>

#include "tests/portfolio/operands.hpp"
#include "tests/portfolio/perform.hpp"
#include "tests/portfolio/world.hpp"

namespace collsim::testing {
namespace {

/// A vector with guard bytes before, behind and in its holes.
class Buffer {
 public:
  Buffer(const Operand& operand, int count)
      : operand_(&operand),
        count_(count),
        before_(guard - std::min<std::ptrdiff_t>(0, operand.data_begin)),
        bytes_(static_cast<std::size_t>(before_ + count * operand.extent + operand.data_end + guard)) {
    constexpr std::size_t period = 256;
    for (std::size_t i = 0; i < std::min(period, bytes_.size()); ++i)
      bytes_[i] = static_cast<unsigned char>(i * 37 + 11);
    for (std::size_t i = period; i < bytes_.size(); i += period)
      std::memcpy(&bytes_[i], bytes_.data(), std::min(period, bytes_.size() - i));
  }

  /// To hand to a call; with `or_null`, null where there are no elements, as MPI allows.
  void* data(bool or_null) { return or_null && count_ == 0 ? nullptr : at(0); }
  void put(int index, const Value& value) { operand_->write(at(index), value); }
  void take(int index, const Buffer& from) {
    if (operand_->reaches()) return put(index, operand_->read(from.at(index)));
    std::copy(from.at(index) + operand_->data_begin, from.at(index) + operand_->data_end,
              at(index) + operand_->data_begin);
  }
  /// From a vector of the same elements.
  void take(int index, const void* vector) {
    put(index, operand_->read(static_cast<const std::byte*>(vector) + index * operand_->extent));
  }
  int count() const { return count_; }

  /// Where the two differ, or empty. `padding`: bytes of pair types that belong to nobody may differ.
  std::string difference(const Buffer& expected) const {
    if (bytes_ == expected.bytes_) return {};
    for (int i = 0; i < count_; ++i) {
      const Value mine = operand_->read(at(i));
      const Value right = expected.operand_->read(expected.at(i));
      if (mine != right) return "element " + std::to_string(i) + " is " + text(mine) + ", not " + text(right);
    }
    for (std::size_t i = 0; i < bytes_.size(); ++i)
      if (bytes_[i] != expected.bytes_[i] && !padding(static_cast<std::ptrdiff_t>(i)))
        return "wrote outside the vector's data, at byte " + std::to_string(i);
    return {};
  }

 private:
  static constexpr std::ptrdiff_t guard = 64;

  std::byte* at(int index) {
    return reinterpret_cast<std::byte*>(bytes_.data()) + before_ + index * operand_->extent;
  }
  const std::byte* at(int index) const {
    return reinterpret_cast<const std::byte*>(bytes_.data()) + before_ + index * operand_->extent;
  }

  /// MPI's pair types are C structs, whose padding belongs to nobody.
  bool padding(std::ptrdiff_t byte) const {
    if (operand_->data_end >= operand_->extent || byte < before_ ||
        byte >= before_ + count_ * operand_->extent)
      return false;
    return (byte - before_) % operand_->extent >= operand_->data_end;
  }
  static std::string text(const Value& value) {
    return "(" + std::to_string(value[0]) + ", " + std::to_string(value[1]) + ")";
  }

  const Operand* operand_;
  int count_;
  std::ptrdiff_t before_;             ///< bytes up to the address of the first element
  std::vector<unsigned char> bytes_;  ///< which the standard library compares at once, unlike std::byte
};

/// The elements up to that of the contributions of these ranks, combined in their order. Kept, because every rank of
/// every case expects some of them.
const std::vector<Value>& combined(const Operand& operand, int first, int last, int elements) {
  static std::map<std::tuple<decltype(operand.combine), decltype(operand.contribution), int, int>,
                  std::vector<Value>>
      all;
  std::vector<Value>& known = all[{operand.combine, operand.contribution, first, last}];
  for (int place = static_cast<int>(known.size()); place < elements; ++place) {
    Value sum = operand.contribution(first, place);
    for (int rank = first + 1; rank <= last; ++rank)
      sum = operand.combine(sum, operand.contribution(rank, place));
    known.push_back(sum);
  }
  return known;
}

/// Puts what the result must be where it must be.
void put_result(const Layout& layout, const Operand& operand, Buffer& buffer) {
  for (const Part& part : blocks_of_result(layout)) {
    const int from = static_cast<int>(part.from);
    const int count = static_cast<int>(part.count);
    const std::vector<Value>& values = combined(operand, part.first, part.last, from + count);
    for (int i = 0; i < count; ++i)
      buffer.put(static_cast<int>(part.at) + i, values[static_cast<std::size_t>(from + i)]);
  }
}

/// The algorithms here leave what is no result as it is; MPI does not ask that of the library.
void take_the_rest(const Buffer& from, const Layout& layout, Buffer& to) {
  const std::vector<Part> result = blocks_of_result(layout);
  for (int i = 0; i < to.count(); ++i)
    if (std::ranges::none_of(result,
                             [i](const Part& part) { return part.at <= i && i < part.at + part.count; }))
      to.take(i, from);
}

std::string check(Comm& comm, GuardedMemory& memory, const Case& test, const Operand& operand) {
  const int rank = comm.rank();
  const Layout layout = test.layout(rank);
  Buffer send(operand, static_cast<int>(layout.send));
  Buffer recv(operand, static_cast<int>(layout.recv));
  Buffer& own = layout.place < 0 ? send : recv;
  const int place = static_cast<int>(std::max<std::int64_t>(0, layout.place));
  for (int i = 0; i < layout.contributed; ++i) own.put(place + i, operand.contribution(rank, i));
  const Buffer send_after = send;
  Buffer recv_after = recv;
  put_result(layout, operand, recv_after);

  const bool or_null = test.about->name != "library";  // SMPI's collectives refuse null or crash
  perform(comm, test, send.data(or_null), recv.data(or_null), operand.type, operand.op);
  if (const Result* left = comm.result()) {
    for (const Part& part : blocks_of_result(layout))
      for (int i = 0; i < part.count; ++i) recv.take(static_cast<int>(part.at) + i, left->vector);
    comm.use_result(left->copied_on_write ? 50 : 0);
    comm.release_result();
  }
  if (memory.overran()) return "wrote around temporary memory";
  if (combined_unwritten()) return "an operator read what nobody wrote";
  if (const auto wrong = send.difference(send_after); !wrong.empty()) return "send buffer: " + wrong;
  if (test.about->name == "library") take_the_rest(recv, layout, recv_after);
  return recv.difference(recv_after);
}

/// Elements of the longest vector that some rank has.
std::int64_t longest(const Case& test) {
  const Shape sizes = test.shape(true, 1);
  const Collective& call = collective(test.about->collective);
  const Places all = blocks(sizes);
  std::int64_t most = 0;
  for (int rank = 0; rank < test.processes; ++rank) {
    const Layout layout = call.layout(sizes, call.exchanged(all, rank), rank);
    most = std::max({most, layout.send, layout.recv});
  }
  return most;
}

/// None, one, about as many as ranks, and many; blocks of none, one, several.
std::vector<int> counts(const Collective& about, int p) {
  switch (about.size) {
    case Collective::Size::vector:
      return {0, 1, p - 1, p, p + 1, 1000};
    case Collective::Size::blocks:
      return {0, p, 2 * p, 31 * p};
    case Collective::Size::varied:
      return {0, 1, p + 1, 31 * p};
    case Collective::Size::nothing:
      break;
  }
  return {0};
}

/// A count and how it is arranged in blocks.
using Size = std::pair<int, std::pair<std::string, bool>>;

std::vector<Size> all_sizes(const Collective& about, int p) {
  std::vector<Size> all;
  for (const int count : counts(about, p))
    for (const auto& arrangement : arrangements(about)) all.emplace_back(count, arrangement);
  return all;
}

/// Levels of size, in place, operand and root.
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
  return library_is_simulated() ? operand.name == "int sum" : operand.data_begin == 0;
}

/// The case that a rank began last, in memory that the children of this process share, so that a crash can be
/// named.
class UnderWay {
 public:
  void begin(const std::string& name) { std::strncpy(text_, name.c_str(), size - 1); }
  std::string name() const { return text_; }

 private:
  static constexpr std::size_t size = 1024;
  char* const text_ =
      static_cast<char*>(mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
};

UnderWay& under_way() {
  static UnderWay last;
  return last;
}

/// A call that all ranks make.
struct Planned {
  Case test;
  std::size_t operand;   ///< of those of Operands
  std::int64_t columns;  ///< of the operand's matrix, if it is a column
  std::string name;
};

/// The calls that the ranks of a process go through, in one order: who comes first plans them for all.
std::vector<Planned>& planned() {
  static std::vector<Planned> calls;
  return calls;
}

std::vector<Planned> plan(const Description& about, const Options& options, int p,
                          const std::shared_ptr<const Nodes>& nodes, const std::vector<Operand>& operands) {
  std::vector<std::size_t> usable;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Case any{.about = &about, .options = options, .processes = p, .count = p, .nodes = nodes};
    if (trusted(about, operands[i]) && any.why_unsupported(operands[i].commutative, operands[i].size).empty())
      usable.push_back(i);
  }
  if (usable.empty()) return {};

  const Collective& call = collective(about.collective);
  const std::vector<Size> sizes = all_sizes(call, p);
  const Levels levels = {static_cast<int>(sizes.size()), call.in_place ? 2 : 1,
                         static_cast<int>(usable.size()), call.rooted ? p : 1};
  const int most = call.size == Collective::Size::varied ? 4 : 9;  // varied blocks come in many arrangements
  const bool all = p <= std::min(most, every_case_up_to());
  std::vector<Planned> calls;
  for (const auto& [size, in_place, kind, root] :
       all ? all_combinations(levels) : pairwise_combinations(levels)) {
    const auto& [count, arrangement] = sizes[static_cast<std::size_t>(size)];
    const auto& [distribution, displaced] = arrangement;
    const Case test{&about, options, p, count, in_place == 1, root, distribution, displaced, nodes};
    const std::size_t chosen = usable[static_cast<std::size_t>(kind)];
    const Operand& operand = operands[chosen];
    calls.push_back(
        {test, chosen, operand.reaches() ? longest(test) : 0, test.to_string() + " " + operand.name});
  }
  return calls;
}

/// In a complaint, before the number of its case.
constexpr const char* case_mark = "case ";

/// The complaints of all ranks, line by line, that about the first case before the others. One without a number
/// is a crash in the case that was under way.
std::string first_case_first(const std::string& complaints) {
  std::istringstream lines(complaints);
  std::multimap<int, std::string> sorted;
  for (std::string line; std::getline(lines, line);) {
    const auto mark = line.find(case_mark);
    const bool numbered = mark != std::string::npos;
    const int number = numbered ? std::stoi(line.substr(mark + std::strlen(case_mark))) : -1;
    sorted.emplace(number, numbered ? line : under_way().name() + ": " + line);
  }
  std::string all;
  for (const auto& [number, line] : sorted) all += line + "\n";
  return all;
}

std::string check_all(Rank rank, const Description& about, const Options& options,
                      const std::shared_ptr<const Nodes>& nodes = {}) {
  Comm comm(rank.transport);
  Operands operands(rank.transport);
  std::vector<Planned>& calls = planned();
  if (calls.empty()) calls = plan(about, options, comm.size(), nodes, operands.all());
  std::string complaint;
  for (std::size_t number = 0; number < calls.size(); ++number) {
    const Planned& call = calls[number];
    Operand operand = operands.all()[call.operand];
    if (operand.reaches()) operand = operands.of_matrix(operand, call.columns);
    under_way().begin(call.name);
    const std::string wrong = check(comm, rank.memory, call.test, operand);
    if (complaint.empty() && !wrong.empty())
      complaint = case_mark + std::to_string(number) + ", " + call.name + ": " + wrong;
  }
  return complaint;
}

}  // namespace

std::string oracle(const Description& about, const std::map<std::string, std::string>& options) {
  const Options resolved = about.resolve(options);
  std::string complaints;
  under_way();  // before a child is forked
  for (const int p : feasible({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 32, 33})) {
    planned().clear();
    complaints += first_case_first(on_ranks(p, [&](Rank rank) { return check_all(rank, about, resolved); }));
  }
  return complaints;
}

std::string oracle(const Description& about, const std::map<std::string, std::string>& options,
                   const std::shared_ptr<const Nodes>& nodes) {
  const Options resolved = about.resolve(options);
  under_way();
  planned().clear();
  return first_case_first(
      on_nodes(nodes, [&](Rank rank) { return check_all(rank, about, resolved, nodes); }));
}

}  // namespace collsim::testing
