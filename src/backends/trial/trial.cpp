#include "backends/trial/trial.hpp"

#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/operand.hpp"
#include "algorithms/prepare.hpp"
#include "backends/trial/data.hpp"
#include "points/serving.hpp"

namespace collsim {
namespace {

Op operator_for(const Plan& plan, Transport& transport, LibraryOperator* library) {
  const Op own = plan.operands.op();
  return library && plan.point.asks_library() ? library(own, transport) : own;
}

class OneRank final : public Trial {
 public:
  OneRank(std::shared_ptr<const Plan> plan, Transport& transport, Trace* trace, LibraryOperator* library)
      : plan_(std::move(plan)),
        comm_(transport, trace),
        blocks_(plan_->call.exchanged(plan_->blocks, comm_.rank())),
        layout_(plan_->call.layout(plan_->shape, blocks_, comm_.rank())),
        send_(comm_.scratch(layout_.send, type())),
        recv_(comm_.scratch(layout_.recv, type())),
        run_(prepare(*plan_->serving.about, plan_->serving.options,
                     {plan_->shape, comm_.rank(), send_.data(), recv_.data(), type(),
                      operator_for(*plan_, transport, library), blocks_})) {
    refill();
  }

  void run(const std::function<void()>& enter) override {
    for (int i = 0; i < plan_->point.loop; ++i) {
      enter();
      run_(comm_);
      if (comm_.result()) use_result();
    }
  }

  void refill() override {
    if (!comm_.transport().carries_data()) return;
    void* own = layout_.place < 0 ? send_.data() : element(recv_.data(), layout_.place, comm_.extent(type()));
    plan_->operands.fill(own, layout_.contributed, comm_.rank());
  }

  std::string check() const override { return left_ ? wrong_ : wrong_in(recv_.data()); }

  const Comm& comm() const override { return comm_; }

 private:
  Datatype type() const { return plan_->operands.type(); }

  /// What the application does with a result that is in no buffer of its own.
  void use_result() {
    left_ = true;
    comm_.use_result(static_cast<int>(plan_->serving.options.integer("written")));
    if (plan_->point.data == Data::verify) wrong_ = wrong_in(comm_.result()->vector);
    comm_.release_result();
  }

  std::string wrong_in(const void* vector) const {
    if (!comm_.transport().carries_data()) return {};
    for (const Part& part : blocks_of_result(layout_)) {
      const std::int64_t wrong = plan_->operands.first_wrong(vector, part);
      if (wrong >= 0)
        return "wrong result: element " + std::to_string(wrong) + " on rank " + std::to_string(comm_.rank());
    }
    return {};
  }

  std::shared_ptr<const Plan> plan_;
  Comm comm_;
  const Places blocks_;
  const Layout layout_;
  Scratch send_, recv_;
  std::function<void(Comm&)> run_;
  bool left_ = false;  ///< the result in the node's memory
  std::string wrong_;  ///< in that
};

}  // namespace

Plan::Plan(const Point& asked, MakeHandles* make, const Operands::Element* element)
    : point(asked),
      shape(asked.shape()),
      call(collective(asked.collective)),
      blocks(call.size == Collective::Size::varied ? collsim::blocks(shape) : Places()),
      serving(collsim::serving(asked)),
      operands(element ? Operands(*element, operand_op(asked.op).commutative, make)
                       : Operands(asked.type, asked.op, make)) {}

std::unique_ptr<Trial> make_trial(std::shared_ptr<const Plan> plan, Transport& transport, Trace* trace,
                                  LibraryOperator* library) {
  return std::make_unique<OneRank>(std::move(plan), transport, trace, library);
}

}  // namespace collsim
