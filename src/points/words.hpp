#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <ostream>
#include <string>
#include <vector>

#include "support/error.hpp"

namespace collsim {

/// A name of an open set, whose members a registry knows; names of two sets are two types.
template <class Set>
class Name {
 public:
  Name() = default;
  Name(std::string text) : text_(std::move(text)) {}
  Name(const char* text) : text_(text) {}

  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }
  friend auto operator<=>(const Name&, const Name&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Name& name) { return out << name.text_; }

 private:
  std::string text_;
};

using BackendName = Name<struct BackendSet>;  ///< of backends/backend.hpp
using NetworkName = Name<struct NetworkSet>;  ///< of Backend::networks(); empty: none

/// Which node a rank is on. block: ranks 0..ppn-1 on node 0; round_robin: rank r on node r mod nodes, as long as it takes
/// one more; listed: as a file says.
enum class Mapping { block, round_robin, listed };
/// verify: real data, every result checked; time: no data moves.
enum class Data { verify, time };
/// How the fast engine runs ranks: as fibers, or recorded once and evaluated as flat arrays.
enum class RunsAs { none, fibers, recorded };

/// What the values of an enumeration are called, in their order, and what they are together.
template <class Enum>
struct Words;
template <>
struct Words<Mapping> {
  static constexpr const char* together = "mapping";
  static constexpr std::array texts = {"block", "round_robin", ""};
};
template <>
struct Words<Data> {
  static constexpr const char* together = "data mode";
  static constexpr std::array texts = {"verify", "time"};
};
template <>
struct Words<RunsAs> {
  static constexpr const char* together = "schedule";
  static constexpr std::array texts = {"", "fibers", "recorded"};
};

template <class Enum>
concept Worded = requires {
  Words<Enum>::texts;
};

template <Worded Enum>
std::string to_text(Enum value) {
  return Words<Enum>::texts[static_cast<std::size_t>(value)];
}

/// The words of an enumeration, but for the empty one.
template <Worded Enum>
std::vector<std::string> words() {
  std::vector<std::string> all(Words<Enum>::texts.begin(), Words<Enum>::texts.end());
  std::erase(all, "");
  return all;
}

/// Throws Error with the nearest words.
template <Worded Enum>
Enum parse(const std::string& text) {
  const auto& texts = Words<Enum>::texts;
  const auto found = std::find(texts.begin(), texts.end(), text);
  if (found != texts.end()) return static_cast<Enum>(found - texts.begin());
  throw Error("unknown " + std::string(Words<Enum>::together) + " '" + text + "'" +
              suggestion(text, words<Enum>()));
}

template <Worded Enum>
std::ostream& operator<<(std::ostream& out, Enum value) {
  return out << to_text(value);
}

}  // namespace collsim
