#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace collsim {

/// What a text says. Throws nlohmann::json::exception.
nlohmann::json read_json(std::string_view text);

/// What a file says, discarded where there is no regular one or it is malformed.
nlohmann::json read_json_file(const std::filesystem::path& file);

/// Writes it as the text of a script in a page, which no text of the document ends.
std::string json_in_page(const nlohmann::json& document);

}  // namespace collsim

// What most files that use JSON would compile anew, json.cpp compiles once.
extern template class nlohmann::detail::serializer<nlohmann::json>;
extern template nlohmann::basic_json<>::basic_json(const nlohmann::json&);
extern template nlohmann::basic_json<>::basic_json(
    std::initializer_list<nlohmann::detail::json_ref<nlohmann::json>>, bool, nlohmann::json::value_t);
extern template std::string nlohmann::basic_json<>::dump(int, char, bool,
                                                         nlohmann::json::error_handler_t) const;
