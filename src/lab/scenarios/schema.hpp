#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "points/fields.hpp"

namespace collsim {

/// The keys that a flag may override: those of points, with the names that backends have for them, figures and
/// published.
const std::vector<Key>& scenario_keys();
/// Throws std::out_of_range for a key that is not among them.
const Key& scenario_key(const std::string& name);

/// All keys with their flags, for people: a page in Markdown, which is docs/reference/keys.md.
std::string keys_page();

/// The whole format, as JSON Schema: scenarios/schema.json.
const nlohmann::json& scenario_schema();

}  // namespace collsim
