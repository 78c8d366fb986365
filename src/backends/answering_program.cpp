#include "backends/answering_program.hpp"

#include <unistd.h>

#include <nlohmann/json.hpp>

#include "points/json.hpp"
#include "support/process.hpp"

namespace collsim {

using nlohmann::json;

json request(const std::string& task, const AnsweringProgram& program, const Platform& platform,
             const std::vector<Point>& points, int jobs) {
  return {{"task", task},
          {"plugins", program.plugins},
          {"platform", platform.file()},
          {"overrides", platform.overrides()},
          {"xml", platform.xml()},
          {"points", points},
          {"jobs", jobs}};
}

Platform platform_of(const json& request) {
  const auto file = request.at("platform").get<std::string>();
  Platform platform = Platform::load(file, request.at("overrides"));
  if (platform.xml() != request.at("xml"))
    throw PlatformError(file, 0, "has changed since collsim read it; right would be to start again");
  return platform;
}

void become(const AnsweringProgram& program, const json& request, int out) {
  dup2(out, STDOUT_FILENO);
  close(out);
  become({.words = {program.file.string(), program.word},
          .input = request.dump(),
          .environment = program.environment});
}

}  // namespace collsim
