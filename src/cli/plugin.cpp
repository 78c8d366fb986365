#include "cli/plugin.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "algorithms/facts/description.hpp"
#include "lab/scenarios/store.hpp"
#include "lab/scenarios/version.hpp"
#include "support/document.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

/// What a plug-in was built for, as cmake/plugin.cpp wrote it into its file: nothing of it has run yet.
std::string plugin_purpose(const std::string& contents) {
  const std::string mark = "collsim plug-in: ";
  const auto place = contents.find(mark);
  return place == std::string::npos ? "" : contents.c_str() + place + mark.size();  // up to its first zero
}

/// Whether this is an ELF file with all its bytes: the loader would crash on one cut short. (The table of
/// sections is the last thing in it.)
bool is_complete(const std::string& contents) {
  Elf64_Ehdr header;
  if (contents.size() < sizeof header) return false;
  std::memcpy(&header, contents.data(), sizeof header);
  const std::size_t end = header.e_shoff + std::size_t{header.e_shnum} * header.e_shentsize;
  return contents.starts_with(ELFMAG) && end <= contents.size();
}

void check_clashes(const std::string& who) {
  const auto& clashes = detail::clashes();
  if (!clashes.empty())
    throw Error(fmt::format("{} an algorithm called {}, but there is one; right would be another name", who,
                            clashes.front()));
}

void load_plugin(const std::string& file) {
  const std::string right = "a library linked with collsim::algorithm";
  const std::string contents = read_document(file, right);
  const std::string built_for = plugin_purpose(contents), wanted = plugin_version();
  if (!is_complete(contents))
    throw Error(fmt::format("{}: is no whole library; right would be {}", file, right));
  if (built_for.empty()) throw Error(fmt::format("{}: is no plug-in; right would be {}", file, right));
  if (built_for != wanted)
    throw Error(fmt::format("{}: was built for collsim {}; right would be {}", file, built_for, wanted));
  const std::size_t known = descriptions().size();
  detail::registrant() = sha256(contents);
  // Never closed: the registry refers to it.
  const std::string path = std::filesystem::absolute(file).string();
  if (!::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    std::string why = ::dlerror();
    std::replace(why.begin(), why.end(), '\n', ' ');
    throw Error(fmt::format("{}: cannot be loaded: {}; right would be {}", file, why, right));
  }
  detail::registrant().clear();
  check_clashes(file + ": registers");
  if (descriptions().size() == known)
    throw Error(file + ": registers no further algorithm; right would be an object of type Registration");
}

}  // namespace

void load_plugins(const std::vector<std::string>& files) {
  check_clashes("collsim itself registers twice");
  for (const auto& file : files) load_plugin(file);
}

std::map<std::string, std::string> plugin_digests() {
  std::map<std::string, std::string> digests;
  for (const auto* about : descriptions())
    if (!about->plugin.empty()) digests[about->full_name()] = about->plugin;
  return digests;
}

}  // namespace collsim
