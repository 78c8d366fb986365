#include "support/schema.hpp"

#include <algorithm>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace collsim {

std::optional<std::vector<std::string>> violation(const nlohmann::json& document,
                                                  const nlohmann::json& schema) {
  valijson::Schema rules;
  valijson::SchemaParser().populateSchema(valijson::adapters::NlohmannJsonAdapter(schema), rules);
  valijson::ValidationResults found;
  const valijson::adapters::NlohmannJsonAdapter target(document);
  if (valijson::Validator().validate(rules, target, &found)) return std::nullopt;
  const auto deepest = std::max_element(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return a.context.size() < b.context.size();
  });
  std::vector<std::string> place;  // of "<root>", "[key]", "[0]"
  for (std::size_t i = 1; i < deepest->context.size(); ++i)
    place.push_back(deepest->context[i].substr(1, deepest->context[i].size() - 2));
  return place;
}

}  // namespace collsim
