#include "backends/fast/client/fast_program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "backends/server.hpp"
#include "backends/service.hpp"
#include "points/json.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

using nlohmann::json;

std::filesystem::path program_of(const FastProgram& fast) {
  return fast.program.empty() ? program_beside("collsim") : program_at(fast.program);
}

/// Becomes the fast engine, which reads the request and writes to `out`. Its memory is in huge pages where Linux allows that: what
/// thousands of ranks have lies in more pages than a processor knows the places of.
void become_fast_engine(const std::filesystem::path& program, const std::string& request, int out) {
  dup2(out, STDOUT_FILENO);
  close(out);
  become({.words = {program.string(), fast_engine_word},
          .input = request,
          .environment = {{"GLIBC_TUNABLES", "glibc.malloc.hugetlb=1"}}});
}

/// The platform travels as the file and overrides that it comes from; its text, to notice a file that
/// changed.
json request(const char* task, const FastProgram& fast, const Platform& platform,
             const std::vector<Point>& points, int jobs) {
  return {{"task", task},
          {"plugins", fast.plugins},
          {"platform", platform.file()},
          {"overrides", platform.overrides()},
          {"xml", platform.xml()},
          {"points", points},
          {"jobs", jobs}};
}

/// Its only answer, whatever it says of what it begins.
json only_answer(const FastProgram& fast, const json& question) {
  const auto program = program_of(fast);
  Server server([&](int out) { become_fast_engine(program, question.dump(), out); });
  for (std::string line; server.next(line, [] { return false; });) {
    json message = read_json(line);
    if (message.contains("error")) throw Error(message["error"].get<std::string>());
    if (!message.contains("begun")) return message;
  }
  throw Error(fmt::format("{} ended without an answer: {}", program.string(), server.end().how));
}

}  // namespace

void answer_fast(const FastProgram& fast, const Platform& platform, const std::vector<Point>& points,
                 int jobs, const Stop& stop, const Done& done) {
  const auto program = program_of(fast);
  const auto serve = [&](const std::vector<Point>& asked, int out) {
    become_fast_engine(program, request("answer", fast, platform, asked, jobs).dump(), out);
  };
  ask({.name = "the fast engine", .serve = serve}, points, stop, done);
}

std::vector<Order> orders_fast(const FastProgram& fast, const Platform& platform, const Point& point) {
  std::vector<Order> orders;
  const json line = only_answer(fast, request("orders", fast, platform, {point}, 1));
  for (const json& each : line.at("orders")) orders.push_back({each.at("expression"), each.at("elements")});
  return orders;
}

std::pair<Outcome, std::vector<Trace>> trace_fast(const FastProgram& fast, const Platform& platform,
                                                  const Point& point) {
  const json line = only_answer(fast, request("trace", fast, platform, {point}, 1));
  // A failed trial has none.
  return {line.at("outcome").get<Outcome>(), line.value("traces", std::vector<Trace>())};
}

}  // namespace collsim
