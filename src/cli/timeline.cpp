#include "cli/timeline.hpp"

#include <fmt/format.h>

#include "backends/traced.hpp"
#include "cli/shared_flags.hpp"
#include "cli/source.hpp"
#include "figures/plots/links_picture.hpp"
#include "figures/plots/timeline_picture.hpp"
#include "lab/scenarios/atomically.hpp"
#include "support/human.hpp"

namespace collsim {

namespace {

/// Says where the picture is, or why there is none: some platforms only SimGrid can read.
std::string draw_links(const std::string& title, const Platform& platform, const Point& point,
                       const std::vector<Trace>& traces, double seconds, const std::string& file) {
  try {
    const auto network = Network::of_platform(platform);
    write_atomically(
        file, links_picture("How busy is each link? " + title, *network,
                            busy_links(traces, *network, point.placement()), seconds, source_of(platform)));
    return fmt::format("Picture of the links: {}\n", file);
  } catch (const PlatformError& error) {
    return fmt::format("No picture of the links: {}\n", error.what());
  }
}

std::string draw_timeline(const Setup& setup, const Point& point, const std::string& prefix) {
  const Platform platform = Platform::load(point.platform, point.overrides);
  const Explained run = traced(setup, platform, point);
  const auto spans = activities(run.traces, run.wire);
  const std::string title = fmt::format("{}/{} on {}, p = {}, {}{}", point.collective, label(point),
                                        point.platform, point.processes, human_bytes(point.bytes()),
                                        point.distribution == "regular" ? "" : ", " + point.distribution);
  write_atomically(prefix + ".svg", timeline_picture("What does every rank do when? " + title, spans,
                                                     run.begin(), source_of(platform)));
  write_atomically(prefix + ".perfetto-trace", perfetto_trace(spans, run.begin()));
  const Balance found = balance(spans, run.begin());
  return fmt::format(
      "{}\n{}, ranks idle {} of it, load balance {}\nPicture: {}.svg\n{}Trace for ui.perfetto.dev: "
      "{}.perfetto-trace\n",
      title, human_seconds(found.seconds), human_percent(found.idle_share), human_percent(found.load_balance),
      prefix, draw_links(title, platform, point, run.traces, found.seconds, prefix + "_links.svg"), prefix);
}

/// The picture's own ending does not belong to the names of the trace and of the picture of the links beside it.
int timeline_command(const Context& context) {
  std::filesystem::path prefix =
      context.arguments.text(flags::out).empty() ? "timeline" : context.arguments.text(flags::out);
  if (prefix.extension() == ".svg") prefix.replace_extension();
  fmt::print("{}", draw_timeline(context.setup, asked_point(context), prefix.string()));
  return 0;
}

}  // namespace

Verb timeline_verb() {
  return {
      "timeline",
      "SCENARIO --point N",
      "draws what ranks and links do when, also for Perfetto",
      flags::with({flags::out.saying("PREFIX", "what the names of its files begin with (default timeline)"),
                   flags::point, flags::plugin},
                  key_flags()),
      {"collsim timeline quickstart --point 3",
       "collsim timeline allgatherv_infiniband --point 3 --out ring"},
      timeline_command};
}

}  // namespace collsim
