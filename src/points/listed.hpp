#pragma once

#include <memory>
#include <string>
#include <vector>

namespace collsim {

/// What a file says of rank 0, 1, ..., and the file's name; empty: there is none. Copies share it.
template <class Value>
class Listed {
 public:
  Listed() = default;
  Listed(std::string name, std::vector<Value> values)
      : name_(std::move(name)), values_(std::make_shared<const std::vector<Value>>(std::move(values))) {}

  const std::string& name() const { return name_; }
  bool empty() const { return !values_; }
  /// The list must not be empty.
  const std::vector<Value>& values() const { return *values_; }

  friend bool operator==(const Listed& one, const Listed& other) { return (one <=> other) == 0; }
  friend std::strong_ordering operator<=>(const Listed& one, const Listed& other) {
    if (const auto names = one.name_ <=> other.name_; names != 0) return names;
    if (one.values_ == other.values_) return std::strong_ordering::equal;
    if (one.empty() || other.empty()) return other.empty() <=> one.empty();
    const auto order = *one.values_ <=> *other.values_;
    return order < 0   ? std::strong_ordering::less
           : order > 0 ? std::strong_ordering::greater
                       : std::strong_ordering::equal;
  }

 private:
  std::string name_;
  std::shared_ptr<const std::vector<Value>> values_;
};

}  // namespace collsim
