#include "support/terminal.hpp"

#include <unistd.h>

#include <cstdlib>

namespace collsim {
namespace {

// ECMA-48, "select graphic rendition".
std::string rendered(const char* how, const std::string& text, int file) {
  return takes_colours(file) ? std::string("\033[") + how + "m" + text + "\033[0m" : text;
}

}  // namespace

bool takes_colours(int file) {
  const auto variable = [](const char* name) {
    const char* const value = std::getenv(name);
    return std::string(value ? value : "");
  };
  return ::isatty(file) == 1 && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

std::string bold(const std::string& text) {
  return rendered("1", text, STDOUT_FILENO);
}

std::string red(const std::string& text) {
  return rendered("1;31", text, STDERR_FILENO);
}

}  // namespace collsim
