#include <gtest/gtest.h>
#include <muParser.h>

#include <limits>

#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/description.hpp"
#include "algorithms/facts/fold.hpp"
#include "models/hockney.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/test_name.hpp"

namespace collsim {
namespace {

std::vector<const Description*> with_cost() {
  std::vector<const Description*> found;
  for (const Description* about : descriptions())
    if (about->cost) found.push_back(about);
  return found;
}

class CostOf : public ::testing::TestWithParam<const Description*> {};

/// Does it send what its stages say, and take as long?
TEST_P(CostOf, IsWhatHappens) {
  EXPECT_EQ(testing::check_cost(*GetParam()), "");
}

double evaluate(const Description& about, const Shape& shape, const Hockney& machine) {
  const Fold fold(shape.processes);
  mu::Parser parser;
  parser.DefineConst("alpha", machine.alpha);
  parser.DefineConst("beta", machine.beta);
  parser.DefineConst("gamma", machine.gamma);
  parser.DefineConst("kappa", machine.kappa);
  parser.DefineConst("n", static_cast<double>(shape.bytes()));
  parser.DefineConst("p", shape.processes);
  parser.DefineConst("P", fold.survivors());
  parser.DefineConst("k", fold.rounds());
  parser.DefineConst("r", fold.pairs());
  for (const Symbol& symbol : about.symbols) parser.DefineConst(symbol.name, symbol.value(shape.processes));
  parser.DefineConst("phi", machine.phi);
  parser.DefineConst("psi", machine.psi);
  parser.DefineConst("tau", machine.tau);
  parser.DefineConst("theta", machine.theta);
  parser.SetExpr(about.formula_with(about.resolve({})));
  return parser.Eval();
}

/// Is the formula that people read the sum of the stages?
TEST_P(CostOf, IsItsFormula) {
  const Description& about = *GetParam();
  const Options options = about.resolve({});
  const Collective& call = collective(about.collective);
  constexpr Hockney machines[] = {{1, 0, 0, 0},
                                  {0, 1, 0, 0},
                                  {0, 0, 1, 0},
                                  {0, 0, 0, 1},
                                  {1.7, 0.31, 0.23, 0.11},
                                  {.kappa = 0.11, .tau = 1.3, .theta = 0.17}};
  for (int p = 1; p <= 70; ++p)
    for (const std::int64_t multiple : {0, 1, 5}) {
      const std::int64_t divisible = call.fitting(2 * multiple * p * Fold(p).survivors(), p);
      const int root = call.size == Collective::Size::vector ? p / 2 : 0;
      const Shape shape{.processes = p, .count = divisible, .type_size = 4, .root = root};
      if (!about.why_unsupported(shape, options).empty()) continue;
      for (const Hockney& machine : machines) {
        const double sum = predict(about.cost(shape, options), machine);
        EXPECT_NEAR(evaluate(about, shape, machine), sum, 1e-12 * sum)
            << about.formula_with(options) << " at p = " << p;
      }
    }
}

/// Counts go up to INT_MAX, bytes and totals beyond.
TEST_P(CostOf, DoesNotOverflow) {
  const Description& about = *GetParam();
  const Options options = about.resolve({});
  constexpr int p = 1024;
  const std::int64_t count = collective(about.collective).fitting(std::numeric_limits<int>::max(), p);
  const Shape shape{.processes = p, .count = count, .type_size = 16};
  std::int64_t volume = 0;
  for (const Stage& stage : about.cost(shape, options)) {
    EXPECT_GE(stage.bytes, 0);
    EXPECT_LE(stage.bytes, shape.bytes());
    EXPECT_GE(stage.volume, 0);
    EXPECT_GE(stage.traversed, 0);
    // What traverses the collective network comes to every other rank.
    volume += stage.repeat * (stage.volume + stage.traversed);
  }
  EXPECT_GE(volume, 1023 * shape.bytes() / 1024);
}

INSTANTIATE_TEST_SUITE_P(Algorithms, CostOf, ::testing::ValuesIn(with_cost()), testing::test_name);

}  // namespace
}  // namespace collsim
