#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "platforms/platform.hpp"
#include "platforms/platform_file.hpp"

namespace collsim {

/// Loads a platform whose root zone has this content, with the properties and sources that every platform
/// needs. `memories`: a cluster of as many memory hosts; 0: the content has them.
inline Platform platform_of(const std::string& content, int memories, const std::string& config = "",
                            const std::map<std::string, std::string>& overrides = {}) {
  const std::string path = fmt::format("{}platform_of_{}.xml", ::testing::TempDir(), getpid());
  const std::string memory =
      memories == 0 ? ""
                    : fmt::format(
                          "<cluster id=\"memory\" prefix=\"memory-\" suffix=\"\" radical=\"0-{}\" "
                          "speed=\"8Gf\" bw=\"1GBps\" lat=\"0\"/>\n",
                          memories - 1);
  const auto write = [&](const std::string& sources) {
    std::ofstream(path)
        << "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
        << "<platform version=\"4.1\">\n"
        << config << "<zone id=\"root\" routing=\"Full\">\n"
        << "<prop id=\"unsaid\" value=\"nothing\"/>\n<prop id=\"combine.user\" value=\"1GBps\"/>\n<prop "
           "id=\"copy\" value=\"1GBps\"/>\n"
        << sources << memory << content << "</zone>\n</platform>\n";
  };
  write("");
  std::string sources;
  for (const auto& name : PlatformFile(path).numbers())
    sources += fmt::format("<prop id=\"source.{}\" value=\"chosen: test\"/>\n", name);
  write(sources);
  const struct Remove {
    const std::string& path;
    ~Remove() { std::filesystem::remove(path); }
  } remove{path};
  return Platform::load(path, overrides);
}

inline std::string cluster(const std::string& attributes, const std::string& radical,
                           const std::string& id = "nodes") {
  return fmt::format(
      "<cluster id=\"{}\" prefix=\"node-\" suffix=\"\" radical=\"{}\" speed=\"1Gf\" bw=\"1.7GBps\" "
      "lat=\"1.3us\" {}/>\n",
      id, radical, attributes);
}

inline std::string host(const std::string& name) {
  return "<host id=\"" + name + "\" speed=\"1Gf\"/>\n";
}
inline std::string hosts(const std::string& prefix, int first, int count) {
  std::string all;
  for (int i = first; i < first + count; ++i) all += host(fmt::format("{}{}", prefix, i));
  return all;
}

/// What `call` complains about.
template <class Call>
std::string complaint(const Call& call) {
  try {
    call();
    return "nothing";
  } catch (const PlatformError& error) {
    return error.what();
  }
}

/// Joins zones called `one` and `other`.
inline std::string at_gateways(const std::string& one, const std::string& other,
                               const std::string& more = "") {
  return "<link id=\"trunk\" bandwidth=\"10GBps\" latency=\"12.1us\" sharing_policy=\"SPLITDUPLEX\"/>\n"
         "<link id=\"middle\" bandwidth=\"11GBps\" latency=\"0.9us\" sharing_policy=\"FATPIPE\"/>\n" +
         more + "<zoneRoute src=\"one\" dst=\"other\" gw_src=\"" + one + "\" gw_dst=\"" + other +
         "\"><link_ctn id=\"trunk\" direction=\"UP\"/><link_ctn id=\"middle\"/></zoneRoute>\n";
}

}  // namespace collsim
