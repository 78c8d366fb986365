#include <nlohmann/json.hpp>
#include <string_view>

#include "backends/answering_program.hpp"
#include "backends/smpi/client/facts.hpp"
#include "cli/answering.hpp"
#include "cli/collsim.hpp"
#include "points/json.hpp"

namespace collsim {
namespace {

int answer_by_smpi() {
  return answer_request("SimGrid's MPI", [](const nlohmann::json& request, int out) {
    simulator().serve(
        platform_of(request), request.at("points").get<std::vector<Point>>(), request.at("jobs"),
        [] { return false; }, out);
  });
}

}  // namespace
}  // namespace collsim

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == collsim::smpi_word) return collsim::answer_by_smpi();
  return collsim::run_collsim(argc, argv);
}
