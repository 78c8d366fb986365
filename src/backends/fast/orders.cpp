#include "backends/fast/orders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "algorithms/facts/operand.hpp"
#include "backends/fast/simulate.hpp"
#include "backends/trial/data.hpp"

namespace collsim::fast {
namespace {

/// Sums by number: below the number of ranks, a rank's own element; equal sums have equal numbers.
class NumberedSums {
 public:
  /// `commute`: a+b is b+a, and is written so that the lowest rank comes first.
  NumberedSums(int ranks, bool commute) : ranks_(ranks), commute_(commute) {}

  int sum(int left, int right) {
    if (commute_ && lowest(right) < lowest(left)) std::swap(left, right);
    const auto [place, added] = numbers_.emplace(std::pair{left, right}, ranks_ + size());
    if (added) terms_.emplace_back(left, right);
    return place->second;
  }
  void count(int number, std::int64_t elements) {
    if (counts_.emplace(number, 0).second) found_.push_back(number);
    counts_[number] += elements;
  }
  std::vector<Order> orders() const {
    std::vector<Order> all;
    for (const int number : found_) all.push_back({expression(number, 0), counts_.at(number)});
    return all;
  }

 private:
  int size() const { return static_cast<int>(terms_.size()); }
  int lowest(int number) const {
    while (number >= ranks_) number = terms_[static_cast<std::size_t>(number - ranks_)].first;
    return number;
  }
  std::string expression(int number, std::size_t depth) const {
    if (number < ranks_)
      return ranks_ > 26 ? std::to_string(number) : std::string(1, static_cast<char>('a' + number));
    static constexpr std::array<std::array<const char*, 3>, 4> brackets = {
        {{"", " + ", ""}, {"{", " + ", "}"}, {"[", "+", "]"}, {"(", "+", ")"}}};
    const auto& [open, plus, close] = brackets[std::min(depth, brackets.size() - 1)];
    const auto& [left, right] = terms_[static_cast<std::size_t>(number - ranks_)];
    return fmt::format("{}{}{}{}{}", open, expression(left, depth + 1), plus, expression(right, depth + 1),
                       close);
  }

  int ranks_;
  bool commute_;
  std::vector<std::pair<int, int>> terms_;
  std::map<std::pair<int, int>, int> numbers_;
  std::vector<int> found_;
  std::map<int, std::int64_t> counts_;
};

/// The sums of the point under way: operators are functions without a memory of their own.
NumberedSums* sums = nullptr;

void fill_with_rank(void* vector, std::int64_t count, int rank) {
  std::fill_n(static_cast<int*>(vector), count, rank);
}

void add(void* in, void* inout, int* count, Datatype*) {
  const auto* left = static_cast<const int*>(in);
  auto* right = static_cast<int*>(inout);
  for (int i = 0; i < *count; ++i) right[i] = sums->sum(left[i], right[i]);
}

std::int64_t note(const void* buffer, const Part& part) {
  for (std::int64_t i = part.at; i < part.at + part.count; ++i)
    sums->count(static_cast<const int*>(buffer)[i], 1);
  return -1;
}

}  // namespace

std::vector<Order> orders(const Platform& platform, const Point& point) {
  NumberedSums found(point.processes, operand_op(point.op).commutative);
  sums = &found;
  const Operands::Element element{
      .extent = sizeof(int), .function = add, .fill = fill_with_rank, .first_wrong = note};
  simulate(platform, point, nullptr, &element);
  return found.orders();
}

}  // namespace collsim::fast
