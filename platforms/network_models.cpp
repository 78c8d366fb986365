#include "platforms/network_models.hpp"

namespace collsim {

std::vector<std::string> network_models() {
  return {
#define NETWORK_MODEL(name, contends) #name,
#include "platforms/network_models.def"
#undef NETWORK_MODEL
  };
}

bool contends_on_links(const std::string& network_model) {
#define NETWORK_MODEL(name, contends) \
  if (network_model == #name) return contends;
#include "platforms/network_models.def"
#undef NETWORK_MODEL
  return false;
}

}  // namespace collsim
