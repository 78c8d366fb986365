#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"
#include "tests/portfolio/placed.hpp"
#include "tests/portfolio/test_name.hpp"
#include "tests/portfolio/world.hpp"

namespace collsim {
namespace {

/// On three uneven nodes: one rank after the other, dealt out in turns, and anyhow.
std::vector<std::vector<int>> placements(int p) {
  if (p == 7) return {{0, 0, 0, 1, 1, 2, 2}, {0, 1, 2, 0, 1, 2, 0}, {2, 0, 1, 1, 0, 1, 2}};
  return {{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2},
          {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0},
          {2, 0, 1, 1, 1, 0, 2, 0, 0, 1, 2, 1, 1}};
}

/// Domains of each node: one after the other, of which the last node has one, or taking turns, or one alone.
std::vector<std::vector<int>> domains(int p) {
  if (p == 7) return {{0, 0, 1, 0, 0, 0, 0}, {0, 0, 0, 1, 1, 1, 0}, {0, 0, 0, 0, 0, 0, 0}};
  return {{0, 0, 0, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0},
          {0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 0},
          {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
}

/// Those of the options that it has.
std::map<std::string, std::string> with(const Description& about, std::map<std::string, std::string> given) {
  std::erase_if(given, [&](const auto& option) {
    return std::ranges::find(about.options, option.first, &OptionSpec::name) == about.options.end();
  });
  return given;
}

class OnNodes : public ::testing::TestWithParam<const Description*> {};

/// Is every result right where ranks share nodes?
TEST_P(OnNodes, ResultsAreRight) {
  const Description& about = *GetParam();
  for (const int p : testing::feasible({7, 13}))
    for (std::size_t i = 0; i < placements(p).size(); ++i)
      for (const auto& given : std::set{with(about, {}), with(about, {{"senders", "2"}}),
                                        with(about, {{"senders", "2"}, {"levels", "node+domain"}})})
        EXPECT_EQ(testing::oracle(about, given, testing::placed(placements(p)[i], domains(p)[i])), "");
}

/// With one sender, and with all ranks of a node as senders, on even nodes: exactly. Else it is a bound.
TEST_P(OnNodes, CostIsWhatHappens) {
  const Description& about = *GetParam();
  if (!about.cost) return;
  const auto check = [&](const std::vector<int>& placement, const std::string& senders,
                         const std::vector<int>& among = {}) {
    const std::string levels = among.empty() ? "node" : "node+domain";
    EXPECT_EQ(testing::check_cost(about, with(about, {{"senders", senders}, {"levels", levels}}),
                                  testing::placed(placement, among)),
              "");
  };
  for (const int p : testing::feasible({6, 12, 15}))
    for (const char* senders : {"1", "2", "3", "5"}) {
      const int ranks = p == 15 ? 5 : 3;  // of a node
      std::vector<int> even;
      for (int rank = 0; rank < p; ++rank) even.push_back(rank / ranks);
      if (std::stoi(senders) <= ranks) check(even, senders);
    }
  if (!testing::feasible({8}).empty()) check({0, 0, 0, 0, 1, 1, 1, 1}, "4", {0, 0, 1, 1, 1, 0, 1, 0});
  for (const int p : testing::feasible({7, 13}))
    for (std::size_t i = 0; i < placements(p).size(); ++i) {
      check(placements(p)[i], "2");
      check(placements(p)[i], "2", domains(p)[i]);
    }
}

std::vector<const Description*> that_know_nodes() {
  std::vector<const Description*> found;
  for (const Description* about : descriptions())
    if (about->knows_nodes) found.push_back(about);
  return found;
}

INSTANTIATE_TEST_SUITE_P(Algorithms, OnNodes, ::testing::ValuesIn(that_know_nodes()), testing::test_name);

}  // namespace
}  // namespace collsim
