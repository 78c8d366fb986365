#include "lab/tuner/terms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "lab/tuner/followed.hpp"
#include "support/human.hpp"

namespace collsim {
namespace {

/// On the critical path, bytes in multiples of n.
struct CriticalTerms {
  std::int64_t rounds = 0;
  double sent = 0, combined = 0, copied = 0;
};

CriticalTerms terms_of(const Shape& shape, const Choice& choice) {
  CriticalTerms terms;
  const auto n = static_cast<double>(std::max<std::int64_t>(1, shape.bytes()));
  for (const Stage& stage : choice.about->cost(shape, choice.options)) {
    const auto times = static_cast<double>(stage.repeat);
    if (stage.messages > 0) terms.rounds += stage.repeat;
    terms.sent += times * static_cast<double>(stage.bytes) / n;
    terms.combined += times * static_cast<double>(stage.reduced) / n;
    terms.copied += times * static_cast<double>(stage.copied) / n;
  }
  return terms;
}

/// In what two algorithms differ, such as "4 rounds, not 10", and the seconds, or where these are unknown the multiples, that the first
/// saves.
struct Difference {
  std::string what;
  double saved;
};

std::vector<Difference> differences(const CriticalTerms& own, const CriticalTerms& its) {
  std::vector<Difference> all;
  if (own.rounds != its.rounds)
    all.push_back({fmt::format("{}, not {}", counted(own.rounds, "round"), its.rounds),
                   static_cast<double>(its.rounds - own.rounds)});
  const auto add = [&](double mine, double other, const char* what) {
    const std::string left = fmt::format("{:.2f}", mine), right = fmt::format("{:.2f}", other);
    if (left != right) all.push_back({fmt::format("{} n {}, not {} n", left, what, right), other - mine});
  };
  add(own.sent, its.sent, "sent");
  add(own.combined, its.combined, "combined");
  add(own.copied, its.copied, "copied");
  return all;
}

/// Those that save, or those that cost, the most first.
std::string joined(std::vector<Difference> all, bool that_save, bool with_seconds) {
  std::erase_if(all,
                [&](const Difference& each) { return (each.saved > 0) != that_save || each.saved == 0; });
  std::ranges::stable_sort(all, std::ranges::greater(),
                           [](const Difference& each) { return std::abs(each.saved); });
  std::string text;
  for (const Difference& each : all) {
    text += (text.empty() ? "" : "; ") + each.what;
    if (with_seconds)
      text +=
          fmt::format(", which {} {}", that_save ? "saves" : "costs", human_seconds(std::abs(each.saved)));
  }
  return text;
}

std::string text_of(const std::vector<Difference>& all, bool with_seconds) {
  const std::string saves = joined(all, true, with_seconds), costs = joined(all, false, with_seconds);
  return saves + (saves.empty() || costs.empty() ? "" : "; against ") + costs;
}

/// The seconds that terms save in the place of multiples; what differs in none stays away.
std::vector<Difference> in_seconds(const CriticalTerms& own, const CriticalTerms& its,
                                   const PredictedTerms& mine, const PredictedTerms& other) {
  std::vector<Difference> all;
  const auto add = [&](const CriticalTerms& left, const CriticalTerms& right, double saved) {
    for (Difference& each : differences(left, right)) all.push_back({std::move(each.what), saved});
  };
  add({.rounds = own.rounds}, {.rounds = its.rounds}, other.messages - mine.messages);
  add({.sent = own.sent}, {.sent = its.sent}, other.bytes - mine.bytes);
  add({.combined = own.combined}, {.combined = its.combined}, other.combined - mine.combined);
  add({.copied = own.copied}, {.copied = its.copied}, other.copied - mine.copied);
  return all;
}

/// Where formulas do not say that the first is faster. `text`: in what the two differ.
std::string none_text(const std::string& text, bool alike) {
  const std::string says = alike ? "both take as long" : "it would be the other way round";
  return fmt::format("none of the formulas' terms, by which {}{}", says, text.empty() ? "" : ": " + text);
}

/// Where nobody knows what the terms take.
std::string multiples_text(const std::vector<Difference>& all) {
  const std::string text = text_of(all, false);
  return joined(all, true, false).empty() ? none_text(text, text.empty()) : text;
}

/// What formulas expect to be saved, where it is far from what is.
std::string much_otherwise(double by_formula, double saved) {
  constexpr double far = 2;
  if (saved <= far * by_formula && by_formula <= far * saved) return "";
  return fmt::format(
      "; in all {} by formula, where {} are saved: what makes the difference is in none of its terms",
      human_seconds(by_formula), human_seconds(saved));
}

Point with(Point at, const Choice& choice) {
  at.algorithm = choice.about->name;
  at.options = choice.options;
  return at;
}

}  // namespace

std::string terms_text(const Point& at, const Choice& one, const Choice& other, double saved,
                       const TermsOf& terms) {
  const Shape shape = at.shape();
  for (const Choice* each : {&one, &other})
    if (!each->about->has_cost(shape, each->options))
      return fmt::format("not known, as {} has no formula there", label_of(at.collective, *each));
  const CriticalTerms own = terms_of(shape, one), its = terms_of(shape, other);
  const auto mine = terms ? terms(with(at, one)) : std::nullopt,
             theirs = terms ? terms(with(at, other)) : std::nullopt;
  if (!mine || !theirs) return multiples_text(differences(own, its));
  const double by_formula = theirs->seconds() - mine->seconds();
  const std::string text = text_of(in_seconds(own, its, *mine, *theirs), true);
  if (by_formula <= 0 || text.empty()) return none_text(text, by_formula >= 0);
  return text + much_otherwise(by_formula, saved);
}

}  // namespace collsim
