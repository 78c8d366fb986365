#include "figures/plots/rounds_picture.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "figures/plots/svg.hpp"
#include "support/human.hpp"

namespace collsim {
namespace {

// In pixels.
constexpr int ranks_left = 60, rounds_top = 70, between_ranks = 44, between_rounds = 60, for_notes = 260;

int x_of(int rank) {
  return ranks_left + rank * between_ranks;
}
int y_after(int round) {
  return rounds_top + round * between_rounds;
}

/// "4 messages of 512 B", "6 messages of 8 B to 64 B".
std::string note(const std::vector<RoundMessage>& messages, int round) {
  std::vector<std::int64_t> sizes;
  for (const auto& message : messages)
    if (message.round == round) sizes.push_back(message.bytes);
  const auto [least, most] = std::ranges::minmax(sizes);
  return fmt::format("{} {} of {}{}", sizes.size(), sizes.size() == 1 ? "message" : "messages",
                     human_bytes(least), least == most ? "" : " to " + human_bytes(most));
}

}  // namespace

std::string rounds_picture(const std::string& title, int processes,
                           const std::vector<RoundMessage>& messages) {
  int rounds = 0;
  for (const auto& message : messages) rounds = std::max(rounds, message.round);
  Svg svg(x_of(processes) + for_notes, y_after(rounds) + 40);
  svg.text(ranks_left - 20, 24, title, "font-size=\"15\"");
  for (int rank = 0; rank < processes; ++rank) {
    svg.line(x_of(rank), rounds_top, x_of(rank), y_after(rounds), "stroke=\"#cccccc\"");
    for (const int y : {rounds_top - 10, y_after(rounds) + 22})
      svg.text(x_of(rank), y, std::to_string(rank), "text-anchor=\"middle\" fill=\"#555555\"");
  }
  for (const auto& message : messages)
    svg.line(x_of(message.from), y_after(message.round - 1), x_of(message.to), y_after(message.round),
             "stroke=\"#0060ad\" stroke-width=\"1.5\" marker-end=\"url(#arrow)\"",
             fmt::format("round {}: {} to {}, {}", message.round, message.from, message.to,
                         human_bytes(message.bytes)));
  for (int round = 1; round <= rounds; ++round) {
    svg.text(x_of(processes), y_after(round) - between_rounds / 2 + 5,
             fmt::format("round {}: {}", round, note(messages, round)), "fill=\"#333333\"");
    svg.line(ranks_left - 12, y_after(round), x_of(processes) - between_ranks + 12, y_after(round),
             "stroke=\"#eeeeee\"");
  }
  return svg.document();
}

}  // namespace collsim
