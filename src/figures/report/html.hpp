#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "support/csv.hpp"

namespace collsim {

/// A picture (SVG or PNG) within the page. Throws Error for a file that cannot be read.
std::string html_picture(const std::filesystem::path& file, const std::string& caption);

/// A field that hides what lacks the words written into it: `rows` of the table that follows, or, of `asked`, all elements with
/// data-words.
std::string html_filter(const std::string& what, const std::string& says);

/// A table whose columns a click on their headings sorts, by number where both cells are numbers; the heading then shows which way.
/// Many rows have a filter. At most `most` rows; a line below says how many are left out.
std::string html_table(const std::vector<std::string>& names,
                       const std::vector<std::vector<std::string>>& rows, std::size_t most = 1000);

/// What opens at a click.
std::string html_details(const std::string& summary, const std::string& body);

/// A page that needs nothing but itself.
std::string html_page(const std::string& title, const std::string& body);

}  // namespace collsim
