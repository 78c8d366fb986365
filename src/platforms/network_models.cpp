#include "platforms/network_models.hpp"

namespace collsim {

std::vector<std::string> network_models() {
  return {
#define NETWORK_MODEL(name, contends, together) #name,
#include "platforms/network_models.def"
#undef NETWORK_MODEL
  };
}

bool contends_on_links(const std::string& network_model) {
#define NETWORK_MODEL(name, contends, together) \
  if (network_model == #name) return contends;
#include "platforms/network_models.def"
#undef NETWORK_MODEL
  return false;
}

bool answers_together(const std::string& network_model) {
#define NETWORK_MODEL(name, contends, together) \
  if (network_model == #name) return together;
#include "platforms/network_models.def"
#undef NETWORK_MODEL
  return false;
}

}  // namespace collsim
