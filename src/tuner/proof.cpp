#include "tuner/proof.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "algorithms/facts/collective.hpp"
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
    if (rule.region.bytes.last >= most) continue;
    const std::int64_t behind = at_least(name, processes, rule.region.bytes.last + 1);
    add(behind);
    add(std::max(first, behind - element * collective(name).unit(processes)));
  }
  return found;
}

/// The function that is an algorithm of Open MPI's tuned.
std::string function_of(const std::string& collective, const std::string& theirs) {
  static const std::map<std::string, std::string> others = {
      {"allgather/linear", "basic_linear"},
      {"allreduce/rabenseifner", "redscat_allgather"},
      {"alltoall/linear", "basic_linear"},
      {"barrier/linear", "basic_linear"},
      {"binary_tree", "bintree"},
      {"double_ring", "doublering"},
      {"in-order_binary", "in_order_binary"},
      {"modified_bruck", "bruck"},
      {"neighbor", "neighborexchange"},
      {"non-overlapping", "nonoverlapping"},
      {"recursive_doubling", "recursivedoubling"},
      {"recursive_halving", "recursivehalving"},
      {"reduce/linear", "basic_linear"},
      {"reduce/rabenseifner", "redscat_gather"},
      {"reduce_scatter/recursive_halving", "basic_recursivehalving"},
      {"segmented_ring", "ring_segmented"},
      {"split_binary_tree", "split_bintree"},
      {"two_proc", "two_procs"}};
  const std::string name = parse_written(theirs).name;
  for (const auto& key : {collective + "/" + name, name})
    if (const auto found = others.find(key); found != others.end()) return found->second;
  return name;
}

std::int64_t messages_of(const Choice& choice, const Shape& shape) {
  std::int64_t messages = 0;
  for (const Stage& stage : choice.about->cost(shape, choice.options))
    messages += stage.repeat * stage.messages;
  return messages;
}

const Rule* rule_for(const Rules& rules, const Proof& proof, const Shape& shape) {
  return rules.match(facts_of(proof.collective, shape));
}

void judge_names(const Rules& rules, const Shape& shape, Proof& proof) {
  const Rule* rule = rule_for(rules, proof, shape);
  if (!rule) return;
  proof.meant = function_of(proof.collective, rule->theirs);
  std::istringstream names(proof.ran);
  bool is_among = false;
  for (std::string name; std::getline(names, name, ',');) is_among = is_among || name == proof.meant;
  proof.verdict = is_among ? Proof::Verdict::right : Proof::Verdict::wrong;
}

void judge_messages(const Rules& rules, const Shape& shape, std::int64_t sent, Proof& proof) {
  proof.ran = fmt::format("{} messages", sent);
  const Rule* rule = rule_for(rules, proof, shape);
  if (!rule || !rule->choice || !rule->choice->about->has_cost(shape, rule->choice->options)) return;
  const std::int64_t meant = messages_of(*rule->choice, shape);
  proof.meant = fmt::format("{}: {} messages", rule->theirs, meant);
  proof.verdict = sent == meant ? Proof::Verdict::right : Proof::Verdict::wrong;
}

}  // namespace

std::vector<std::string> probing_calls(const Rules& rules, int processes) {
  std::vector<std::string> calls;
  for (const auto& [name, bytes] : limits(rules, processes, largest_probed))
    calls.push_back(fmt::format("{}:{}", name, bytes));
  return calls;
}

std::vector<std::string> checking_calls(const Rules& rules, int processes) {
  std::vector<std::string> calls;
  for (const auto& [name, bytes] : limits(rules, processes, largest_checked))
    calls.push_back(fmt::format("check:{}:{}", name, bytes));
  return calls;
}

std::vector<Proof> proofs(const Target& target, const Rules& rules, int processes,
                          const std::string& output) {
  std::vector<Proof> found;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string what;
    Proof proof;
    words >> what >> proof.collective >> proof.bytes;
    if (words.fail() || (what != "ran" && what != "sent" && what != "right" && what != "wrong")) continue;
    const Shape shape{.processes = processes, .count = proof.bytes / element, .type_size = element};
    if (what == "ran") {
      words >> proof.ran;
      judge_names(rules, shape, proof);
    } else if (what == "sent") {
      std::int64_t messages = 0;
      words >> messages;
      judge_messages(rules, shape, messages, proof);
    } else {
      std::string in_place;
      words >> in_place;
      proof.meant = in_place.empty() ? "a right result" : "a right result in place";
      proof.ran = what + " result";
      proof.verdict = what == "right" ? Proof::Verdict::right : Proof::Verdict::wrong;
    }
    found.push_back(std::move(proof));
  }
  if (found.empty())
    throw Error(fmt::format("what was launched told nothing; right would be {}",
                            target.library == Library::mpich ? "mpiexec.mpich -n 8" : "mpirun -n 8"));
  return found;
}

std::string to_text(const std::vector<Proof>& all) {
  const auto count = [&](Proof::Verdict verdict) {
    return std::ranges::count(all, verdict, &Proof::verdict);
  };
  TextTable table{.headings = {{"collective"}, {"bytes", false}, {"meant"}, {"ran"}, {"verdict"}},
                  .lines = {}};
  for (const Proof& each : all)
    if (each.verdict != Proof::Verdict::right)
      table.lines.push_back({each.collective, human_bytes(each.bytes), each.meant.empty() ? "-" : each.meant,
                             each.ran, each.verdict == Proof::Verdict::wrong ? "wrong" : "not known"});
  return (table.lines.empty() ? "" : aligned(table)) +
         fmt::format("{} calls: {} as meant, {} otherwise, {} of which nothing can be told.\n", all.size(),
                     count(Proof::Verdict::right), count(Proof::Verdict::wrong),
                     count(Proof::Verdict::unknown));
}

}  // namespace collsim
