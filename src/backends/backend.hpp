#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backends/trial/explained.hpp"
#include "backends/trial/order.hpp"
#include "backends/trial/origins.hpp"
#include "platforms/platform.hpp"
#include "points/point.hpp"

namespace collsim {

using Done = std::function<void(std::size_t index, const Outcome& outcome)>;
using Stop = std::function<bool()>;

/// What other programs that answer need to know of this one.
struct Setup {
  std::filesystem::path programs = {};    ///< the folder of those that this one starts; empty: its own
  std::vector<std::string> plugins = {};  ///< files
};

/// Who answers points: its facts, without MPI and SimGrid, and how collsim asks it. backends/registry.cpp lists all.
class Backend {
 public:
  /// How it comes by a time. Of two kinds the later is nearer to the truth.
  enum class Kind { predicted, simulated, measured };

  virtual ~Backend() = default;

  /// How scenarios and columns call it.
  virtual BackendName name() const = 0;
  virtual Kind kind() const = 0;
  bool measures() const { return kind() == Kind::measured; }
  /// Who gives a point's time: "simulated: SimGrid/SMPI".
  virtual std::string caption(const Point& point) const = 0;
  /// When to ask it, for people; empty: it does not say.
  virtual std::string use() const { return {}; }
  /// What figures call its answers.
  virtual std::string series() const { return name().text(); }
  /// What answers depend on besides the sources of collsim.
  virtual std::string version() const { return {}; }

  /// The most ranks of a point that it answers.
  virtual int most_ranks() const { return std::numeric_limits<int>::max(); }
  /// The module that this program must open before it answers; empty: none, or it is open.
  virtual std::string module() const { return {}; }

  /// Whether it can tell what every rank did, and so how ranks spend their time.
  bool leaves_traces() const { return kind() == Kind::simulated; }

  /// The networks that a point may name, the coarsest first.
  virtual std::vector<NetworkName> networks() const { return {}; }
  /// The network of a point if a scenario asks for this one; empty: for none.
  virtual NetworkName network(const NetworkName& /*asked*/, const Platform&) const { return {}; }
  /// The schedule of a point if a scenario asks for this one.
  virtual RunsAs schedule(RunsAs /*asked*/) const { return RunsAs::none; }

  /// Empty, or why it has no answer to a point whose algorithm can serve the call.
  virtual std::string why_unsupported(const Point&, const Platform&) const { return {}; }
  /// Seconds of one core that answering a point takes, roughly: for forecasts, for progress, and to begin with what
  /// takes longest.
  virtual double effort(const Point& point, const Platform& platform) const = 0;
  /// What a point has in common with those that are answered together with it; nothing: it is answered alone.
  virtual std::optional<Point> structure(const Point&) const { return {}; }
  /// Gives the effort of a point that is answered together with others of its structure.
  virtual double effort_together(const Point& point, const Platform& platform) const {
    return effort(point, platform);
  }
  /// Bytes of memory that answering a point takes at the least, all its ranks together.
  virtual std::int64_t memory(const Point&) const { return 0; }
  /// Bytes that it takes at the most where so many are available.
  virtual std::int64_t memory_at_most(const Point& point, const Platform&, std::int64_t /*available*/) const {
    return memory(point);
  }

  /// The command that has its points answered.
  virtual std::string command() const { return "collsim run SCENARIO"; }
  /// Whether a new process answers each question, so that after one platform another can be asked.
  virtual bool asks_anew() const { return false; }
  /// Whether points that are asked on a platform without overrides are answered on its variants with their own.
  virtual bool answers_variants() const { return false; }

  /// Does what the function answer() does, for points of this backend. Throws Error where this program cannot ask it.
  virtual void answer(const Platform& platform, const std::vector<Point>& points, int jobs, const Stop& stop,
                      const Done& done, const Setup& setup) const;
  /// Simulates a point with traces. Throws Error where this program cannot ask the backend.
  virtual Explained explain(const Platform& platform, const Point& point, const Setup& setup) const;
  /// The orders in which the ranks of a point that reduces combine. Throws Error as explain() does.
  virtual std::vector<Order> orders(const Platform& platform, const Point& point, const Setup& setup) const;
  /// Whose data the messages of a point of up to most_in_rank_set ranks carry. Throws Error as explain() does.
  virtual Origins origins(const Platform& platform, const Point& point, const Setup& setup) const;
};

/// Gives all backends, in the order in which people hear of them.
const std::vector<const Backend*>& backends();
/// Throws Error with the nearest names.
const Backend& backend(const BackendName& name);
inline const Backend& backend(const Point& point) {
  return backend(point.backend);
}
/// Gives the backend of a kind that answers where nobody is named, as the registry says.
const Backend& usual_backend(Backend::Kind kind);
/// Gives the simulator that the others are judged by, as the registry says.
const Backend& judging_backend();
bool is_predicted(const Point& point);
bool is_simulated(const Point& point);
/// The names of the backends that satisfy a condition.
std::vector<std::string> backend_names(const std::function<bool(const Backend&)>& condition);
/// The networks of all backends, each once.
std::vector<std::string> network_names();
/// Whether the first of two points' answers is nearer to the truth: by kind, then by the order of backends(), then the
/// one with the finer network.
bool is_truer(const Point& point, const Point& other);

/// Empty, or why a point of a backend that leaves traces leaves none.
std::string why_no_trace(const Point& point);

/// Empty, or why a point has no answer on its platform.
std::string why_unsupported(const Point& point, const Platform& platform);

/// A point and the platform that it is asked on.
struct Asked {
  const Point* point;
  const Platform* platform;
};
/// The effort of each of these points where one run answers them all. Each must have an answer: see why_unsupported().
std::vector<double> efforts(std::span<const Asked> points);
/// The efforts of points that need not have an answer; 0 where there is none.
std::vector<double> efforts_where_supported(std::span<const Asked> points);

/// Answers points, all on `platform`, up to `jobs` trials at a time, and hands over points[index]'s answer in the order
/// in which answers come. Returns early, with the trials in flight ended and unanswered, once `stop()` is true. A trial
/// that crashes, deadlocks or is killed is an outcome with the reason; throws Error only where nothing can be answered
/// (the platform cannot be loaded).
void answer(const Platform& platform, const std::vector<Point>& points, int jobs, const Stop& stop,
            const Done& done, const Setup& setup = {});

}  // namespace collsim
