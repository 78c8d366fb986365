#include "backends/fast/own_handles.hpp"

#include "backends/fast/types/type_map.hpp"
#include "backends/fast/types/typed_transport.hpp"

namespace collsim::fast {
namespace {

class OwnHandles final : public OperandHandles {
 public:
  explicit OwnHandles(const OperandSpec& operand)
      : map_(operand.size, operand.extent), operator_{operand.function, operand.commutative} {
    type_ = map_.handle();
    op_ = operator_.handle();
  }

 private:
  const TypeMap map_;
  const Operator operator_;
};

}  // namespace

std::unique_ptr<OperandHandles> own_handles(const OperandSpec& operand) {
  return std::make_unique<OwnHandles>(operand);
}

}  // namespace collsim::fast
