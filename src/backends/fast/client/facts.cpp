#include "backends/fast/client/facts.hpp"

#include <filesystem>

#include "backends/fast/cache/ranks_in_cache.hpp"
#include "backends/trial/memory.hpp"
#include "backends/trial/rates.hpp"
#include "backends/trial/traffic.hpp"
#include "platforms/network/network.hpp"
#include "platforms/network_models.hpp"
#include "points/serving.hpp"

namespace collsim {
namespace {

// A process for itself, a record of each of the network's links, ranks, messages, which take least where all ranks do the same on a network that is the same between
// all of them, and longer where links are shared, most where messages that are under way have rates, where the ranks do not fit
// the processor's cache, and where those of a node wait for its memory (bench/README.md).
constexpr double fast_seconds_per_trial = 2e-3;
constexpr double fast_seconds_per_link = 70e-9;
constexpr double trial_together = 0.5;
constexpr double fast_seconds_per_rank = 4e-6;
constexpr double fast_seconds_per_repeated_message = 10e-9;
constexpr double fast_seconds_per_message = 160e-9;
constexpr double fast_seconds_per_contending_message = 300e-9;
constexpr double fast_seconds_per_message_with_a_rate = 700e-9;
constexpr double fast_seconds_per_message_together = 60e-9;
constexpr double slower_beyond_cache = 2.1;
constexpr double fast_seconds_per_message_through_memory = 400e-9;

// A fiber: the touched part of its stack, and its records. Measured with 65,536 ranks: 5 to 7 KiB.
constexpr std::int64_t memory_per_fiber = 8 << 10;
// Of a recorded schedule: a rank's place, its clocks in each lane, and both ends of a message where no rounds are alike.
constexpr std::int64_t memory_per_recorded_rank = 1 << 10;
constexpr std::int64_t memory_per_lane_of_rank = 1 << 7;
constexpr double memory_per_recorded_message = 64;

// Both ends of a message that is under way: 545 bytes where ranks are fibers, 700 where they are recorded.
constexpr double memory_per_message_at_once = 700;

/// What a network costs whoever simulates it, whatever the platform's numbers are.
struct NetworkExtent {
  int links = 0;
  bool uniform = false;  ///< routes between any two nodes are alike
};

/// Reads each file once. Nothing is known of one that only SimGrid can read.
const NetworkExtent& extent(const Platform& platform) {
  static std::map<std::string, NetworkExtent> known;
  const auto [place, is_new] = known.try_emplace(platform.file());
  if (is_new) try {
      const auto network = Network::of_platform(platform);
      place->second = {network->links(), network->uniform()};
    } catch (const PlatformError&) {
    }
  return place->second;
}

double of_trial(const Platform& platform) {
  return fast_seconds_per_trial + extent(platform).links * fast_seconds_per_link;
}

/// Whether a platform's nodes have levels, whatever their numbers are.
bool has_levels(const std::string& platform) {
  static std::map<std::string, bool> known;
  const auto place = known.find(platform);
  if (place != known.end()) return place->second;
  return known[platform] = Platform::load(platform).has("levels");
}

bool shares_nodes(const Point& point) {
  return point.places.empty() ? point.ppn.most(point.processes) > 1 : point.placement().most_on_a_node() > 1;
}

/// A network whose messages contend, and that answers no two points together, gives every message a rate anew whenever another one
/// comes or goes.
double of_contending(const std::string& network) {
  return answers_together(network) ? fast_seconds_per_contending_message
                                   : fast_seconds_per_message_with_a_rate;
}

double of_message(const Point& point, const Platform& platform, bool together) {
  const std::string& network = point.network.text();
  const bool contends = contends_on_links(network);
  const double slower = point.processes > fast::ranks_in_cache ? slower_beyond_cache : 1;
  if (shares_nodes(point)) {
    const double through_memory =
        AllRates(platform, point)[0].through_memory > 0 ? fast_seconds_per_message_through_memory : 0;
    return slower * (contends ? of_contending(network) : fast_seconds_per_message) + through_memory;
  }
  if (contends) return slower * of_contending(network);
  if (extent(platform).uniform) return fast_seconds_per_repeated_message;
  return together ? fast_seconds_per_message_together : slower * fast_seconds_per_message;
}

std::int64_t memory_recorded(const Point& point) {
  return point.processes * memory_per_recorded_rank +
         static_cast<std::int64_t>(traffic(point).messages / point.loop * memory_per_recorded_message);
}

std::int64_t of_ranks(const Point& point) {
  return point.schedule == RunsAs::recorded ? memory_recorded(point) : point.processes * memory_per_fiber;
}

/// Whether nothing is asked but the time, of ranks that do the same whatever happens.
bool may_be_recorded(const Point& point) {
  const Description& about = *serving(point).about;
  return point.data == Data::time && !point.balance && !about.reads_messages &&
         !about.needs_collective_network;
}

class Fast final : public Backend {
 public:
  BackendName name() const override { return "fast"; }
  Kind kind() const override { return Kind::simulated; }
  std::string caption(const Point& point) const override {
    return "fast: collsim's own engine, network " + point.network.text();
  }

  std::string use() const override { return "sweeps: thousands of points, many ranks"; }

  std::vector<NetworkName> networks() const override {
    const auto names = network_models();
    return {names.begin(), names.end()};
  }
  NetworkName network(const NetworkName& asked, const Platform& platform) const override {
    return asked.empty() ? platform.network() : asked;
  }
  RunsAs schedule(RunsAs asked) const override { return asked; }

  std::string why_unsupported(const Point& point, const Platform&) const override {
    if (point.asks_library())
      return "the fast engine has no library of collectives; choose another algorithm";
    if (point.schedule != RunsAs::recorded) return {};
    if (point.data == Data::verify)
      return "a recorded schedule moves no data; choose data time, or the schedule fibers";
    if (serving(point).about->reads_messages)
      return "what its ranks do depends on what their messages hold or when they come; choose the schedule "
             "fibers";
    return {};
  }
  double effort(const Point& point, const Platform& platform) const override {
    const PointTraffic all = traffic(point);
    return of_trial(platform) + point.processes * fast_seconds_per_rank +
           all.messages * of_message(point, platform, false) + seconds_for_data(point, all);
  }
  /// Its ranks may do the same in the same order as those of points that differ in sizes, types, operators, arrivals and
  /// numbers of the platform.
  /// Nothing where messages share links or what nodes with levels have, and for whatever cannot be recorded.
  std::optional<Point> structure(const Point& point) const override {
    if (!may_be_recorded(point) || point.arrival.relative || !answers_together(point.network.text()) ||
        (shares_nodes(point) && has_levels(point.platform)))
      return std::nullopt;
    const Point any;
    Point common = point;
    common.overrides = any.overrides;
    common.count = any.count;
    common.type = any.type;
    common.op = any.op;
    common.arrival = any.arrival;
    common.schedule = any.schedule;
    return common;
  }
  double effort_together(const Point& point, const Platform& platform) const override {
    // Of those whose messages contend or whose ranks share nodes some go along with others, and the rest is tried in vain before it
    // is answered alone.
    return trial_together * of_trial(platform) + point.processes * fast_seconds_per_rank +
           traffic(point).messages * of_message(point, platform, true);
  }
  std::int64_t memory(const Point& point) const override {
    // Ranks that are recorded begin when the one before has ended, so that only one of them has counts at a time.
    const std::int64_t counts = may_be_recorded(point) ? 0 : memory_of_own_counts(point);
    return of_ranks(point) + memory_of_calls(point) + counts + memory_of_traces(point) +
           static_cast<std::int64_t>(messages_at_once(point) * memory_per_message_at_once);
  }
  /// It takes as much as its fibers do, or its schedule where no two ranks and rounds are alike, if there is so much.
  std::int64_t memory_at_most(const Point& point, const Platform& platform,
                              std::int64_t available) const override {
    const std::int64_t own = memory(point);
    if (!is_recorded_first(platform, point)) return own;
    const std::int64_t most = memory(recorded(point));
    return most <= available ? std::max(own, most) : own;
  }

  bool asks_anew() const override { return true; }
  bool answers_variants() const override { return true; }
  void answer(const Platform& platform, const std::vector<Point>& points, int jobs, const Stop& stop,
              const Done& done, const Setup& setup) const override {
    answer_fast(fast_program(setup), platform, points, jobs, stop, done);
  }
  Explained explain(const Platform& platform, const Point& point, const Setup& setup) const override {
    return explain_with_fast(fast_program(setup), platform, point);
  }

  std::vector<Order> orders(const Platform& platform, const Point& point, const Setup& setup) const override {
    return orders_fast(fast_program(setup), platform, point);
  }
  Origins origins(const Platform& platform, const Point& point, const Setup& setup) const override {
    return origins_fast(fast_program(setup), platform, point);
  }
};

}  // namespace

const Backend& fast_backend() {
  static const Fast fast;
  return fast;
}

FastProgram fast_program(const Setup& setup) {
  return {.program = setup.programs.empty() ? std::filesystem::path() : setup.programs / "collsim",
          .plugins = setup.plugins};
}

Point recorded(Point point) {
  point.schedule = RunsAs::recorded;
  return point;
}

bool is_recorded_first(const Platform& platform, const Point& point) {
  return point.schedule != RunsAs::recorded && point.data == Data::time && !point.balance &&
         fast_backend().why_unsupported(recorded(point), platform).empty();
}

std::int64_t memory_together(const Point& point, std::size_t lanes) {
  return memory_recorded(point) +
         point.processes * static_cast<std::int64_t>(lanes) * memory_per_lane_of_rank;
}

}  // namespace collsim
