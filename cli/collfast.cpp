#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <iostream>
#include <iterator>

#include "backends/fast/client/facts.hpp"
#include "backends/fast/simulate.hpp"
#include "backends/server.hpp"
#include "backends/trial/memory.hpp"
#include "cli/plugin.hpp"
#include "points/json.hpp"
#include "support/human.hpp"

// The fast engine as a program: collsim writes one JSON document to its standard input and reads a line of
// JSON per answer (backends/fast/client/collfast.cpp).

using namespace collsim;

namespace {

using nlohmann::json;

Platform platform_of(const json& request) {
  const auto file = request.at("platform").get<std::string>();
  Platform platform = Platform::load(file, request.at("overrides"));
  if (platform.xml() != request.at("xml"))
    throw PlatformError(file, 0, "has changed since collsim read it; right would be to start again");
  return platform;
}

std::string too_large(const Point& point, std::int64_t available) {
  return fmt::format("{} ranks need {} of memory, {} are available", point.processes,
                     human_bytes(fast_backend().memory(point)), human_bytes(available));
}

void answer_points(const json& request, int out) {
  const Platform platform = platform_of(request);
  const auto points = request.at("points").get<std::vector<Point>>();
  const bool traced = request.at("task") == "trace";
  const std::int64_t available = memory_available();
  std::vector<std::size_t> trials;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (fast_backend().memory(points[i]) <= available)
      trials.push_back(i);
    else
      send_answer(out, i, failed(too_large(points[i], available)));
  }
  const auto trial = [&](std::size_t index) {
    std::vector<Trace> traces;
    json answer = {{"outcome", fast::simulate(platform, points[index], traced ? &traces : nullptr)}};
    if (traced) answer["traces"] = traces;
    return answer;
  };
  const Room room{available, [&](std::size_t index) { return fast_backend().memory(points[index]); }};
  serve_trials(
      out, trials, request.at("jobs"), trial, [] { return false; }, room);
}

void perform(const json& request, int out) {
  load_plugins(request.at("plugins"), fast_backend().name());
  if (request.at("task") == "plugins")
    send_line(out, {{"plugins", plugin_digests()}});
  else
    answer_points(request, out);
}

}  // namespace

int main() {
  // collsim decides what an interruption of both means, and what algorithms print is no answer.
  signal(SIGINT, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  const int out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  try {
    const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    const json request = json::parse(text, nullptr, false);
    if (!request.is_object())
      throw Error(
          "answers collsim, which writes its questions to the standard input; right would be collsim run");
    perform(request, out);
  } catch (const std::exception& error) {
    send_line(out, {{"error", error.what()}});
    std::fprintf(stderr, "collfast: %s\n", error.what());
    return 2;
  }
}
