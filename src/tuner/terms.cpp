#include "tuner/terms.hpp"

#include <fmt/format.h>

namespace collsim {
namespace {

/// On the critical path, bytes in multiples of n.
struct Terms {
  std::int64_t rounds = 0;
  double sent = 0, combined = 0, copied = 0;
};

Terms terms_of(const Shape& shape, const Choice& choice) {
  Terms terms;
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

}  // namespace

std::string terms_text(const Shape& shape, const Choice& one, const Choice& other) {
  if (!one.about->has_cost(shape, one.options) || !other.about->has_cost(shape, other.options)) return "";
  const Terms a = terms_of(shape, one), b = terms_of(shape, other);
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (a.rounds != b.rounds) add(fmt::format("{} rounds against {}", a.rounds, b.rounds));
  const auto bytes = [&](double own, double its, const char* what) {
    const std::string left = fmt::format("{:.2f}", own), right = fmt::format("{:.2f}", its);
    if (left != right) add(fmt::format("{} n {} against {} n", left, what, right));
  };
  bytes(a.sent, b.sent, "sent");
  bytes(a.combined, b.combined, "combined");
  bytes(a.copied, b.copied, "copied");
  return text.empty() ? "alike by formula: what messages do to each other decides" : text;
}

}  // namespace collsim
