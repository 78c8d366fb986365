#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace collsim {

/// Where a document does not fit a JSON Schema: the keys and indexes that lead there. Of nested complaints the deepest,
/// which is the most precise; nothing if it fits.
std::optional<std::vector<std::string>> violation(const nlohmann::json& document,
                                                  const nlohmann::json& schema);

}  // namespace collsim
