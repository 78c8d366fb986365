#include "cli/explore.hpp"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <utility>

#include "cli/shared_flags.hpp"
#include "figures/explore/explorer.hpp"
#include "figures/explore/recording.hpp"
#include "support/error.hpp"
#include "support/json.hpp"
#include "support/process.hpp"
#include "support/processors.hpp"

namespace collsim {
namespace {

const Flag static_flag = {"static", "DIR",
                          "writes a copy of the page that needs no collsim, with what was answered before"};

/// Where somebody sees it. Some systems' xdg-open does not return before the browser is closed.
std::optional<Child> browser_at(const std::string& address) {
  if (!std::getenv("DISPLAY") && !std::getenv("WAYLAND_DISPLAY")) return {};
  return Child([&] { become({.words = {"xdg-open", address}}); }, SIGTERM);
}

int explore_command(const Context& context) {
  const CommandLine& arguments = context.arguments;
  if (arguments.words.size() > 2)
    throw Error("'explore' takes one name; right would be collsim explore SCENARIO, or a platform");
  const Offer offer = offer_of(arguments.words.size() == 2 ? arguments.words[1] : "", arguments.scenario);
  const int jobs = arguments.given.contains("jobs")
                       ? arguments.number(flags::jobs)
                       : std::max(1, static_cast<int>(allowed_processors().size()));
  if (!arguments.text(static_flag).empty()) {
    const auto begun = [](const std::string& collective) { fmt::print(stderr, "{}\n", collective); };
    write_recorded_page(arguments.text(static_flag), recording(offer, context.setup, jobs, begun));
    fmt::print("The copy is {}; any browser opens it.\n",
               (std::filesystem::path(arguments.text(static_flag)) / "index.html").string());
    return 0;
  }
  std::optional<Child> browser;
  explore(offer, context.setup, jobs, [&](const std::string& address) {
    fmt::print("The explorer is at {}\nCtrl-C ends it.\n", address);
    std::fflush(stdout);
    if (auto opened = browser_at(address)) browser.emplace(std::move(*opened));
  });
  return 0;
}

}  // namespace

Verb explore_verb() {
  return {"explore",
          "[SCENARIO|PLATFORM]",
          "serves a page to play with in a browser: who wins where, and why, as the machine changes",
          flags::with({flags::jobs.saying("N", "trials at a time (default: the processors)"), flags::plugin,
                       static_flag},
                      flags::keys({"algorithms", "bytes", "collective", "op", "ppn", "processes", "type"})),
          {"collsim explore", "collsim explore leonardo --collective bcast --processes 4..64:x2 --ppn 4"},
          explore_command};
}

}  // namespace collsim
