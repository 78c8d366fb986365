#include "backends/model/facts.hpp"

#include "backends/model/predict.hpp"
#include "backends/server.hpp"
#include "backends/service.hpp"
#include "points/chooser.hpp"
#include "points/serving.hpp"

namespace collsim {
namespace {

/// A platform that only SimGrid can read has no prediction, and may still be simulated.
void predict_all(const Platform& platform, const std::vector<Point>& points, const Stop& stop, int out) {
  std::shared_ptr<const Network> network;
  for (std::size_t i = 0; i < points.size() && !stop(); ++i) {
    send_begin(out, {i});
    try {
      if (!network) network = Network::of(platform);
      send_answer(out, i, predict_point(platform, network, points[i]));
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
  double effort(const Point&) const override { return 10e-6; }

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
