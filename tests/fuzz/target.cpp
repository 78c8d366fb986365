#include "tests/fuzz/target.hpp"

#include <algorithm>
#include <stdexcept>

#include "support/error.hpp"

namespace collsim::fuzz {
namespace {

/// More is no line that anybody reads.
constexpr std::size_t longest_line = 4000;

void check_line(const std::string& line) {
  const auto is_control = [](unsigned char c) { return c < ' ' || c == 0x7f; };
  if (line.empty() || line.size() > longest_line || std::ranges::any_of(line, is_control))
    throw std::logic_error("a complaint is not one line to be read: " + line.substr(0, longest_line));
}

}  // namespace

std::vector<Target>& targets() {
  static std::vector<Target> all;
  return all;
}

const Target& target(const std::string& name) {
  std::vector<std::string> known;
  for (const auto& target : targets()) {
    if (target.name == name) return target;
    known.push_back(target.name);
  }
  throw Error("no target '" + name + "'" + suggestion(name, known));
}

void feed(const Target& target, const std::string& bytes) {
  try {
    target.read(bytes);
  } catch (const Error& error) {
    check_line(error.what());
  } catch (const std::exception& error) {
    throw std::logic_error(std::string("a complaint that says neither where nor what would be right: ") +
                           error.what());
  }
}

std::filesystem::path path_of(const MemoryFile& file) {
  return "/proc/self/fd/" + std::to_string(file.descriptor());
}

}  // namespace collsim::fuzz
