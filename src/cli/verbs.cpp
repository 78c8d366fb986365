#include "cli/verbs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/check_rules.hpp"
#include "cli/completion.hpp"
#include "cli/draw.hpp"
#include "cli/expand.hpp"
#include "cli/explain.hpp"
#include "cli/explore.hpp"
#include "cli/imbalance.hpp"
#include "cli/judged_verbs.hpp"
#include "cli/map.hpp"
#include "cli/order.hpp"
#include "cli/platform.hpp"
#include "cli/regret.hpp"
#include "cli/run.hpp"
#include "cli/shared_flags.hpp"
#include "cli/show.hpp"
#include "cli/slurm.hpp"
#include "cli/switch.hpp"
#include "cli/timeline.hpp"
#include "cli/tune.hpp"
#include "cli/whatif.hpp"
#include "support/error.hpp"

namespace collsim {

const std::vector<Verb>& verbs() {
  static const std::vector<Verb> all = {
      list_verb(),        show_verb(),       run_verb(),          map_verb(),       regret_verb(),
      switch_verb(),      tune_verb(),       explain_rule_verb(), expand_verb(),    import_verb(),
      advise_verb(),      report_verb(),     validate_verb(),     study_verb(),     status_verb(),
      check_rules_verb(), testbed_verb(),    platform_verb(),     calibrate_verb(), draw_verb(),
      order_verb(),       imbalance_verb(),  whatif_verb(),       explain_verb(),   explore_verb(),
      timeline_verb(),    completion_verb(),
  };
  return all;
}

const Verb& verb(const std::string& name) {
  const auto found = std::ranges::find(verbs(), name, &Verb::name);
  if (found != verbs().end()) return *found;
  std::vector<std::string> names;
  for (const auto& each : verbs()) names.emplace_back(each.name);
  if (name.empty()) throw Error(fmt::format("no command; right would be one of {}", fmt::join(names, ", ")));
  throw Error("unknown command '" + name + "'" + suggestion(name, names));
}

const FlagList& all_flags() {
  static const FlagList all = [] {
    FlagList flags = flags::of_all();
    for (const Verb& verb : verbs())
      for (const Flag& each : verb.flags)
        if (std::ranges::find(flags, each.name, &Flag::name) == flags.end()) flags.push_back(each);
    return flags;
  }();
  return all;
}

}  // namespace collsim
