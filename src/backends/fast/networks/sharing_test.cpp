#include "backends/fast/networks/sharing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

namespace collsim::fast {
namespace {

using Key = std::uint32_t;  ///< of a flow among those between the same ranks

/// A flow, and when it starts.
struct Job {
  double start, amount;
  std::vector<std::int32_t> resources;
  double penalty = 1, bound = Sharing::never;
};

/// What ended, in order: when and which job (its key).
using Ended = std::vector<std::pair<double, Key>>;

/// Starts jobs (ordered by start; `order` permutes them among equal starts) and collects the ends.
Ended ends_of(const std::vector<double>& capacities, const std::vector<Job>& jobs,
              const std::vector<std::size_t>& order) {
  Sharing sharing(capacities);
  std::map<Sharing::Flow, Key> keys;
  Ended ended;
  for (std::size_t i = 0; i < order.size() || sharing.next() < Sharing::never;) {
    const double starts = i < order.size() ? jobs[order[i]].start : Sharing::never;
    if (const double time = sharing.next(); time <= starts) {
      const auto key = keys.extract(sharing.pop());
      EXPECT_FALSE(key.empty());
      ended.emplace_back(time, key.mapped());
      continue;
    }
    for (; i < order.size() && jobs[order[i]].start == starts; ++i) {
      const Job& job = jobs[order[i]];
      const auto flow = sharing.start(starts, job.amount, job.resources,
                                      {.sequence = static_cast<Key>(order[i])}, job.penalty, job.bound);
      EXPECT_TRUE(keys.emplace(flow, order[i]).second) << "the number of a flow that has not ended";
    }
  }
  return ended;
}

std::vector<std::size_t> in_order(const std::vector<Job>& jobs) {
  std::vector<std::size_t> order(jobs.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](auto one, auto other) { return jobs[one].start < jobs[other].start; });
  return order;
}

std::vector<double> times(const std::vector<double>& capacities, const std::vector<Job>& jobs) {
  std::vector<double> times(jobs.size(), NAN);
  for (const auto& [time, key] : ends_of(capacities, jobs, in_order(jobs))) times[key] = time;
  return times;
}

/// The definition, without heap or memory: the rates of the present jobs, filled step by step, all anew.
std::map<Key, double> reference_rates(const std::vector<double>& capacities, const std::vector<Job>& jobs,
                                      const std::map<Key, double>& present) {
  std::map<Key, double> rates;
  std::vector<double> left = capacities;
  while (rates.size() < present.size()) {
    std::vector<double> weights(capacities.size(), 0);
    double level = Sharing::never;
    for (const auto& [key, remaining] : present) {
      if (rates.contains(key)) continue;
      for (const auto r : jobs[key].resources) weights[static_cast<std::size_t>(r)] += 1 / jobs[key].penalty;
      level = std::min(level, jobs[key].bound * jobs[key].penalty);
    }
    std::vector<double> levels(capacities.size(), Sharing::never);
    for (std::size_t r = 0; r < levels.size(); ++r)
      if (weights[r] > 0) level = std::min(level, levels[r] = left[r] / weights[r]);
    std::map<Key, double> stopped;
    for (const auto& [key, remaining] : present) {
      if (rates.contains(key)) continue;
      double own = jobs[key].bound * jobs[key].penalty;
      for (const auto r : jobs[key].resources) own = std::min(own, levels[static_cast<std::size_t>(r)]);
      if (own <= level * (1 + 1e-12)) stopped[key] = level / jobs[key].penalty;
    }
    for (const auto& [key, rate] : stopped)
      for (const auto r : jobs[key].resources) left[static_cast<std::size_t>(r)] -= rate;
    rates.merge(stopped);
  }
  return rates;
}

std::vector<double> reference_times(const std::vector<double>& capacities, const std::vector<Job>& jobs) {
  std::vector<double> times(jobs.size(), NAN);
  const auto order = in_order(jobs);
  std::map<Key, double> present;
  double now = 0;
  for (std::size_t i = 0; i < order.size() || !present.empty();) {
    const auto rates = reference_rates(capacities, jobs, present);
    double then = i < order.size() ? jobs[order[i]].start : Sharing::never;
    for (const auto& [key, remaining] : present) then = std::min(then, now + remaining / rates.at(key));
    for (auto& [key, remaining] : present) {
      if (now + remaining / rates.at(key) <= then * (1 + 1e-13)) times[key] = then;
      remaining -= rates.at(key) * (then - now);
    }
    std::erase_if(present, [&](const auto& it) { return !std::isnan(times[it.first]); });
    now = then;
    for (; i < order.size() && jobs[order[i]].start == now; ++i)
      present[static_cast<Key>(order[i])] = jobs[order[i]].amount;
  }
  return times;
}

/// Few resources and few distinct values, so that ties are common; start times too.
struct Instance {
  std::vector<double> capacities;
  std::vector<Job> jobs;
};

Instance random_instance(unsigned seed) {
  std::mt19937 random(seed);
  const auto upto = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  Instance it;
  const int resources = 1 + upto(8);
  for (int r = 0; r < resources; ++r) it.capacities.push_back(1 + upto(4));
  const int jobs = 1 + upto(24);
  const double penalties[] = {1, 1, 1, 2, 0.3, 1e-3};
  for (int j = 0; j < jobs; ++j) {
    Job job{0.5 * upto(8), 0.1 * upto(40), {}, penalties[upto(6)], Sharing::never};
    for (int r = 0; r < resources; ++r)
      if (upto(3) == 0) job.resources.push_back(r);
    if (job.resources.empty()) job.resources.push_back(upto(resources));
    if (upto(3) == 0) job.bound = 0.1 * (1 + upto(20));
    it.jobs.push_back(job);
  }
  return it;
}

TEST(Sharing, AloneAFlowEndsAtStartPlusAmountOverRateToTheBit) {
  const double capacity = 1.1e9, other = 0.7e9, start = 0.1, amount = 1000016, bound = 0.3e9;
  for (const double penalty : {1.0, 1e-6, 3.3e-7}) {
    EXPECT_EQ(times({capacity}, {{start, amount, {0}, penalty}})[0], start + amount / capacity);
    EXPECT_EQ(times({capacity, other}, {{start, amount, {0, 1}, penalty}})[0], start + amount / other);
    EXPECT_EQ(times({capacity}, {{start, amount, {0}, penalty, bound}})[0], start + amount / bound);
  }
  EXPECT_EQ(times({1}, {{start, amount, {}, 1, bound}})[0], start + amount / bound);
}

TEST(Sharing, NothingToMoveEndsAtOnce) {
  EXPECT_EQ(times({1}, {{0, 1, {0}}, {0.25, 0, {0}}}), (std::vector<double>{1, 0.25}));
}

TEST(Sharing, EqualFlowsOnOneResource) {
  // Alone for 1 s: 2 of 6 units. Then 1/s each: the second's 3 units end at 4, where the first has 1 unit
  // left, at 2/s.
  EXPECT_EQ(times({2}, {{0, 6, {0}}, {1, 3, {0}}}), (std::vector<double>{4.5, 4}));
}

TEST(Sharing, TheBottleneckOfOneLeavesRoomForTheOther) {
  // The first two have 1/2 each on resource 0 (1/s), so the third has 3/2 of resource 1's 2/s.
  // At 2 the third has moved 3 units: all. The others go on at 1/2 each, until 4.
  EXPECT_EQ(times({1, 2}, {{0, 2, {0, 1}}, {0, 2, {0}}, {0, 3, {1}}}), (std::vector<double>{4, 4, 2}));
}

TEST(Sharing, InInverseProportionToThePenalties) {
  // 4/s shared as 1/1 : 1/3 is 3/s and 1/s. At 2 the first has moved 6; the second has 2 left, at 4/s.
  EXPECT_EQ(times({4}, {{0, 6, {0}, 1}, {0, 4, {0}, 3}}), (std::vector<double>{2, 2.5}));
}

TEST(Sharing, ABoundLeavesTheRestToTheOthers) {
  // 6/s for three: one is bound to 1/s, so the others have 5/2 each. They end at 4, it at 5.
  EXPECT_EQ(times({6}, {{0, 5, {0}, 1, 1}, {0, 10, {0}}, {0, 10, {0}}}), (std::vector<double>{5, 4, 4}));
}

TEST(Sharing, ABoundIsOnTheRateNotOnRateTimesPenalty) {
  // Without bounds 6/s and 3/s; the first is bound to 4/s, so the second has 5/s.
  EXPECT_EQ(times({9}, {{0, 8, {0}, 1, 4}, {0, 10, {0}, 2, 8}}), (std::vector<double>{2, 2}));
}

TEST(Sharing, AMemoryThatOneRankCannotFill) {
  // 10/s, one rank does 4/s: 1 and 2 ranks are bound by themselves, 4 ranks have 10/4 each.
  for (const auto& [ranks, rate] : std::map<int, double>{{1, 4}, {2, 4}, {4, 2.5}}) {
    const std::vector<Job> jobs(static_cast<std::size_t>(ranks), {0, 20, {0}, 1, 4});
    EXPECT_EQ(times({10}, jobs), std::vector<double>(jobs.size(), 20 / rate));
  }
}

TEST(Sharing, AResourceTwiceOnTheRouteIsUsedTwice) {
  EXPECT_EQ(times({2}, {{0, 4, {0, 0}}})[0], 4);
  // 3 uses of 3/s: 1/s each, until the second's 2 units are through; then the first has 3/2.
  EXPECT_EQ(times({3}, {{0, 5, {0, 0}}, {0, 2, {0}}}), (std::vector<double>{4, 2}));
}

TEST(Sharing, NoFlowNoEnd) {
  Sharing sharing({1});
  EXPECT_EQ(sharing.next(), Sharing::never);
  sharing.start(0, 1, std::vector{0}, {});
  EXPECT_EQ(sharing.next(), 1);
  sharing.pop();
  EXPECT_EQ(sharing.next(), Sharing::never);
}

TEST(Sharing, EndsOfOneTimeInTheOrderOfTheirKeys) {
  Sharing sharing({2});
  const auto late = sharing.start(0, 1, std::vector{0}, {.sequence = 7});
  const auto early = sharing.start(0, 1, std::vector{0}, {.sequence = 3});
  EXPECT_EQ(sharing.next(), 1);
  EXPECT_EQ(sharing.pop(), early);
  EXPECT_EQ(sharing.next(), 1);
  EXPECT_EQ(sharing.pop(), late);
}

TEST(Sharing, TellsTheRanksOfBigMachinesApart) {
  constexpr std::int32_t million = 1 << 20;
  const std::vector<Sharing::Key> keys = {
      {1, 0, 0}, {1, million, 0}, {1, million, 1 << 24}, {million, 0, 0}, {million + 1, 0, 0}};
  Sharing sharing({1});
  std::vector<Sharing::Flow> started;
  for (auto key = keys.rbegin(); key != keys.rend(); ++key)
    started.push_back(sharing.start(0, 1, std::vector{0}, *key));
  for (auto flow = started.rbegin(); flow != started.rend(); ++flow) {
    EXPECT_EQ(sharing.next(), static_cast<double>(keys.size()));
    EXPECT_EQ(sharing.pop(), *flow);
  }
}

TEST(Sharing, NumbersAreUsedAgain) {
  Sharing sharing({1, 1});
  for (int round = 0; round < 100; ++round) {
    const double now = round;
    for (Key key = 0; key < 2; ++key)
      EXPECT_LT(sharing.start(now, 1, std::vector{static_cast<std::int32_t>(key)}, {.sequence = key}), 2);
    EXPECT_EQ(sharing.next(), now + 1);
    EXPECT_NE(sharing.pop(), sharing.pop());
  }
}

void expect_reference_times(const Instance& it, unsigned seed) {
  const auto expected = reference_times(it.capacities, it.jobs);
  const auto measured = times(it.capacities, it.jobs);
  for (std::size_t j = 0; j < it.jobs.size(); ++j)
    ASSERT_NEAR(measured[j], expected[j], 1e-12 * expected[j]) << "instance " << seed << ", flow " << j;
}

TEST(Sharing, EqualsTheReferenceOnRandomInstances) {
  for (unsigned seed = 0; seed < 1000; ++seed) expect_reference_times(random_instance(seed), seed);
}

/// Flows of a few hops of a ring of links, so that a change reaches some of the others through several
/// bottlenecks, and few that are alike.
Instance random_ring(unsigned seed) {
  std::mt19937 random(seed);
  const auto upto = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  Instance it;
  constexpr int links = 24;
  for (int link = 0; link < links; ++link) it.capacities.push_back(1 + 0.01 * upto(100));
  for (int j = 0; j < 120; ++j) {
    Job job{0.01 * upto(300), 0.01 * (1 + upto(100)), {}, 1 + 0.1 * upto(10), Sharing::never};
    const int first = upto(links);
    for (int hop = 0; hop <= upto(6); ++hop) job.resources.push_back((first + hop) % links);
    if (upto(8) == 0) job.bound = 0.05 * (1 + upto(10));
    it.jobs.push_back(job);
  }
  return it;
}

TEST(Sharing, EqualsTheReferenceWhereChangesSpread) {
  for (unsigned seed = 0; seed < 30; ++seed) expect_reference_times(random_ring(seed), seed);
}

TEST(Sharing, CapacitiesOfAnySize) {
  // In units of 2^600 or of 2^-600 the same: powers of two round nothing.
  for (unsigned seed = 0; seed < 30; ++seed) {
    const Instance it = random_ring(seed);
    const auto expected = times(it.capacities, it.jobs);
    for (const double unit : {0x1p600, 0x1p-600}) {
      Instance scaled = it;
      for (double& capacity : scaled.capacities) capacity *= unit;
      for (Job& job : scaled.jobs) job.amount *= unit, job.bound *= unit;
      ASSERT_EQ(times(scaled.capacities, scaled.jobs), expected) << "instance " << seed;
    }
  }
}

TEST(Sharing, WhateverTheOrderOfStartsTheSameBits) {
  for (unsigned seed = 0; seed < 330; ++seed) {
    const Instance it = seed < 300 ? random_instance(seed) : random_ring(seed);
    auto order = in_order(it.jobs);
    const Ended expected = ends_of(it.capacities, it.jobs, order);
    std::mt19937 random(seed);
    std::shuffle(order.begin(), order.end(), random);
    std::stable_sort(order.begin(), order.end(),
                     [&](auto one, auto other) { return it.jobs[one].start < it.jobs[other].start; });
    ASSERT_EQ(ends_of(it.capacities, it.jobs, order), expected) << "instance " << seed;
  }
}

TEST(Sharing, WhatIsNotConnectedDoesNotMatter) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    const Instance one = random_instance(seed);
    const Instance other = random_instance(seed + 1000);
    Instance both = one;
    both.capacities.insert(both.capacities.end(), other.capacities.begin(), other.capacities.end());
    for (Job job : other.jobs) {
      for (auto& r : job.resources) r += static_cast<std::int32_t>(one.capacities.size());
      job.start += 0.123;
      both.jobs.push_back(job);
    }
    const auto measured = times(both.capacities, both.jobs);
    const auto expected = times(one.capacities, one.jobs);
    for (std::size_t j = 0; j < expected.size(); ++j)
      ASSERT_NEAR(measured[j], expected[j], 1e-13 * expected[j]) << "instance " << seed << ", flow " << j;
  }
}

TEST(Sharing, ABusyResourceMovesItsCapacity) {
  // No bound, one resource: it is never idle, so the last flow ends when all amounts are through.
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(0.1, 1);
  for (int instance = 0; instance < 100; ++instance) {
    std::vector<Job> jobs;
    double amount = 0;
    for (int j = 0; j < 50; ++j) {
      jobs.push_back({0.001 * j, uniform(random), {0}, uniform(random)});
      amount += jobs.back().amount;
    }
    const auto ends = times({3}, jobs);
    EXPECT_NEAR(*std::max_element(ends.begin(), ends.end()), amount / 3, 1e-12 * amount);
  }
}

TEST(Sharing, PenaltiesOfVeryDifferentSize) {
  // A route without latency has penalty 1, beside others of microseconds: it gets a millionth of their share.
  // 1 = r + r/1e6, so the first ends after 1 + 1e-6 s; the second has then moved 1e-6 of its 1 unit.
  const auto ends = times({1}, {{0, 1, {0}, 1e-6}, {0, 1, {0}, 1}});
  EXPECT_NEAR(ends[0], 1 + 1e-6, 1e-12);
  EXPECT_NEAR(ends[1], 2, 1e-12);
}

TEST(Sharing, SymmetricFlowsEndAtOneMoment) {
  // A ring of 64 resources, every flow over 31 of them: each has 1/31. Amounts and capacities that round.
  constexpr int nodes = 64, hops = 31;
  for (const double start : {0.0, 1e-5, 0.3, 0.7, 1.1, 137.9}) {
    std::vector<Job> jobs;
    for (int node = 0; node < nodes; ++node) {
      jobs.push_back({start, 65552, {}, 1.7e-6});
      for (int hop = 0; hop < hops; ++hop) jobs.back().resources.push_back((node + hop) % nodes);
    }
    const auto ends = times(std::vector<double>(nodes, 0.7e9), jobs);
    EXPECT_EQ(std::set<double>(ends.begin(), ends.end()).size(), 1U) << "from " << start;
    EXPECT_NEAR(ends[0], start + 65552 * hops / 0.7e9, 1e-15 * (1 + start));
  }
}

TEST(Sharing, StartsOfOneMomentAreSolvedOnce) {
  // The second flow starts a rounding error later, so it is of the same moment: both have half of 1/s.
  Sharing sharing({1});
  const double now = 1, later = std::nextafter(now, 2);
  sharing.start(now, 1, std::vector{0}, {});
  EXPECT_EQ(sharing.next(later), Sharing::never) << "solved before the moment is over";
  sharing.start(later, 1, std::vector{0}, {.sequence = 1});
  EXPECT_EQ(sharing.next(2), 3);
  sharing.pop();
  EXPECT_NEAR(sharing.next(4), 3, 1e-15);
}

TEST(Sharing, EndsOfOneMomentAreSolvedOnce) {
  // At 1/2 each the second ends a rounding error later; solved in between, it would go on at 1/s.
  Sharing sharing({1});
  const double later = 1 + 8 * std::numeric_limits<double>::epsilon();
  sharing.start(0, 0.5, std::vector{0}, {});
  sharing.start(0, 0.5 * later, std::vector{0}, {.sequence = 1});
  EXPECT_EQ(sharing.next(), 1);
  sharing.pop();
  EXPECT_EQ(sharing.next(), later);
}

TEST(Sharing, TimesNeverDecrease) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    const Instance it = random_instance(seed);
    const Ended ended = ends_of(it.capacities, it.jobs, in_order(it.jobs));
    EXPECT_EQ(ended.size(), it.jobs.size());
    EXPECT_TRUE(std::is_sorted(ended.begin(), ended.end(),
                               [](const auto& one, const auto& other) { return one.first < other.first; }));
  }
}

}  // namespace
}  // namespace collsim::fast
