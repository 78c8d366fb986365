#include "lab/scenarios/expand.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <set>

#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/distribution.hpp"
#include "algorithms/facts/operand.hpp"
#include "backends/backend.hpp"
#include "lab/scenarios/cross_ranks.hpp"
#include "lab/scenarios/drafts.hpp"
#include "points/choice.hpp"
#include "support/json.hpp"

namespace collsim {
namespace {

using nlohmann::json;

void cross_machine(const Keys& keys, Platforms& platforms, Drafts& drafts) {
  std::string overrides_at;
  const json* overrides = keys.find("overrides", &overrides_at);
  cross(drafts, keys.texts("platform"), [&](Draft& draft, const Text& platform) {
    draft.point.platform = platform.value;
    keys.origin().placed(platform.pointer, [&] { platforms.get(platform.value, {}); });
    if (!overrides) return;
    draft.point.overrides = overrides->get<std::map<std::string, std::string>>();
    keys.origin().placed(overrides_at, [&] { platforms.of_point(draft.point); });
  });
}

/// Who simulates, and what formulas say of it.
json usual_backends() {
  return json::array({usual_backend(Backend::Kind::simulated).name().text(),
                      usual_backend(Backend::Kind::predicted).name().text()});
}

void cross_algorithms(const Keys& keys, Drafts& drafts) {
  const Text collective = keys.texts("collective").front();
  const std::vector<std::string> known = known_collectives();
  if (std::find(known.begin(), known.end(), collective.value) == known.end())
    keys.origin().fail(collective.pointer,
                       "unknown collective '" + collective.value + "'" + suggestion(collective.value, known));
  std::vector<At<Choice>> choices;
  for (const Text& entry : keys.texts("algorithms")) {
    for (auto& choice :
         keys.origin().placed(entry.pointer, [&] { return choose(collective.value, entry.value); }))
      choices.push_back({std::move(choice), entry.pointer});
    if (choices.size() > drafts.most) break;  // cross() complains
  }
  cross(drafts, choices, [&](Draft& draft, const At<Choice>& choice) {
    draft.point.collective = collective.value;
    draft.point.algorithm = choice.value.about->name;
    draft.point.options = choice.value.options;
  });
  cross(drafts, keys.texts("backends", usual_backends()), [&](Draft& draft, const Text& name) {
    draft.point.backend = keys.origin().placed(name.pointer, [&] { return backend(name.value).name(); });
  });
}

void cross_operands(const Keys& keys, Platforms& platforms, Drafts& drafts) {
  cross(drafts, keys.texts("type", "double"), [&](Draft& draft, const Text& type) {
    draft.point.type = keys.origin().placed(type.pointer, [&] { return operand_type(type.value).name; });
  });
  cross(drafts, keys.texts("op", "sum"), [&](Draft& draft, const Text& op) {
    const OpInfo& info = keys.origin().placed(op.pointer, [&] { return std::cref(operand_op(op.value)); });
    draft.point.op = info.name;
    const std::string why = why_unsuited(info, operand_type(draft.point.type));
    if (!why.empty()) keys.origin().fail(op.pointer, why);
    // A platform that names no rate for this must say so now, not after hours of simulation.
    keys.origin().placed(op.pointer, [&] {
      const Platform& platform = platforms.of_point(draft.point);
      return platform.combine_rate(info.op_class, draft.point.type, 0) + platform.copy_rate(0);
    });
  });
}

/// Elements in a size of `width` bytes each. A range's value is rounded to what the collective takes, at
/// least one element of each rank; one written out must fit.
std::int64_t elements(const Keys& keys, const Number& size, std::int64_t width, const Point& point) {
  const auto [value, exact] = size.value;
  const Collective& about = collective(point.collective);
  const std::int64_t unit = width * about.unit(point.processes);
  if (unit == 0 && exact && value != 0)
    keys.origin().fail(size.pointer, "a " + about.name + " moves no data; right would be 0");
  if (unit == 0 || value == 0) return 0;
  if (!exact) return nearest_count(point, value, width);
  if (value % unit == 0) return value / width;
  const std::int64_t down = value - value % unit;
  const std::string each = about.unit(point.processes) == 1
                               ? "the " + std::to_string(unit) + " bytes of type '" + point.type + "'"
                               : std::to_string(unit) + ", as equal blocks of whole elements for " +
                                     std::to_string(point.processes) + " processes ask";
  keys.origin().fail(size.pointer, std::to_string(value) +
                                       (keys.size_key() == "count" ? " elements" : " bytes") +
                                       " are not a multiple of " + each + "; right would be " +
                                       std::to_string(down) + " or " + std::to_string(down + unit));
}

void cross_sizes(const Keys& keys, Drafts& drafts) {
  const bool sized = keys.has("bytes") || keys.has("count");
  if (!sized && collective(drafts.list.front().point.collective).size == Collective::Size::nothing) return;
  const std::string key = keys.size_key();
  const std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();
  cross(drafts, keys.numbers(key, 0, unlimited), [&](Draft& draft, const Number& size) {
    const TypeInfo& type = operand_type(draft.point.type);
    draft.point.count = elements(keys, size, key == "count" ? 1 : type.size, draft.point);
    const bool in_blocks = collective(draft.point.collective).size == Collective::Size::blocks;
    const std::int64_t most =
        std::int64_t{std::numeric_limits<int>::max()} * (in_blocks ? draft.point.processes : 1);
    if (draft.point.count > most)
      keys.origin().fail(size.pointer, std::to_string(draft.point.count) + " elements of type '" + type.name +
                                           "' are more than an MPI count holds; right would be up to " +
                                           std::to_string(key == "count" ? most : most * type.size) + " " +
                                           (key == "count" ? "elements" : "bytes"));
  });
}

void cross_call(const Keys& keys, Drafts& drafts) {
  constexpr int most = std::numeric_limits<int>::max();
  cross(drafts, keys.numbers("root", 0, most, 0), [&](Draft& draft, const Number& root) {
    draft.point.root = static_cast<int>(root.value.value);
    if (draft.point.root >= draft.point.processes)
      keys.origin().fail(root.pointer, "rank " + std::to_string(draft.point.root) + " is not among " +
                                           std::to_string(draft.point.processes) +
                                           " processes; right would be 0 to " +
                                           std::to_string(draft.point.processes - 1));
  });
  cross(drafts, keys.numbers("loop", 1, most, 1),
        [](Draft& draft, const Number& loop) { draft.point.loop = static_cast<int>(loop.value.value); });
  cross(drafts, keys.values("in_place", false),
        [](Draft& draft, const At<json>& in_place) { draft.point.in_place = in_place.value.get<bool>(); });
  cross(drafts, keys.texts("data", "verify"),
        [](Draft& draft, const Text& data) { draft.point.data = parse<Data>(data.value); });
}

void cross_distributions(const Keys& keys, Drafts& drafts) {
  const std::string usual = Point().distribution;
  cross(drafts, keys.texts("distribution", usual), [&](Draft& draft, const Text& distribution) {
    draft.point.distribution = distribution.value;
    keys.origin().placed(distribution.pointer, [&] { distribute(distribution.value, 0, 1); });
    if (distribution.value != usual && collective(draft.point.collective).size != Collective::Size::varied)
      keys.origin().fail(distribution.pointer, "the blocks of a " + draft.point.collective +
                                                   " are all of one size; right would be '" + usual + "'");
  });
}

/// Backends take the networks and schedules that mean something to them: of others equal points arise here, and
/// expand() keeps one.
void cross_networks(const Keys& keys, Platforms& platforms, Drafts& drafts) {
  cross(drafts, keys.texts("network", ""), [&](Draft& draft, const Text& network) {
    draft.point.network = backend(draft.point).network(network.value, platforms.of_point(draft.point));
  });
  cross(drafts, keys.texts("schedule", to_text(RunsAs::fibers)), [](Draft& draft, const Text& schedule) {
    draft.point.schedule = backend(draft.point).schedule(parse<RunsAs>(schedule.value));
  });
}

/// Backends that leave no traces answer without; where all asked are such, nobody would tell.
void cross_balance(const Keys& keys, Drafts& drafts) {
  const At<json> asked = keys.values("balance", false).front();
  if (!asked.value.get<bool>()) return;
  const auto leaves_traces = [](const Backend& each) { return each.leaves_traces(); };
  for (Draft& draft : drafts.list) draft.point.balance = leaves_traces(backend(draft.point));
  if (std::ranges::none_of(drafts.list, [](const Draft& draft) { return draft.point.balance; }))
    keys.origin().fail(asked.pointer, fmt::format("no backend asked knows how ranks spend their time; right "
                                                  "would be {}",
                                                  fmt::join(backend_names(leaves_traces), " or ")));
}

Drafts expand_sweep(const Keys& keys, Platforms& platforms, std::size_t most_points) {
  Drafts drafts{.most = most_points};
  cross_machine(keys, platforms, drafts);
  cross_algorithms(keys, drafts);
  cross_ranks(keys, platforms, drafts);
  cross_operands(keys, platforms, drafts);
  cross_sizes(keys, drafts);
  cross_distributions(keys, drafts);
  cross_call(keys, drafts);
  cross_arrivals(keys, drafts);
  cross_networks(keys, platforms, drafts);
  cross_balance(keys, drafts);
  return drafts;
}

}  // namespace

std::int64_t nearest_count(const Point& point, std::int64_t size, std::int64_t width) {
  const std::int64_t elements = collective(point.collective).unit(point.processes), unit = width * elements;
  return unit == 0 ? 0 : std::max<std::int64_t>(1, (size + unit / 2) / unit) * elements;
}

void expand(const json& document, const Origin& origin, std::size_t most_points, Scenario& scenario) {
  const json nothing = json::object();
  const json one_sweep = json::array({nothing});
  const bool has_sweeps = document.contains("sweeps");
  const json& sweeps = has_sweeps ? document["sweeps"] : one_sweep;
  std::vector<Point>& points = scenario.points;
  std::set<Point> seen;
  for (std::size_t i = 0; i < sweeps.size(); ++i) {
    const std::string pointer = has_sweeps ? "/sweeps/" + std::to_string(i) : "";
    const Keys keys(origin, document, sweeps[i], pointer);
    Drafts drafts = origin.placed(
        pointer, [&] { return expand_sweep(keys, scenario.platforms, most_points - points.size()); });
    for (Draft& draft : drafts.list)
      if (seen.insert(draft.point).second) points.push_back(std::move(draft.point));
    for (const auto& line : drafts.left_out)
      if (std::ranges::find(scenario.left_out, line) == scenario.left_out.end())
        scenario.left_out.push_back(line);
  }
}

}  // namespace collsim
