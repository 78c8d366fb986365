#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "platforms/platform.hpp"
#include "points/point.hpp"
#include "support/document.hpp"

namespace collsim {

/// What the command line says instead of the file: key of a scenario -> text, lists separated by commas. It
/// replaces the key at the top level and in every sweep.
using Flags = std::map<std::string, std::string>;

/// The platforms that points name, each loaded once.
class Platforms {
 public:
  /// Throws PlatformError.
  const Platform& get(const std::string& name, const std::map<std::string, std::string>& overrides);
  const Platform& of_point(const Point& point) { return get(point.platform, point.overrides); }

 private:
  std::map<std::pair<std::string, std::map<std::string, std::string>>, Platform> loaded_;
};

/// A question: a set of points, what to draw from their answers, and what to compare these with.
struct Scenario {
  std::string file;
  std::string name;  ///< of the file, without folder and extension
  std::string title, question;
  std::vector<Point> points;          ///< each once, in the order of the sweeps
  std::vector<std::string> left_out;  ///< what was asked, but does not fit the platform: a line for each ppn
  std::vector<std::string> figures;
  std::string published;      ///< the published table to compare with, or empty
  bool names_nobody = false;  ///< neither it nor a flag says who answers
  std::string document;       ///< the JSON that was expanded, flags applied
  Platforms platforms;
};

/// Points of a scenario: whoever asks for more has multiplied lists by mistake, and each takes a kilobyte.
constexpr std::size_t largest_scenario = 1'000'000;

/// Reads a scenario: a path, or the name of one that comes with collsim. Throws DocumentError.
Scenario load_scenario(const std::string& name_or_path, const Flags& flags = {});
/// Reads a scenario from text; `file` is for messages.
Scenario parse_scenario(const std::string& text, const std::string& file, const Flags& flags = {},
                        std::size_t most_points = largest_scenario);
/// Names of the scenarios that come with collsim, sorted.
std::vector<std::string> scenario_names();

}  // namespace collsim
