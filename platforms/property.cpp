#include "platforms/property.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "algorithms/facts/operand.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

const std::string combine = "combine.";

/// Properties that may depend on the size of the vectors.
std::vector<std::string> rates() {
  std::set<std::string> names = {"copy", "message", "arrival"};
  for (const auto& op : operand_ops()) names.insert(combine + op.op_class);
  return {names.begin(), names.end()};
}

bool among(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void check_property(const std::string& name) {
  const auto at = name.find('@');
  std::string base = name.substr(0, at);
  const auto type = base.find('.', combine.size());
  if (base.starts_with(combine) && type != std::string::npos) {
    static_cast<void>(operand_type(base.substr(type + 1)));
    base.resize(type);
  }
  std::vector<std::string> known = rates();
  if (among(known, base)) return;
  for (const char* other : {"cores.effective", "envelope", "gap", "memory.cache", "memory.domains", "network",
                            "overhead", "quantum", "send_overhead", "title"})
    known.emplace_back(other);
  if (!among(known, base)) throw Error("unknown property '" + name + "'" + suggestion(base, known));
  if (at != std::string::npos)
    throw Error("property '" + name + "' does not depend on a size; right would be '" + base + "'");
}

bool is_text(const std::string& name) {
  return name == "title" || name == "network";
}

}  // namespace collsim
