#include <gtest/gtest.h>
#include <muParser.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/fold.hpp"
#include "models/hockney.hpp"
#include "testing/portfolio/cost_check.hpp"

namespace collsim {
namespace {

std::vector<const Description*> with_cost() {
  std::vector<const Description*> found;
  for (const Description* about : descriptions())
    if (about->cost) found.push_back(about);
  return found;
}

std::string test_name(const ::testing::TestParamInfo<const Description*>& info) {
  return info.param->collective + "_" + info.param->name;
}

class CostOf : public ::testing::TestWithParam<const Description*> {};

/// Does it send what its stages say, and take as long?
TEST_P(CostOf, IsWhatHappens) {
  EXPECT_EQ(testing::check_cost(*GetParam()), "");
}

double late(double nodes) {
  int latest = 0;
  for (unsigned i = 1; i <= nodes; ++i)
    latest = std::max(latest, static_cast<int>(std::bit_width(i)) + std::popcount(i) - 2);
  return latest;
}

double odd(double number) {
  return std::fmod(std::ceil(number), 2);
}

double lg(double number) {
  return std::floor(std::log2(number));
}

/// What binary blocks of p ranks take one way: rounds, and the parts of n sent and combined in them. Of
/// two blocks, the larger one passes its own rounds and then takes over those of the smaller one.
void define_binary_blocks(mu::Parser& parser, int p) {
  int rounds = 0;
  double sent = 0;
  double combined = 0;
  const auto halve = [&](int until, bool combines) {
    for (; rounds < until; ++rounds) {
      sent += std::ldexp(1, -rounds - 1);
      if (combines) combined += std::ldexp(1, -rounds - 1);
    }
  };
  int smaller = std::countr_zero(static_cast<unsigned>(p));
  halve(smaller, true);
  bool first = true;
  for (int rest = p & (p - 1); rest > 0; rest &= rest - 1, first = false) {
    const int larger = std::countr_zero(static_cast<unsigned>(rest));
    halve(larger, first);
    rounds += 1 << (larger - smaller);
    sent += std::ldexp(1, -smaller);
    combined += std::ldexp(1, -larger);
    smaller = larger;
  }
  parser.DefineConst("rounds", rounds);
  parser.DefineConst("sent", sent);
  parser.DefineConst("combined", combined);
}

double evaluate(const std::string& formula, const Shape& shape, const Hockney& machine) {
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
  int ones = 0;
  for (unsigned number = 0; number < static_cast<unsigned>(shape.processes); ++number)
    ones += std::popcount(number);
  int halves = 0;
  for (int half = fold.survivors() / 2; half > 0; half /= 2) halves += half + std::min(fold.pairs(), half);
  parser.DefineConst("ones", ones);
  parser.DefineConst("halves", halves);
  parser.DefineFun("late", late);
  parser.DefineFun("odd", odd);
  parser.DefineFun("lg", lg);
  define_binary_blocks(parser, shape.processes);
  parser.SetExpr(formula);
  return parser.Eval();
}

/// Is the formula that people read the sum of the stages?
TEST_P(CostOf, IsItsFormula) {
  const Description& about = *GetParam();
  const Options options = about.resolve({});
  const Collective& call = collective(about.collective);
  constexpr Hockney machines[] = {
      {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}, {1.7, 0.31, 0.23, 0.11}};
  for (int p = 1; p <= 70; ++p)
    for (const std::int64_t multiple : {0, 1, 5}) {
      const std::int64_t divisible = call.fitting(2 * multiple * p * Fold(p).survivors(), p);
      const int root = call.size == Collective::Size::vector ? p / 2 : 0;
      const Shape shape{.processes = p, .count = divisible, .type_size = 4, .root = root};
      if (!about.why_unsupported(shape, options).empty()) continue;
      for (const Hockney& machine : machines) {
        const double sum = predict(about.cost(shape, options), machine);
        EXPECT_NEAR(evaluate(about.formula, shape, machine), sum, 1e-12 * sum)
            << about.formula << " at p = " << p;
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
    volume += stage.repeat * stage.volume;
  }
  EXPECT_GE(volume, 1023 * shape.bytes() / 1024);
}

INSTANTIATE_TEST_SUITE_P(Algorithms, CostOf, ::testing::ValuesIn(with_cost()), test_name);

}  // namespace
}  // namespace collsim
