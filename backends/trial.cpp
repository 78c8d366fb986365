#include "backends/trial.hpp"

#include <map>
#include <type_traits>

#include "algorithms/algorithm.hpp"
#include "backends/data.hpp"

namespace collsim {
namespace {

/// Which ranks' contributions a result holds; none if first > last.
struct Contributors {
  int first, last;
};

/// How a point becomes a call on this rank, and what its result must hold.
template <class Call>
struct Meaning;

template <>
struct Meaning<Allreduce> {
  static Allreduce call(const Point& point, MPI_Datatype type, MPI_Op op, const void* send, void* recv, int) {
    return {point.in_place ? MPI_IN_PLACE : send, recv, static_cast<int>(point.count), type, op};
  }
  static Contributors result(const Point& point, int) { return {0, point.processes - 1}; }
};

template <>
struct Meaning<Reduce> {
  static Reduce call(const Point& point, MPI_Datatype type, MPI_Op op, const void* send, void* recv,
                     int rank) {
    // MPI allows MPI_IN_PLACE at the root only; elsewhere the single vector is the send vector.
    const bool is_root = rank == point.root;
    const void* from = !point.in_place ? send : is_root ? MPI_IN_PLACE : recv;
    return {from, is_root ? recv : nullptr, static_cast<int>(point.count), type, op, point.root};
  }
  static Contributors result(const Point& point, int rank) {
    return rank == point.root ? Contributors{0, point.processes - 1} : Contributors{0, -1};
  }
};

template <>
struct Meaning<Bcast> {
  static Bcast call(const Point& point, MPI_Datatype type, MPI_Op, const void*, void* recv, int) {
    return {recv, static_cast<int>(point.count), type, point.root};
  }
  static Contributors result(const Point& point, int) { return {point.root, point.root}; }
};

MPI_Op operator_for(const Point& point, MPI_Op op, Local& local) {
  return point.algorithm == "library" ? library_operator(op, local) : op;
}

template <class Call>
class TrialOf final : public Trial {
 public:
  TrialOf(const Point& point, MPI_Comm world, Local& local, Trace* trace)
      : point_(point),
        comm_(world, local, trace),
        operands_(point.type, point.op),
        algorithm_(find<Call>(point.algorithm)),
        recv_(comm_.scratch(static_cast<int>(point.count), operands_.type())),
        send_(comm_.scratch(separate() ? static_cast<int>(point.count) : 0, operands_.type())),
        call_(Meaning<Call>::call(point, operands_.type(), operator_for(point, operands_.op(), local),
                                  send_.data(), recv_.data(), comm_.rank())) {
    refill();
  }

  void run() override {
    for (int i = 0; i < point_.loop; ++i) algorithm_.run(comm_, call_, point_.options);
  }

  void refill() override {
    if (!comm_.local().carries_data()) return;
    operands_.fill(separate() ? send_.data() : recv_.data(), point_.count, comm_.rank());
  }

  std::string check() const override {
    const auto [first, last] = Meaning<Call>::result(point_, comm_.rank());
    if (!comm_.local().carries_data() || first > last) return {};
    const std::int64_t wrong = operands_.first_wrong(recv_.data(), point_.count, first, last);
    if (wrong < 0) return {};
    return "wrong result: element " + std::to_string(wrong) + " on rank " + std::to_string(comm_.rank());
  }

  const Comm& comm() const override { return comm_; }

 private:
  bool separate() const { return !point_.in_place && !std::is_same_v<Call, Bcast>; }

  Point point_;
  Comm comm_;
  Operands operands_;
  const Algorithm<Call>& algorithm_;
  Scratch recv_, send_;
  Call call_;
};

template <class Call>
std::unique_ptr<Trial> make(const Point& point, MPI_Comm world, Local& local, Trace* trace) {
  return std::make_unique<TrialOf<Call>>(point, world, local, trace);
}

}  // namespace

std::unique_ptr<Trial> make_trial(const Point& point, MPI_Comm world, Local& local, Trace* trace) {
  using Maker = std::unique_ptr<Trial> (*)(const Point&, MPI_Comm, Local&, Trace*);
  static const std::map<std::string, Maker> makers = {{Allreduce::collective, make<Allreduce>},
                                                      {Reduce::collective, make<Reduce>},
                                                      {Bcast::collective, make<Bcast>}};
  return makers.at(point.collective)(point, world, local, trace);
}

}  // namespace collsim
