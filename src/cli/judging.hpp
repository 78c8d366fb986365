#pragma once

#include <functional>
#include <map>
#include <string>

#include "cli/context.hpp"

namespace collsim {

/// Commands by their names.
using Performers = std::map<std::string, std::function<int(const Context&)>>;

/// What judges answers: a library that is opened when somebody asks for it, and that who asks for no more than times need not
/// build (programs/judging.cpp).
struct Judging {
  Performers performers;
  Compare compare;
};

/// Opens the library. Throws Error where it is not built.
const Judging& judging();
/// Has the library perform the command. Returns the exit status.
int judge(const Context& context);

/// What the library can do, which it says when it is opened.
void provide_judging(const Judging& provided);

}  // namespace collsim
