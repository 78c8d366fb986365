#include "cli/answering.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "backends/server.hpp"
#include "cli/plugin.hpp"
#include "support/error.hpp"
#include "support/reason.hpp"

namespace collsim {

int answer_request(const std::string& name,
                   const std::function<void(const nlohmann::json& request, int out)>& perform) {
  // collsim decides what an interruption of both means, and what algorithms print is no answer.
  signal(SIGINT, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  const int out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  try {
    const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    const auto request = nlohmann::json::parse(text, nullptr, false);
    if (!request.is_object())
      throw Error(
          "answers collsim, which writes its questions to the standard input; right would be collsim run");
    load_plugins(request.at("plugins"));
    perform(request, out);
  } catch (const std::exception& error) {
    send_line(out, {{"error", in_a_line(error)}});
    fmt::print(stderr, "collsim: {}: {}\n", name, in_a_line(error));
    return 2;
  }
  return 0;
}

}  // namespace collsim
