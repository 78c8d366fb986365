#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "algorithms/facts/fold.hpp"
#include "tests/portfolio/perform.hpp"
#include "tests/portfolio/world.hpp"

namespace collsim {
namespace {

using testing::Case;

/// An element is the expression that made it. 33 names, 32 times "(+)", and an end.
using Expression = std::array<char, 33 + 32 * 3 + 1>;
constexpr std::string_view names = "abcdefghijklmnopqrstuvwxyzABCDEFG";

Expression expression(const std::string& text) {
  Expression made{};
  std::copy(text.begin(), text.end(), made.begin());
  return made;
}

std::string name_of(int rank) {
  return std::string(1, names[static_cast<std::size_t>(rank)]);
}

void write_sum(const Expression& left, Expression& right) {
  right = expression("(" + std::string(left.data()) + "+" + std::string(right.data()) + ")");
}

void add(void* in, void* inout, int* count, Datatype*) {
  for (int i = 0; i < *count; ++i)
    write_sum(static_cast<const Expression*>(in)[i], static_cast<Expression*>(inout)[i]);
}

/// Commutes: the operand with the lowest rank goes first.
void add_sorted(void* in, void* inout, int* count, Datatype*) {
  const auto lowest = [](const Expression& e) {
    return names.find(e[std::string_view(e.data()).find_first_not_of('(')]);
  };
  for (int i = 0; i < *count; ++i) {
    Expression left = static_cast<const Expression*>(in)[i];
    Expression& right = static_cast<Expression*>(inout)[i];
    if (lowest(right) < lowest(left)) std::swap(left, right);
    write_sum(left, right);
  }
}

/// Rabenseifner's order: the first pairs fold, then neighbours combine until one is left.
std::string expected(int processes) {
  const int pairs = Fold(processes).pairs();
  std::vector<std::string> terms;
  for (int i = 0; i < pairs; ++i) terms.push_back("(" + name_of(2 * i) + "+" + name_of(2 * i + 1) + ")");
  for (int rank = 2 * pairs; rank < processes; ++rank) terms.push_back(name_of(rank));
  while (terms.size() > 1) {
    std::vector<std::string> halved;
    for (std::size_t i = 0; i < terms.size(); i += 2)
      halved.push_back("(" + terms[i] + "+" + terms[i + 1] + ")");
    terms = halved;
  }
  return terms.front();
}

/// Algorithms of these names keep the order of ranks, but bracket as their own trees and blocks do.
bool brackets_otherwise(const std::string& name) {
  return name == "binary_blocks" || name == "dual_root" || name == "knomial" || name == "linear";
}

/// All algorithms that combine in this order, with every root.
std::vector<Case> cases(int processes) {
  std::vector<Case> all;
  for (const Description* about : descriptions()) {
    const bool reduces =
        about->collective == Allreduce::collective || about->collective == Reduce::collective;
    if (!reduces || about->name == "library" || brackets_otherwise(about->name)) continue;
    const Options options = about->resolve({});
    if (!about->why_unsupported({.processes = processes, .commutative = false}, options).empty()) continue;
    const int roots = about->collective == Reduce::collective ? processes : 1;
    constexpr int count = 37;  // every block of 33 ranks has an element
    for (const bool in_place : {false, true})
      for (int root = 0; root < roots; ++root)
        all.push_back({about, options, processes, count, in_place, root});
  }
  return all;
}

std::string check(Comm& comm, const Case& test, Datatype type, Op op) {
  const Expression mine = expression(name_of(comm.rank()));
  std::vector<Expression> send(static_cast<std::size_t>(test.count), mine);
  std::vector<Expression> recv = send;
  perform(comm, test, send.data(), recv.data(), type, op);
  if (test.layout(comm.rank()).result.empty()) return {};
  const std::string right = expected(test.processes);
  for (const Expression& element : recv)
    if (element.data() != right) return test.to_string() + ": " + element.data() + ", not " + right + "; ";
  return {};
}

std::string check_all(testing::Rank rank, bool commutative) {
  Comm comm(rank.transport);
  const auto sum = testing::handles(
      {"", "", sizeof(Expression), sizeof(Expression), commutative ? add_sorted : add, commutative});
  std::string complaints;
  for (const Case& test : cases(comm.size())) complaints += check(comm, test, sum->type(), sum->op());
  return complaints;
}

TEST(EvaluationOrder, OfThirteenRanksIsRabenseifners) {
  EXPECT_EQ(expected(13), "((((a+b)+(c+d))+((e+f)+(g+h)))+(((i+j)+k)+(l+m)))");
}

TEST(EvaluationOrder, IsTheSameForEveryAlgorithmAndRoot) {
  for (const int p : testing::feasible({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 32, 33}))
    EXPECT_EQ(testing::on_ranks(p, [](testing::Rank rank) { return check_all(rank, false); }), "");
}

/// The order shows in floating-point sums, too.
TEST(EvaluationOrder, IsTheSameWhereTheOperatorCommutes) {
  for (const int p : testing::feasible({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 32, 33}))
    EXPECT_EQ(testing::on_ranks(p, [](testing::Rank rank) { return check_all(rank, true); }), "");
}

TEST(EvaluationOrder, ConcernsThoseThatFold) {
  std::string checked;
  for (const Case& test : cases(4))
    if (test.root == 0 && !test.in_place) checked += test.about->full_name() + " ";
  EXPECT_EQ(
      checked,
      "allreduce/halving_doubling allreduce/hierarchical allreduce/rabenseifner allreduce/recursive_doubling "
      "allreduce/recursive_multiplying allreduce/reduce_bcast allreduce/tree reduce/binomial "
      "reduce/hierarchical reduce/rabenseifner ");
}

}  // namespace
}  // namespace collsim
