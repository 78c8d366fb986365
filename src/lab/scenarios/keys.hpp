#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "support/document.hpp"
#include "support/range.hpp"

namespace collsim {

/// A value of a list, and where it stands.
template <class T>
struct At {
  T value;
  std::string pointer;
};
using Text = At<std::string>;
using Number = At<Size>;

/// The flag that sets a key of a scenario: --backend for backends, else --KEY.
std::string flag_of(const std::string& key);

/// What holds for one sweep: its own keys, then those of the top level. All throw DocumentError.
class Keys {
 public:
  Keys(const Origin& origin, const nlohmann::json& top, const nlohmann::json& sweep, std::string pointer)
      : origin_(origin), top_(top), sweep_(sweep), pointer_(std::move(pointer)) {}

  /// Null where neither level names the key; else `pointer` tells where it stands.
  const nlohmann::json* find(const std::string& key, std::string* pointer) const;
  bool has(const std::string& key) const;
  /// The elements of a list, or the single value. A key without fallback (null) must be there.
  std::vector<At<nlohmann::json>> values(const std::string& key, const nlohmann::json& fallback) const;
  std::vector<Text> texts(const std::string& key, const nlohmann::json& fallback) const;
  std::vector<Text> texts(const std::string& key) const;
  /// Ranges spread out, every number within least..most.
  std::vector<Number> numbers(const std::string& key, std::int64_t least, std::int64_t most,
                              const nlohmann::json& fallback) const;
  std::vector<Number> numbers(const std::string& key, std::int64_t least, std::int64_t most) const;
  /// The numbers that one value stands for.
  std::vector<Size> sizes(const nlohmann::json& value, const std::string& pointer, Of of = Of::things) const;
  /// False where neither level names it.
  bool truth(const std::string& key) const;
  /// Whether this sweep has a placement, not ppn and mapping; the top level speaks only if the sweep is
  /// silent.
  bool has_placement() const;
  /// "bytes" or "count", whichever this sweep names; the top level speaks only if the sweep is silent.
  std::string size_key() const;

  const Origin& origin() const { return origin_; }

 private:
  const Origin& origin_;
  const nlohmann::json& top_;
  const nlohmann::json& sweep_;
  std::string pointer_;
};

}  // namespace collsim
