#include "backends/native/client/facts.hpp"

namespace collsim {
namespace {

class Native final : public Backend {
 public:
  BackendName name() const override { return "native"; }
  Kind kind() const override { return Kind::measured; }
  std::string caption(const Point&) const override { return "native: measured under mpirun"; }

  std::string use() const override { return "the truth on this machine: the installed MPI"; }

  std::string why_unsupported(const Point& point, const Platform&) const override {
    if (!point.overrides.empty()) return "overrides change a modeled platform, not this machine";
    if (point.threads > 1) return "ranks combine by a thread of their own natively; choose threads 1";
    if (point.asks_library() && point.options.text("selector") != "default")
      return "selectors are SMPI's; choose forced, which names an algorithm of the installed library";
    return {};
  }
  /// All count the same, because nobody knows what they take.
  double effort(const Point&, const Platform&) const override { return 1; }
  std::string command() const override { return "mpirun -n P collrun SCENARIO"; }
};

}  // namespace

const Backend& native_backend() {
  static const Native native;
  return native;
}

}  // namespace collsim
