#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rules/libraries/target.hpp"
#include "rules/rules.hpp"

namespace collsim {

/// The bytes of each message, by sender and receiver, in the order in which they are sent.
using MessageSizes = std::map<std::pair<int, int>, std::vector<std::int64_t>>;
/// What the ranks of a call send each other if an algorithm here serves it.
using MessagesOf = std::function<MessageSizes(const std::string& collective, const Choice&, const Shape&)>;

/// What a library was to run in a call, and what it ran.
struct Proof {
  std::string collective;
  std::int64_t bytes = 0;
  std::string theirs = {}, here = {};  ///< the algorithm that was to run, and its counterpart
  std::string meant = {}, ran = {};
  enum class Verdict { right, wrong, unknown } verdict = Verdict::unknown;
  std::optional<Likeness> like = {};  ///< of messages, where they were compared
  bool of_result = false;             ///< it was asked whether the result is right, not what ran
};

/// Arguments of collprobe: for each rule of so many processes the smallest and the largest call that it takes and the one behind, of whole
/// elements and up to 16 MiB.
std::vector<std::string> probing_calls(const Rules& rules, int processes);
/// Gives calls of operators that do not commute and in place, all within 1 MiB. Where a rule of so many processes needs operators that
/// commute, and the target does not ask, there are none of collectives that combine: some algorithms call those of others.
std::vector<std::string> checking_calls(const Target& target, const Rules& rules, int processes);

/// Collectives that collprobe calls.
std::vector<std::string> probed_collectives();
/// Calls of a rule's algorithm: of 97 elements in each block, and as many blocks as processes where it has one vector; there of three
/// elements more, too, of one, of the fewest elements with which the algorithm runs, and of one less. `rules`: as the target follows them.
std::vector<std::string> calls_of(const Rule& rule, const Rules& rules, int processes);

/// "0>1:512,0>2:64x3," as collprobe prints messages, those of a rank to itself left out.
MessageSizes parse_messages(const std::string& text);

/// What collprobe's output proves, by the names of functions where the library has some, and by messages as far as those of the
/// library's algorithm and of its counterpart are alike (foreign_algorithms.hpp). `rules`: as the target follows them. A result that is
/// not right is a proof of the opposite.
std::vector<Proof> proofs(const Target& target, const Rules& rules, int processes, const std::string& output,
                          const MessagesOf& messages_of);

/// Tells people a line a call of an algorithm with a counterpart, and in how far messages are alike.
std::string counterparts_text(const std::vector<Proof>& proofs);

/// Tells people a line a call that is not proved right, and how many are.
std::string to_text(const std::vector<Proof>& proofs);

}  // namespace collsim
