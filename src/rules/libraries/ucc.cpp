#include <algorithm>
#include <sstream>

#include "algorithms/facts/collective.hpp"
#include "rules/libraries/foreign_algorithms.hpp"
#include "rules/libraries/formats.hpp"
#include "support/document.hpp"
#include "support/error.hpp"
#include "support/range.hpp"

namespace collsim {
namespace {

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) parts.push_back(part);
  return parts;
}

/// "4k-inf": from the first to just before the last.
Interval range(const std::string& text, const Interval& all, Of of) {
  const auto dash = text.find('-');
  const auto number = [&](std::string word) {
    std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::toupper(c); });
    return word == "INF" ? all.last : parse_size(word, of);
  };
  const std::int64_t first = number(text.substr(0, dash));
  if (dash == std::string::npos) return {first, first};
  const std::int64_t last = number(text.substr(dash + 1));
  const Interval found = {std::max(first, all.first),
                          last == all.last ? last : last - (of == Of::bytes ? 1 : 0)};
  if (found.empty()) throw Error("the range '" + text + "' is empty; right would be one such as 4k-inf");
  return found;
}

/// Of these all ranks tell UCC all blocks: a rule of bytes holds for them. Of a reduce_scatter it looks at one.
bool is_sized(const std::string& name) {
  const Collective& about = collective(name);
  return about.size != Collective::Size::varied && about.size != Collective::Size::nothing;
}

void read_token(const std::string& token, const std::string& where, std::vector<Rule>& rules) {
  std::vector<std::string> collectives;
  Rule calls{.where = where, .collective = {}};
  std::string algorithm;
  Interval bytes = Region::all_bytes;
  for (const auto& part : split(token, ':')) {
    if (part.starts_with("@"))
      algorithm = part.substr(1);
    else if (part.starts_with("[") && part.ends_with("]"))
      calls.region.processes = range(part.substr(1, part.size() - 2), Region::all_processes, Of::things);
    else if (part.find('-') != std::string::npos)
      bytes = range(part, Region::all_bytes, Of::bytes);
    else if (collectives.empty() && !part.empty() && std::isalpha(static_cast<unsigned char>(part.front())) &&
             part != "inf" && part != "host" && part != "cuda" && part != "rocm")
      collectives = split(part, ',');
    else if (part == "cuda" || part == "rocm")
      return;  // of memory that no platform has
  }
  if (collectives.empty())
    throw Error("'" + token + "' names no collective; right would be one such as allreduce:0-4k:@0");
  if (algorithm.empty())
    throw Error("'" + token + "' names no algorithm; right would be one such as allreduce:0-4k:@0");
  for (const auto& name : collectives) {
    collective(name);  // complains
    if (std::ranges::find(foreign_algorithms(Library::ucc), name, &ForeignAlgorithm::collective) ==
        foreign_algorithms(Library::ucc).end())
      throw Error("nobody may choose an algorithm of " + name +
                  ", for which UCC drops the whole string; right would be one without it");
    Rule rule = calls;
    rule.collective = name;
    if (is_sized(name)) (name.starts_with("reduce_scatter") ? rule.region.block : rule.region.bytes) = bytes;
    const bool is_number = std::ranges::all_of(algorithm, [](unsigned char c) { return std::isdigit(c); });
    append_rules(Library::ucc, std::move(rule),
                 {is_number ? name_of(Library::ucc, name, std::stol(algorithm)) : algorithm, {}}, rules);
  }
}

}  // namespace

Rules read_ucc(const std::string& text, const std::string& file) {
  std::string value = text.substr(text.starts_with("UCC_TL_UCP_TUNE=") ? text.find('=') + 1 : 0);
  value = value.substr(0, value.find('\n'));
  const auto tokens = split(value, '#');
  if (tokens.empty())
    throw DocumentError(file, "", "is empty; right would be tokens such as allreduce:0-4k:@0");
  std::vector<Rule> rules;
  // What comes later overrides what came before.
  for (std::size_t i = tokens.size(); i-- > 0;)
    Origin{file}.placed(below("", std::to_string(i)),
                        [&] { read_token(tokens[i], "/" + std::to_string(i), rules); });
  return Rules(std::move(rules), "choices for UCC's tl/ucp");
}

}  // namespace collsim
