#pragma once

#include <map>
#include <string>
#include <vector>

namespace collsim {

class Options;
struct Description;
struct Shape;

/// What a reduction promises where its operator rounds, as sums of floating-point numbers do: then the order in
/// which vectors are combined, and on which side, shows in the last bits.
struct SameBits {
  /// Whether a promise holds for a call. No function: it is not stated, or no ranks
  /// get the same elements.
  using Promise = bool (*)(const Shape&, const Options&);
  /// Ranks that get the same elements get the same bits.
  Promise on_all_ranks = nullptr;
  /// More ranks that contribute zeros change no bit, so that nothing depends on p but the values.
  Promise for_any_p = nullptr;
};

inline bool always(const Shape&, const Options&) {
  return true;
}
inline bool never(const Shape&, const Options&) {
  return false;
}

/// The algorithm's default options, and each of its choices and numbers set to another value.
std::vector<std::map<std::string, std::string>> variations(const Description& about);

/// Says it in words, with the options that change it: "on all ranks: yes, radix=3: up to p = 2; for any p: no". Empty where
/// nothing is stated.
std::string same_bits(const Description& about);

}  // namespace collsim
