#include "algorithms/facts/same_bits.hpp"

#include "algorithms/facts/description.hpp"

namespace collsim {
namespace {

constexpr int most_processes = 64;  // beyond any bound that an algorithm has

/// "yes", "no", or up to how many ranks; empty where it serves no number of ranks, each on a node of its own.
std::string answer(const Description& about, SameBits::Promise promise, const Options& options) {
  int kept = 0;
  for (int p = 1; p <= most_processes; ++p) {
    const Shape shape{.processes = p};
    if (!about.why_unsupported(shape, options).empty()) continue;
    if (!promise(shape, options)) return kept > 1 ? "up to p = " + std::to_string(kept) : "no";
    kept = p;
  }
  return kept > 0 ? "yes" : "";
}

std::string answers(const Description& about, SameBits::Promise promise) {
  const std::string usual = answer(about, promise, about.resolve({}));
  std::string text = usual;
  for (const auto& given : variations(about))
    if (const std::string here = answer(about, promise, about.resolve(given)); !here.empty() && here != usual)
      text += ", " + Options(given).to_string() + ": " + here;
  return text;
}

/// What Description::wrong refuses beside fallbacks.
bool means_nothing(const Description& about, const std::map<std::string, std::string>& given) try {
  about.resolve(given);
  return false;
} catch (const Error&) {
  return true;
}

}  // namespace

std::vector<std::map<std::string, std::string>> variations(const Description& about) {
  std::vector<std::map<std::string, std::string>> all = {{}};
  for (const OptionSpec& option : about.options) {
    if (option.numeric()) all.push_back({{option.name, std::to_string(std::stoll(option.fallback) + 1)}});
    for (const std::string& choice : option.choices)
      if (choice != option.fallback) all.push_back({{option.name, choice}});
  }
  std::erase_if(all, [&](const auto& given) { return means_nothing(about, given); });
  return all;
}

std::string same_bits(const Description& about) {
  const auto& [on_all_ranks, for_any_p] = about.same_bits;
  std::string text;
  if (on_all_ranks) text = "on all ranks: " + answers(about, on_all_ranks);
  if (for_any_p) text += (text.empty() ? "" : "; ") + ("for any p: " + answers(about, for_any_p));
  return text;
}

}  // namespace collsim
