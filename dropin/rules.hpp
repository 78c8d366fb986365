#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/description.hpp"

namespace collsim {

struct CallFacts {
  std::string collective;
  int processes;
  std::optional<std::int64_t> bytes;
  std::string op;
  bool commutative;
};

struct Choice {
  const Description* about;
  Options options;
};

class Rules {
 public:
  static Rules from_environment(char** environment);
  std::optional<Choice> choose(const CallFacts& facts) const;
  std::vector<std::string> warnings() const { return {}; }

 private:
  std::vector<Choice> choices_;
};

}  // namespace collsim
