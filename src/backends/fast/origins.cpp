#include "backends/fast/origins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

#include "algorithms/facts/operand.hpp"
#include "backends/fast/simulate.hpp"
#include "backends/fast/types/type_map.hpp"
#include "backends/trial/data.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

/// Who contributes to the point under way: operators are functions without a memory of their own.
std::vector<bool>* contributes = nullptr;

void fill_with_own(void* vector, std::int64_t count, int rank) {
  std::fill_n(static_cast<RankSet*>(vector), count, RankSet{1} << static_cast<unsigned>(rank));
  if (count > 0) (*contributes)[static_cast<std::size_t>(rank)] = true;
}

void join(void* in, void* inout, int* count, Datatype*) {
  const auto* left = static_cast<const RankSet*>(in);
  auto* right = static_cast<RankSet*>(inout);
  for (int i = 0; i < *count; ++i) right[i] |= left[i];
}

std::int64_t nothing_wrong(const void*, const Part&) {
  return -1;
}

/// A rank's transport, which notes what is sent over it.
class Noting final : public Transport {
 public:
  Noting(Transport& own, std::vector<RankSet>& sent) : own_(own), sent_(sent) {}

  int rank() const override { return own_.rank(); }
  int size() const override { return own_.size(); }
  void send(const SendBuffer& out, int destination, int tag) override {
    note(out);
    own_.send(out, destination, tag);
  }
  void receive(const ReceiveBuffer& in, int source) override { own_.receive(in, source); }
  Arrived receive_any(const ReceiveBuffer& in, int tag) override { return own_.receive_any(in, tag); }
  void exchange(const SendBuffer& out, int destination, const ReceiveBuffer& in, int source) override {
    note(out);
    own_.exchange(out, destination, in, source);
  }
  Posted post_send(const SendBuffer& out, int destination) override {
    note(out);
    return own_.post_send(out, destination);
  }
  Posted post_receive(const ReceiveBuffer& in, int source) override { return own_.post_receive(in, source); }
  void wait(Posted& message) override { own_.wait(message); }
  TypeLayout layout(Datatype type) const override { return own_.layout(type); }
  std::int64_t size_of(Datatype type) const override { return own_.size_of(type); }
  const TypeLayout* lasting_layout(Datatype type) const override { return own_.lasting_layout(type); }
  bool commutes(Op op) const override { return own_.commutes(op); }
  void combine(const void* in, void* inout, std::int64_t count, Datatype type, Op op) override {
    own_.combine(in, inout, count, type, op);
  }
  void copy(const void* from, Datatype from_type, void* to, Datatype to_type, std::int64_t count) override {
    own_.copy(from, from_type, to, to_type, count);
  }
  Datatype pieces(std::span<const int> counts, std::span<const Aint> places, Datatype type) override {
    return own_.pieces(counts, places, type);
  }
  void free_type(Datatype type) override { own_.free_type(type); }
  double now() override { return own_.now(); }
  bool carries_data() const override { return own_.carries_data(); }
  void charge_combine(std::int64_t bytes, int holder) override { own_.charge_combine(bytes, holder); }
  void charge_copy(std::int64_t bytes, int holder) override { own_.charge_copy(bytes, holder); }
  void publishes(bool does) override { own_.publishes(does); }
  void charge_pages(const PageWork& work) override { own_.charge_pages(work); }
  void traverse(std::int64_t bytes, const Contribution& own, const Together& together) override {
    own_.traverse(bytes, own, together);
  }
  std::byte* acquire(std::size_t bytes) override { return own_.acquire(bytes); }
  void release(std::byte* memory) override { own_.release(memory); }
  Node* node() override { return own_.node(); }

 private:
  void note(const SendBuffer& out) {
    std::vector<RankSet> elements(static_cast<std::size_t>(out.bytes) / sizeof(RankSet));
    if (!elements.empty())
      fast::pack(out.data, out.count, fast::TypeMap::of_type(out.type),
                 std::as_writable_bytes(std::span(elements)).data());
    sent_.push_back(std::reduce(elements.begin(), elements.end(), RankSet{0}, std::bit_or<>()));
  }

  Transport& own_;
  std::vector<RankSet>& sent_;
};

}  // namespace

Origins fast::origins(const Platform& platform, const Point& point) {
  if (point.processes > most_in_rank_set || operand_type(point.type).size != sizeof(RankSet))
    throw Error(fmt::format(
        "whose data messages carry is told of up to {} ranks and types of 8 bytes; this is {} ranks and {}",
        most_in_rank_set, point.processes, point.type));
  Origins found{std::vector<bool>(static_cast<std::size_t>(point.processes)),
                std::vector<std::vector<RankSet>>(static_cast<std::size_t>(point.processes))};
  contributes = &found.contributes;
  const Operands::Element element{
      .extent = sizeof(RankSet), .function = join, .fill = fill_with_own, .first_wrong = nothing_wrong};
  const fast::Around noted = [&](Transport& own) {
    return std::make_unique<Noting>(own, found.sent[static_cast<std::size_t>(own.rank())]);
  };
  Point with_data = point;
  with_data.data = Data::verify;
  fast::simulate(platform, with_data, nullptr, &element, noted);
  return found;
}

}  // namespace collsim
