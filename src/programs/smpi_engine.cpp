#include "programs/smpi_engine.hpp"

#include <nlohmann/json.hpp>

#include "backends/answering_program.hpp"
#include "backends/smpi/client/facts.hpp"
#include "cli/answering.hpp"
#include "cli/context.hpp"
#include "points/json.hpp"

namespace collsim {

int run_smpi_engine() {
  return answer_request("SimGrid's MPI", [](const nlohmann::json& request, int out) {
    const auto points = request.at("points").get<std::vector<Point>>();
    open_modules(points);
    simulator().serve(
        platform_of(request), points, request.at("jobs"), [] { return false; }, out);
  });
}

}  // namespace collsim
