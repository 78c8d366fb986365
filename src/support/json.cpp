#include "support/json.hpp"

#include <boost/algorithm/string/replace.hpp>
#include <fstream>

#include "support/text_file.hpp"

template class nlohmann::detail::serializer<nlohmann::json>;
template nlohmann::basic_json<>::basic_json(const nlohmann::json&);
template nlohmann::basic_json<>::basic_json(std::initializer_list<nlohmann::detail::json_ref<nlohmann::json>>,
                                            bool, nlohmann::json::value_t);
template std::string nlohmann::basic_json<>::dump(int, char, bool, nlohmann::json::error_handler_t) const;

namespace collsim {

nlohmann::json read_json(std::string_view text) {
  return nlohmann::json::parse(text);
}

nlohmann::json read_json_file(const std::filesystem::path& file) {
  if (!is_file(file)) return nlohmann::json::value_t::discarded;
  std::ifstream stream(file);
  return nlohmann::json::parse(stream, nullptr, false);
}

std::string json_in_page(const nlohmann::json& document) {
  return boost::algorithm::replace_all_copy(document.dump(), "<", "\\u003c");
}

}  // namespace collsim
