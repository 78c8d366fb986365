#include "cli/order.hpp"

#include <fmt/format.h>

#include "algorithms/facts/collective.hpp"
#include "backends/traced.hpp"
#include "cli/ideal.hpp"
#include "cli/shared_flags.hpp"

namespace collsim {
namespace {

std::vector<Order> orders_of(const Context& context, const std::string& algorithm) {
  Flags flags = context.arguments.scenario;
  if (const auto op = flags.find("op"); op != flags.end() && op->second == "compose")
    flags.emplace("type", "affine");  // the only one that it is defined on
  flags["data"] = "verify";
  Scenario scenario = ideal_scenario(algorithm, flags);
  const Point& point = scenario.points.front();
  if (!collective(point.collective).combines)
    throw Error(fmt::format("{}: combines nothing; right would be a collective with an operator", algorithm));
  check_traceable(scenario.platforms.of_point(point), point);
  return backend(point).orders(scenario.platforms.of_point(point), point, context.setup);
}

void print(const std::string& algorithm, const std::vector<Order>& orders) {
  fmt::print("{}: {}\n", algorithm,
             orders.size() == 1 ? "all results in one order" : fmt::format("{} orders", orders.size()));
  for (const Order& each : orders)
    fmt::print("  {}{}\n", each.expression,
               orders.size() == 1 ? "" : fmt::format("   ({} elements)", each.elements));
}

int order_command(const Context& context) {
  const std::string& algorithm = operand(context.arguments, "ALGORITHM");
  const std::string& other = context.arguments.text(flags::like);
  const auto orders = orders_of(context, algorithm);
  const auto others = other.empty() ? std::vector<Order>() : orders_of(context, other);
  print(algorithm, orders);
  if (other.empty()) return 0;
  print(other, others);
  const auto within = [](const std::vector<Order>& some, const std::vector<Order>& all) {
    return std::ranges::all_of(some, [&](const Order& each) {
      return std::ranges::find(all, each.expression, &Order::expression) != all.end();
    });
  };
  const bool same = within(orders, others) && within(others, orders);
  fmt::print("{}\n", same ? "The same: they may be mixed." : "Not the same: results that round may differ.");
  return same ? 0 : 1;
}

}  // namespace

Verb order_verb() {
  return {"order",
          "ALGORITHM",
          "tells in which order an algorithm combines what ranks bring",
          flags::with({flags::like, flags::plugin},
                      flags::keys({"bytes", "count", "in_place", "op", "processes", "root"})),
          {"collsim order reduce/rabenseifner --processes 13",
           "collsim order reduce/rabenseifner --processes 13 --like reduce/binomial"},
          order_command};
}

}  // namespace collsim
