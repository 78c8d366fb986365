#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "backends/backend.hpp"

namespace collsim {

/// A program of collsim's that answers in a process of its own: it reads one JSON document from its standard input, and writes a
/// line of JSON per answer (cli/answering.hpp is its other end).
struct AnsweringProgram {
  std::filesystem::path file;
  std::string word;                                     ///< the only one with which it does so
  std::vector<std::string> plugins = {};                ///< files
  std::map<std::string, std::string> environment = {};  ///< on top of this program's
};

/// What it is asked: a task, and the points of a platform. The platform travels as the file and overrides that it comes from; its
/// text, to notice a file that changed.
nlohmann::json request(const std::string& task, const AnsweringProgram& program, const Platform& platform,
                       const std::vector<Point>& points, int jobs);

/// The platform of a request. Throws PlatformError.
Platform platform_of(const nlohmann::json& request);

/// Becomes the program, which writes to `out`. Throws Error where it cannot be started.
[[noreturn]] void become(const AnsweringProgram& program, const nlohmann::json& request, int out);

}  // namespace collsim
