#include "figures/report/html.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include "support/error.hpp"
#include "support/text_file.hpp"
#include "support/xml_text.hpp"

namespace collsim {
namespace {

constexpr const char* style = R"css(
body { font: 16px/1.5 sans-serif; color: #222; max-width: 70em; margin: 0 auto; padding: 0 1em 3em; }
img { max-width: 100%; min-width: 40em; height: auto; }
figure { margin: 1em 0; }
figcaption, .note { color: #555; font-size: 0.9em; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.85em; }
th, td { border: 1px solid #ddd; padding: 0.2em 0.5em; text-align: left; vertical-align: top; }
th { background: #f3f3f3; cursor: pointer; white-space: nowrap; }
th[aria-sort]::after { content: " \25B2"; color: #0060ad; }
th[aria-sort="descending"]::after { content: " \25BC"; }
input[type="search"] { font: inherit; padding: 0.2em 0.5em; margin: 0.3em 0; width: 24em; max-width: 90%; box-sizing: border-box; }
code { background: #f3f3f3; padding: 0.1em 0.3em; overflow-wrap: anywhere; }
summary { cursor: pointer; color: #0060ad; }
)css";

constexpr const char* script = R"js(
for (const heading of document.querySelectorAll("th")) heading.addEventListener("click", () => {
  const table = heading.closest("table"), place = heading.cellIndex, body = table.tBodies[0];
  const down = heading.getAttribute("aria-sort") === "ascending";
  for (const other of heading.parentNode.cells) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", down ? "descending" : "ascending");
  const key = row => row.cells[place].textContent;
  const compare = (a, b) => {
    const numbers = a !== "" && b !== "" && !isNaN(a) && !isNaN(b);
    return numbers ? a - b : a.localeCompare(b);
  };
  const rows = [...body.rows].sort((a, b) => (down ? -1 : 1) * compare(key(a), key(b)));
  body.append(...rows);
});
const filter = (input, all) => input.addEventListener("input", () => {
  const wanted = input.value.toLowerCase().split(" ").filter(word => word);
  for (const each of all()) {
    const text = (each.dataset.words ?? each.textContent).toLowerCase();
    each.hidden = !wanted.every(word => text.includes(word));
  }
});
for (const input of document.querySelectorAll("input.rows")) filter(input, () => input.nextElementSibling.querySelector("tbody").rows);
for (const input of document.querySelectorAll("input.asked")) filter(input, () => document.querySelectorAll("[data-words]"));
)js";

std::string base64(const std::string& bytes) {
  std::string text(4 * ((bytes.size() + 2) / 3) + 1, '\0');
  const int length =
      EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                      reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
  text.resize(static_cast<std::size_t>(length));
  return text;
}

std::string row_of(const char* tag, const std::vector<std::string>& cells) {
  std::string row = "<tr>";
  for (const auto& cell : cells) row += fmt::format("<{0}>{1}</{0}>", tag, xml_text(cell));
  return row + "</tr>\n";
}

}  // namespace

std::string html_picture(const std::filesystem::path& file, const std::string& caption) {
  std::string bytes;
  try {
    bytes = read_text(file, "a picture");
  } catch (const Error& error) {
    throw Error(file.string() + ": " + error.what());
  }
  return fmt::format(
      "<figure><div class=\"scroll\"><img alt=\"{0}\" src=\"data:image/{1};base64,{2}\"></div>"
      "<figcaption>{0}</figcaption></figure>\n",
      xml_text(caption), file.extension() == ".svg" ? "svg+xml" : "png", base64(bytes));
}

std::string html_table(const std::vector<std::string>& names,
                       const std::vector<std::vector<std::string>>& rows, std::size_t most) {
  constexpr std::size_t few = 10;  // that an eye filters
  std::string table = rows.size() > few ? html_filter("rows", "rows with these words") : "";
  table += "<div class=\"scroll\"><table><thead>" + row_of("th", names) + "</thead><tbody>\n";
  for (std::size_t i = 0; i < std::min(most, rows.size()); ++i) table += row_of("td", rows[i]);
  table += "</tbody></table></div>\n";
  if (rows.size() > most)
    table += fmt::format("<p class=\"note\">{} more rows are not shown.</p>\n", rows.size() - most);
  return table;
}

std::string html_filter(const std::string& what, const std::string& says) {
  return fmt::format("<input type=\"search\" class=\"{0}\" placeholder=\"{1}\" aria-label=\"{1}\">\n", what,
                     says);
}

std::string html_details(const std::string& summary, const std::string& body) {
  return fmt::format("<details><summary>{}</summary>\n{}</details>\n", xml_text(summary), body);
}

std::string html_page(const std::string& title, const std::string& body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{}</title>\n<style>{}</style></head>\n<body>\n{}<script>{}</script>\n</body></html>\n",
      xml_text(title), style, body, script);
}

}  // namespace collsim
