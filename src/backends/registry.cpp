#include <algorithm>

#include "backends/backend.hpp"

// In the order in which people hear of them; each folder defines NAME_backend().
#define COLLSIM_BACKENDS(name) name(smpi) name(fast) name(model) name(native)
// One of each kind.
#define COLLSIM_USUAL_BACKENDS(name) name(model) name(fast) name(native)

namespace collsim {

#define COLLSIM_DECLARE(name) const Backend& name##_backend();
COLLSIM_BACKENDS(COLLSIM_DECLARE)

const std::vector<const Backend*>& backends() {
#define COLLSIM_ENTER(name) &name##_backend(),
  static const std::vector<const Backend*> all = {COLLSIM_BACKENDS(COLLSIM_ENTER)};
  return all;
}

const Backend& usual_backend(Backend::Kind kind) {
  static const std::vector<const Backend*> usual = {COLLSIM_USUAL_BACKENDS(COLLSIM_ENTER)};
  return **std::ranges::find(usual, kind, &Backend::kind);
}

const Backend& judging_backend() {
  return smpi_backend();
}

}  // namespace collsim
