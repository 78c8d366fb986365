#pragma once

#include <functional>
#include <string>
#include <vector>

#include "backends/backend.hpp"

namespace collsim {

/// Who answers points, in a server.
struct Service {
  std::string name;  ///< of the process, in messages: "the fast engine"
  /// Runs in the server, and answers these points by their places among them.
  std::function<void(const std::vector<Point>& points, int out)> serve;
  /// Hears how the process ends where it ends by itself before it has begun with a point; throws what else that means.
  std::function<void(const std::string& end)> ended_at_once = [](const std::string&) {};
};

/// Hands over a service's answers to all points, or to some once stop() is true. A server that dies is started again for what
/// it had not begun; what was under way when it died is asked again alone, and is to blame where the server dies then, too.
/// Throws the Error that the server writes.
void ask(const Service& service, const std::vector<Point>& points, const Stop& stop, const Done& done);

}  // namespace collsim
