#pragma once

#include <functional>
#include <memory>
#include <string>

#include "algorithms/comm.hpp"
#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/nested.hpp"
#include "backends/trial/data.hpp"
#include "points/point.hpp"

namespace collsim {

/// One rank's part in executing a point: buffers, the call, the check.
/// Use: construct (allocates and fills), align the ranks, run() between two looks at the clock, check().
class Trial {
 public:
  virtual ~Trial() = default;
  /// Calls enter() before each call. Throws MpiError, UnknownAlgorithm.
  virtual void run(const std::function<void()>& enter) = 0;
  /// Restores the contents that run() may have overwritten.
  virtual void refill() = 0;
  /// Empty, or which element of the result is wrong on this rank.
  virtual std::string check() const = 0;
  virtual const Comm& comm() const = 0;
};

/// The operator to hand to the library's own collective, whose combining Comm does not see: one that charges `transport`. Valid as
/// long as that.
using LibraryOperator = Op(Op op, Transport& transport);

/// What is the same on all ranks of a trial: those of one process may share it.
struct Plan {
  /// `point` must outlive it. `make`: of the transports that take part. `element`: null for the point's type and operator.
  /// Throws UnknownAlgorithm, Error, MpiError.
  Plan(const Point& point, MakeHandles* make, const Operands::Element* element = nullptr);

  const Point& point;
  const Shape shape;
  const Collective& call;
  const Places blocks;  ///< of the shape, where they vary
  const Nested serving;
  const Operands operands;
};

/// `transport` joins point.processes ranks; everything must outlive the trial. `library`: null where what the library combines is
/// charged by itself.
std::unique_ptr<Trial> make_trial(std::shared_ptr<const Plan> plan, Transport& transport,
                                  Trace* trace = nullptr, LibraryOperator* library = nullptr);

}  // namespace collsim
