#include "cli/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "backends/smpi/explain.hpp"
#include "scenarios/runner.hpp"

namespace collsim {
namespace {

std::string describe_point(const Point& point) {
  return fmt::format("{}/{} on {}, p = {} ({} per node, {}), {} bytes ({} x {}, {})", point.collective,
                     label(point), point.platform, point.processes, point.ppn, point.mapping, point.bytes(),
                     point.count, point.type, point.op);
}

std::string share_line(const char* name, double seconds, double total, const char* meaning) {
  return fmt::format("  {:<8} {:>12.3f} us  {:>5.1f} %   {}\n", name, seconds * 1e6,
                     total > 0 ? 100 * seconds / total : 0.0, meaning);
}

std::string shares_table(const CriticalPath& path) {
  const Shares& shares = path.shares;
  const double total = path.end - path.begin;
  return fmt::format("Critical path: {:.3f} us\n", total * 1e6) +
         share_line("alpha", shares.alpha, total, "latency of the messages on the path") +
         share_line("beta", shares.beta, total, "their bytes on the undisturbed wire") +
         share_line("gamma", shares.gamma, total, "combining") +
         share_line("copying", shares.copying, total, "copies") +
         share_line("waiting", shares.waiting, total, "contention, and what no event explains");
}

std::string step_line(std::size_t number, const Segment& step, double begin) {
  static const char* const names[] = {"message", "combine", "copy", "wait"};
  std::string what = names[static_cast<std::size_t>(step.kind)];
  what += step.kind == Segment::Kind::message ? fmt::format(" {} -> {}", step.from, step.to)
                                              : fmt::format(" on {}", step.rank);
  return fmt::format("  {:>5}  {:<24} {:>12} B  {:>12.3f} .. {:>12.3f} us  {:>12.3f} us\n", number, what,
                     step.bytes, (step.begin - begin) * 1e6, (step.end - begin) * 1e6,
                     (step.end - step.begin) * 1e6);
}

std::string steps_table(const CriticalPath& path, std::size_t longest) {
  std::string text = "Its steps:\n";
  const std::size_t steps = path.segments.size();
  const std::size_t head = steps <= longest ? steps : longest / 2;
  const std::size_t tail = steps <= longest ? steps : steps - (longest - head);
  for (std::size_t i = 0; i < head; ++i) text += step_line(i + 1, path.segments[i], path.begin);
  if (tail > head) text += fmt::format("    ...  {} more steps\n", tail - head);
  for (std::size_t i = tail; i < steps; ++i) text += step_line(i + 1, path.segments[i], path.begin);
  return text;
}

std::string links_table(const std::vector<LinkLoad>& loads, double total) {
  constexpr std::size_t most = 10;
  if (loads.empty()) return {};
  std::string text = fmt::format("Busiest links, of {} in use:\n", loads.size());
  for (std::size_t i = 0; i < std::min(most, loads.size()); ++i)
    text += fmt::format("  {:<36} {:>14} B  {:>5.1f} % busy\n", loads[i].link, loads[i].bytes,
                        total > 0 ? 100 * loads[i].seconds / total : 0.0);
  return text;
}

}  // namespace

std::string explanation(const Point& point, const Explained& run, const CriticalPath& path,
                        std::size_t longest) {
  return describe_point(point) + "\n\n" + shares_table(path) + "\n" + steps_table(path, longest) + "\n" +
         links_table(link_loads(run.traces, run.route), path.end - path.begin);
}

std::string explain(const Collfast& collfast, const Point& point, std::size_t longest) {
  if (point.backend != "smpi" && point.backend != "fast")
    throw Error(
        fmt::format("the point is of backend {}; explain simulates, so choose one of backend smpi or fast",
                    point.backend));
  const Platform platform = Platform::load(point.platform, point.overrides);
  if (const std::string reason = why_unsupported(point, platform); !reason.empty())
    throw Error("the point is unsupported: " + reason);
  if (point.algorithm == "library")
    throw Error("the library's messages leave no trace; choose another algorithm");
  const Explained run = point.backend == "fast" ? explain_with_fast(collfast, platform, point)
                                                : explain_with_smpi(platform, point);
  if (!run.outcome.ok()) throw Error(run.outcome.status);
  return explanation(point, run,
                     critical_path(run.traces, run.begin(), run.wire, undisturbed_work(platform, point)),
                     longest);
}

}  // namespace collsim
