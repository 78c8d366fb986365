// The model of Hockney (1994): messages do not hold each other up.
#include "backends/fast/networks/routes.hpp"

namespace collsim::fast {
namespace {

class HockneyNetwork final : public NetworkModel {
 public:
  explicit HockneyNetwork(const NetworkSetup& setup) : NetworkModel({}), routes_(setup) {}

  std::optional<double> alone(const Message& message, double start) override {
    return routes_.direct(message, start) + routes_.held(message);
  }
  Progress set_out(const Message& message, double time, Flows&) override {
    return Progress::arrives(*alone(message, time));
  }

  std::optional<Passage> passage(const Message& message) override { return routes_.passage(message); }

 private:
  Routes routes_;
};

}  // namespace

std::unique_ptr<NetworkModel> make_hockney(const NetworkSetup& setup) {
  return std::make_unique<HockneyNetwork>(setup);
}

}  // namespace collsim::fast
