#include "backends/fast/client/fast_program.hpp"

#include <fmt/format.h>

#include "backends/answering_program.hpp"
#include "backends/server.hpp"
#include "backends/service.hpp"
#include "points/json.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

using nlohmann::json;

/// Its memory is in huge pages where Linux allows that: what thousands of ranks have lies in more pages than a processor knows the
/// places of.
AnsweringProgram program_of(const FastProgram& fast) {
  return {.file = fast.program.empty() ? program_beside("collsim") : program_at(fast.program),
          .word = fast_engine_word,
          .plugins = fast.plugins,
          .environment = {{"GLIBC_TUNABLES", "glibc.malloc.hugetlb=1"}}};
}

/// Its only answer, whatever it says of what it begins.
json only_answer(const FastProgram& fast, const char* task, const Platform& platform, const Point& point) {
  const AnsweringProgram program = program_of(fast);
  Server server([&](int out) { become(program, request(task, program, platform, {point}, 1), out); });
  for (std::string line; server.next(line, [] { return false; });) {
    json message = read_json(line);
    if (message.contains("error")) throw Error(message["error"].get<std::string>());
    if (!message.contains("begun")) return message;
  }
  throw Error(fmt::format("{} ended without an answer: {}", program.file.string(), server.end().how));
}

}  // namespace

void answer_fast(const FastProgram& fast, const Platform& platform, const std::vector<Point>& points,
                 int jobs, const Stop& stop, const Done& done) {
  const AnsweringProgram program = program_of(fast);
  const auto serve = [&](const std::vector<Point>& asked, int out) {
    become(program, request("answer", program, platform, asked, jobs), out);
  };
  ask({.name = "the fast engine", .serve = serve}, points, stop, done);
}

std::vector<Order> orders_fast(const FastProgram& fast, const Platform& platform, const Point& point) {
  std::vector<Order> orders;
  const json line = only_answer(fast, "orders", platform, point);
  for (const json& each : line.at("orders")) orders.push_back({each.at("expression"), each.at("elements")});
  return orders;
}

Origins origins_fast(const FastProgram& fast, const Platform& platform, const Point& point) {
  const json line = only_answer(fast, "origins", platform, point);
  return {line.at("contributes"), line.at("sent")};
}

std::pair<Outcome, std::vector<Trace>> trace_fast(const FastProgram& fast, const Platform& platform,
                                                  const Point& point) {
  const json line = only_answer(fast, "trace", platform, point);
  // A failed trial has none.
  return {line.at("outcome").get<Outcome>(), line.value("traces", std::vector<Trace>())};
}

}  // namespace collsim
