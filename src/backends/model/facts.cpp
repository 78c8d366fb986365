#include "backends/model/facts.hpp"

#include "backends/model/predict.hpp"
#include "backends/server.hpp"
#include "backends/service.hpp"
#include "points/chooser.hpp"
#include "points/serving.hpp"

namespace collsim {
namespace {

// Measured with a release build on a virtual x86 machine of 2 cores, two platforms of clusters, 16 to 2048 ranks: a place for every
// rank, and a route for every pair of a stage, however often it is repeated.
constexpr double model_seconds_per_prediction = 50e-6;
constexpr double model_seconds_per_rank = 200e-9;
constexpr double model_seconds_per_pair = 150e-9;

/// A platform that only SimGrid can read has no prediction, and may still be simulated.
void predict_all(const Platform& platform, const std::vector<Point>& points, const Stop& stop, int out) {
  std::shared_ptr<Ways> ways;
  for (std::size_t i = 0; i < points.size() && !stop(); ++i) {
    send_begin(out, {i});
    try {
      if (!ways) ways = std::make_shared<Ways>(Network::of_platform(platform));
      send_answer(out, i, predict_point(platform, ways, points[i]));
    } catch (const PlatformError& error) {
      send_answer(out, i, unsupported(error.what()));
    }
  }
}

class Model final : public Backend {
 public:
  BackendName name() const override { return "model"; }
  Kind kind() const override { return Kind::predicted; }
  std::string caption(const Point& point) const override {
    return point.network.empty() ? "model: Hockney's formulas" : "model: LogGP";
  }

  std::string use() const override { return "why it takes that long: closed forms, answered at once"; }

  std::vector<NetworkName> networks() const override { return {"hockney", "loggp"}; }
  /// Hockney's formulas stand for every network that has none of its own, and need no name.
  NetworkName network(const NetworkName& asked, const Platform&) const override {
    return asked == "loggp" ? asked : NetworkName();
  }

  std::string why_unsupported(const Point& point, const Platform&) const override {
    const auto [about, options] = serving(point);
    if (chooser(about->name)) return "";  // which says itself why it chose nothing
    return about->has_cost(point.shape(), options) ? "" : "no cost formula";
  }
  double effort(const Point& point, const Platform&) const override {
    const auto [about, options] = serving(point);
    const Shape shape = point.shape();
    double pairs = 0;
    if (about->has_cost(shape, options))
      for (const auto& stage : about->cost(shape, options)) pairs += static_cast<double>(stage.messages);
    return model_seconds_per_prediction + point.processes * model_seconds_per_rank +
           pairs * model_seconds_per_pair;
  }

  /// In a process of its own, because a prediction for very many ranks takes long and does not look up.
  void answer(const Platform& platform, const std::vector<Point>& points, int, const Stop& stop,
              const Done& done, const Setup&) const override {
    ask({.name = "the process that predicts",
         .serve = [&](const std::vector<Point>& asked, int out) { predict_all(platform, asked, stop, out); }},
        points, stop, done);
  }
};

}  // namespace

const Backend& model_backend() {
  static const Model model;
  return model;
}

}  // namespace collsim
