#include "support/reason.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <new>

#include "support/error.hpp"

namespace collsim {

std::string in_a_line(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error))
    return "there is not so much memory; right would be to ask for less, or a higher limit (ulimit -v)";
  const auto* refused = dynamic_cast<const std::filesystem::filesystem_error*>(&error);
  return Error(refused ? refused->path1().string() + ": " + refused->code().message() : error.what()).what();
}

std::string why_refused(int code) {
  const std::string reason = std::strerror(code);
  return code == EMFILE ? reason + "; right would be a higher limit (ulimit -n)" : reason;
}

}  // namespace collsim
