#include "backends/trial.hpp"

#include "algorithms/collective.hpp"
#include "algorithms/prepare.hpp"
#include "backends/data.hpp"

namespace collsim {
namespace {

MPI_Op operator_for(const Point& point, MPI_Op op, Local& local) {
  return point.algorithm == "library" ? library_operator(op, local) : op;
}

class OneRank final : public Trial {
 public:
  OneRank(const Point& point, MPI_Comm world, Local& local, Trace* trace)
      : point_(point),
        comm_(world, local, trace),
        operands_(point.type, point.op),
        layout_(collective(point.collective).layout(point.shape(), comm_.rank())),
        send_(comm_.scratch(layout_.send, operands_.type())),
        recv_(comm_.scratch(layout_.recv, operands_.type())),
        run_(prepare(describe(point.collective, point.algorithm), point.options,
                     {point.shape(), comm_.rank(), send_.data(), recv_.data(), operands_.type(),
                      operator_for(point, operands_.op(), local)})) {
    refill();
  }

  void run() override {
    for (int i = 0; i < point_.loop; ++i) run_(comm_);
  }

  void refill() override {
    if (!comm_.local().carries_data()) return;
    void* own = layout_.place < 0 ? send_.data()
                                  : element(recv_.data(), layout_.place, Comm::extent(operands_.type()));
    operands_.fill(own, layout_.contributed, comm_.rank());
  }

  std::string check() const override {
    if (!comm_.local().carries_data()) return {};
    for (const Part& part : layout_.result) {
      const std::int64_t wrong = operands_.first_wrong(recv_.data(), part);
      if (wrong >= 0)
        return "wrong result: element " + std::to_string(wrong) + " on rank " + std::to_string(comm_.rank());
    }
    return {};
  }

  const Comm& comm() const override { return comm_; }

 private:
  const Point& point_;
  Comm comm_;
  Operands operands_;
  Layout layout_;
  Scratch send_, recv_;
  std::function<void(Comm&)> run_;
};

}  // namespace

std::unique_ptr<Trial> make_trial(const Point& point, MPI_Comm world, Local& local, Trace* trace) {
  return std::make_unique<OneRank>(point, world, local, trace);
}

}  // namespace collsim
