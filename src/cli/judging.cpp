#include "cli/judging.hpp"

#include "cli/module.hpp"
#include "cli/verbs.hpp"

namespace collsim {
namespace {

Judging& own() {
  static Judging one;
  return one;
}

}  // namespace

const Judging& judging() {
  open_module("collsim_judging");
  return own();
}

int judge(const Context& context) {
  check_operands(context.arguments,
                 verb(context.arguments.words.front()));  // sooner than the module is asked for
  return judging().performers.at(context.arguments.words.front())(context);
}

void provide_judging(const Judging& provided) {
  own() = provided;
}

}  // namespace collsim
