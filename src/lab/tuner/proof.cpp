#include "lab/tuner/proof.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <numeric>
#include <set>
#include <sstream>

#include "algorithms/facts/collective.hpp"
#include "rules/libraries/openmpi.hpp"
#include "support/error.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

constexpr std::int64_t element = 8, largest_probed = 16 << 20, largest_checked = 1 << 20;

/// Bytes of whole elements, in equal blocks where the collective has them: the least that are at least so many.
std::int64_t at_least(const std::string& name, int processes, std::int64_t bytes) {
  const std::int64_t unit = element * collective(name).unit(processes);
  return unit == 0 ? 0 : std::max<std::int64_t>(1, (bytes + unit - 1) / unit) * unit;
}

std::set<std::pair<std::string, std::int64_t>> limits(const Rules& rules, int processes, std::int64_t most) {
  std::set<std::pair<std::string, std::int64_t>> found;
  for (const Rule& rule : rules.all()) {
    if (!rule.region.processes.contains(processes)) continue;
    const std::string& name = rule.collective;
    const auto add = [&](std::int64_t bytes) {
      if (bytes >= 0 && bytes <= most) found.emplace(name, bytes);
    };
    const std::int64_t first = at_least(name, processes, rule.region.bytes.first);
    add(first);
    if (rule.region.bytes.first > 0) add(first - element * collective(name).unit(processes));
    if (rule.region.bytes.last >= most) continue;
    const std::int64_t behind = at_least(name, processes, rule.region.bytes.last + 1);
    add(behind);
    add(std::max(first, behind - element * collective(name).unit(processes)));
  }
  return found;
}

/// With which a rule's algorithm runs on so many ranks.
std::int64_t fewest_elements(const Rule& rule, const Rules& rules, int processes) {
  for (std::int64_t count = 1; count <= 97 * processes; ++count) {
    const Shape shape{.processes = processes, .count = count, .type_size = element};
    const Rule* runs = rules.match(facts_of(rule.collective, shape));
    if (runs && runs->theirs == rule.theirs) return count;
  }
  return 0;
}

/// Messages and bytes, for people.
std::string traffic_text(const MessageSizes& messages) {
  std::int64_t number = 0, bytes = 0;
  for (const auto& [pair, sizes] : messages) {
    number += std::ssize(sizes);
    bytes += std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
  }
  return fmt::format("{} messages, {} B", number, bytes);
}

/// The sizes of all messages, in rising order.
std::vector<std::int64_t> sizes_of(const MessageSizes& messages) {
  std::vector<std::int64_t> all;
  for (const auto& [pair, sizes] : messages) all.insert(all.end(), sizes.begin(), sizes.end());
  std::ranges::sort(all);
  return all;
}

/// The first pair of ranks between which other messages went than was meant, for people.
std::string difference(const MessageSizes& meant, const MessageSizes& ran) {
  std::set<std::pair<int, int>> pairs;
  for (const auto& [pair, sizes] : meant) pairs.insert(pair);
  for (const auto& [pair, sizes] : ran) pairs.insert(pair);
  const auto between = [](const MessageSizes& messages, const std::pair<int, int>& pair) {
    const auto found = messages.find(pair);
    return found == messages.end() ? std::vector<std::int64_t>{} : found->second;
  };
  const auto text = [](const std::vector<std::int64_t>& sizes) {
    return sizes.empty() ? "nothing" : fmt::format("{} B", fmt::join(sizes, "+"));
  };
  for (const auto& pair : pairs)
    if (between(meant, pair) != between(ran, pair))
      return fmt::format("; from {} to {}: {}, not {}", pair.first, pair.second, text(between(ran, pair)),
                         text(between(meant, pair)));
  return "";
}

/// Whether the vector divides into a segment, or an element, for every process, and into halves where it is halved.
bool is_even(const Rule& rule, const Shape& shape) {
  const std::int64_t segment = std::max<std::int64_t>(1, rule.segment_bytes() / shape.type_size);
  const std::int64_t halves = rule.only.contains(Condition::two_segments) ? 2 : 1;
  return shape.count % (halves * std::lcm<std::int64_t>(shape.processes, segment)) == 0;
}

/// How the messages of a library's algorithm and of its counterpart are to compare on so many ranks.
Likeness promised(const Target& target, const Rule& rule, const Shape& shape) {
  const ForeignAlgorithm* row =
      foreign_algorithm(target.library, rule.collective, parse_written(rule.theirs));
  if (!row) return Likeness::name;
  const bool power_of_two = std::has_single_bit(static_cast<unsigned>(shape.processes));
  const Likeness like = power_of_two ? row->like : row->like_elsewhere;
  return is_even(rule, shape) ? like : std::min(like, row->like_uneven);
}

Likeness likeness(const MessageSizes& one, const MessageSizes& other) {
  if (one == other) return Likeness::messages;
  const auto its = sizes_of(one), others = sizes_of(other);
  if (its == others) return Likeness::sizes;
  return its.size() == others.size() ? Likeness::number : Likeness::name;
}

void enter(const std::string& meant, const std::string& ran, bool right, Proof& proof) {
  const auto append = [](std::string& all, const std::string& more) {
    all += (all.empty() ? "" : ", ") + more;
  };
  append(proof.meant, meant);
  append(proof.ran, ran);
  if (proof.verdict != Proof::Verdict::wrong)
    proof.verdict = right ? Proof::Verdict::right : Proof::Verdict::wrong;
}

/// Open MPI's algorithm that runs by a function of this name: bruck is k_bruck from version 6 on.
std::string without_radix(const std::string& function, int version) {
  return version >= 60 && function == "k_bruck" ? "bruck" : function;
}

/// `functions`: "allreduce_intra_ring,bcast_intra_chain,", or "-" where they have no names.
void judge_names(const Target& target, const Rule& rule, const std::string& functions, Proof& proof) {
  if (functions == "-") return;
  std::set<std::string> names;
  std::istringstream all(functions);
  for (std::string name; std::getline(all, name, ',');) {
    names.insert(without_radix(without_collective(proof.collective, name), target.version));
  }
  std::set<std::string> told;
  for (const auto& name : names) {
    const std::string algorithm = openmpi_algorithm_of(proof.collective, name);
    told.insert(algorithm.empty() ? name : algorithm);
  }
  enter(parse_written(rule.theirs).name, fmt::format("{}", fmt::join(told, "+")),
        names.contains(openmpi_function(proof.collective, rule.theirs)), proof);
}

/// Where blocks vary, libraries are free to send nothing of one that is empty.
MessageSizes of_data(MessageSizes messages, const std::string& name) {
  if (collective(name).size != Collective::Size::varied) return messages;
  for (auto& [pair, sizes] : messages) std::erase(sizes, 0);
  std::erase_if(messages, [](const auto& each) { return each.second.empty(); });
  return messages;
}

void judge_messages(Likeness promised, const MessageSizes& meant, const MessageSizes& ran, Proof& proof) {
  proof.like = std::max(likeness(meant, ran),
                        likeness(of_data(meant, proof.collective), of_data(ran, proof.collective)));
  if (promised == Likeness::name) return;
  const bool right = *proof.like >= promised;
  enter(traffic_text(meant), traffic_text(ran) + (right ? "" : difference(meant, ran)), right, proof);
}

/// `functions` and `messages`: what collprobe prints of a call.
void judge_call(const Target& target, const Rule& rule, const Shape& shape, const std::string& functions,
                const std::string& messages, const MessagesOf& messages_of, Proof& proof) {
  judge_names(target, rule, functions, proof);
  if (!rule.choice || !rule.choice->about->why_unsupported(shape, rule.choice->options).empty()) return;
  proof.here = rule.algorithm();
  judge_messages(promised(target, rule, shape), messages_of(proof.collective, *rule.choice, shape),
                 parse_messages(messages), proof);
}

const char* text_of(Likeness like) {
  constexpr std::array texts = {"others", "as many", "as many, as large", "the same"};
  return texts[static_cast<std::size_t>(like)];
}

const char* text_of(Proof::Verdict verdict) {
  constexpr std::array texts = {"as meant", "otherwise", "not known"};
  return texts[static_cast<std::size_t>(verdict)];
}

}  // namespace

std::vector<std::string> probing_calls(const Rules& rules, int processes) {
  std::vector<std::string> calls;
  for (const auto& [name, bytes] : limits(rules, processes, largest_probed))
    calls.push_back(fmt::format("{}:{}", name, bytes));
  return calls;
}

std::vector<std::string> checking_calls(const Target& target, const Rules& rules, int processes) {
  const auto needs_commutativity = [&](const Rule& rule) {
    if (target.asks_commutativity() || rule.theirs == fixed_decision ||
        !rule.region.processes.contains(processes))
      return false;
    const ForeignAlgorithm* row =
        foreign_algorithm(target.library, rule.collective, parse_written(rule.theirs));
    return row && !row->keeps_order;
  };
  const bool any_operator = std::ranges::none_of(rules.all(), needs_commutativity);
  std::vector<std::string> calls;
  for (const auto& [name, bytes] : limits(rules, processes, largest_checked))
    if (any_operator || !collective(name).combines) calls.push_back(fmt::format("check:{}:{}", name, bytes));
  return calls;
}

std::vector<std::string> probed_collectives() {
  return {"allgather", "allgatherv", "allreduce", "alltoall", "alltoallv",      "barrier",
          "bcast",     "exscan",     "gather",    "reduce",   "reduce_scatter", "reduce_scatter_block",
          "scan",      "scatter"};
}

std::vector<std::string> calls_of(const Rule& rule, const Rules& rules, int processes) {
  const std::string& name = rule.collective;
  std::set<std::int64_t> counts = {name == "barrier" ? 0 : 97 * processes};
  if (collective(name).unit(processes) == 1) {
    counts.insert({1, 97 * processes + 3});
    const std::int64_t fewest = fewest_elements(rule, rules, processes);
    if (fewest > 1) counts.insert({fewest - 1, fewest});
  }
  std::vector<std::string> calls;
  for (const std::int64_t count : counts) calls.push_back(fmt::format("{}:{}", name, count * element));
  return calls;
}

MessageSizes parse_messages(const std::string& text) {
  MessageSizes all;
  std::istringstream each(text);
  for (std::string one; std::getline(each, one, ',');) {
    int from = 0, to = 0;
    long long bytes = 0;
    std::size_t times = 1;
    if (std::sscanf(one.c_str(), "%d>%d:%lldx%zu", &from, &to, &bytes, &times) < 3 || from == to) continue;
    auto& sizes = all[{from, to}];
    sizes.insert(sizes.end(), times, bytes);
  }
  return all;
}

std::vector<Proof> proofs(const Target& target, const Rules& rules, int processes, const std::string& output,
                          const MessagesOf& messages_of) {
  std::vector<Proof> found;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string what, first, second;
    Proof proof;
    words >> what >> proof.collective >> proof.bytes;
    if (words.fail() || (what != "ran" && what != "right" && what != "wrong")) continue;
    words >> first >> second;
    const Shape shape{.processes = processes, .count = proof.bytes / element, .type_size = element};
    const Rule* rule = rules.match(facts_of(proof.collective, shape));
    proof.of_result = what != "ran";
    if (rule) proof.theirs = rule->theirs;
    if (proof.of_result)
      enter(first.empty() ? "a right result" : "a right result in place", what + " result", what == "right",
            proof);
    else if (rule)
      judge_call(target, *rule, shape, first, second, messages_of, proof);
    found.push_back(std::move(proof));
  }
  if (found.empty())
    throw Error(fmt::format("what was launched told nothing; right would be {}",
                            target.library == Library::mpich ? "mpiexec.mpich -n 8" : "mpirun -n 8"));
  return found;
}

std::string counterparts_text(const std::vector<Proof>& all) {
  std::vector<Proof> sorted = all;
  std::erase_if(sorted, &Proof::of_result);
  std::ranges::stable_sort(sorted, {}, &Proof::collective);
  const std::vector<ColumnOf<Proof>> columns = {
      {{"collective"}, &Proof::collective},
      {{"algorithm"}, [](const Proof& each) { return told_name(each.theirs); }},
      {{"here"}, [](const Proof& each) { return or_dash(each.here); }},
      {{"messages"}, [](const Proof& each) { return each.like ? text_of(*each.like) : "not compared"; }},
      {{"verdict"}, [](const Proof& each) { return text_of(each.verdict); }}};
  return aligned(table_of(columns, sorted));
}

std::string to_text(const std::vector<Proof>& all) {
  const auto count = [&](Proof::Verdict verdict) {
    return std::ranges::count(all, verdict, &Proof::verdict);
  };
  std::vector<Proof> shown = all;
  std::erase_if(shown, [](const Proof& each) { return each.verdict == Proof::Verdict::right; });
  const std::vector<ColumnOf<Proof>> columns = {
      {{"collective"}, &Proof::collective},
      {{"bytes", false}, [](const Proof& each) { return human_bytes(each.bytes); }},
      {{"algorithm"}, [](const Proof& each) { return each.theirs.empty() ? "-" : told_name(each.theirs); }},
      {{"meant"}, [](const Proof& each) { return or_dash(each.meant); }},
      {{"ran"}, &Proof::ran},
      {{"verdict"}, [](const Proof& each) { return text_of(each.verdict); }}};
  return (shown.empty() ? "" : aligned(table_of(columns, shown))) +
         fmt::format(
             "{} calls: {} as meant, {} otherwise, {} of which nothing can be told; messages of {} "
             "compared.\n",
             all.size(), count(Proof::Verdict::right), count(Proof::Verdict::wrong),
             count(Proof::Verdict::unknown),
             std::ranges::count_if(all, [](const Proof& each) { return each.like.has_value(); }));
}

}  // namespace collsim
