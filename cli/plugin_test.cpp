#include "cli/plugin.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "scenarios/testing.hpp"
#include "scenarios/version.hpp"

namespace collsim {
namespace {

/// What loading a file with these contents complains of, without the file's name.
std::string complaint(const std::string& contents) {
  const testing::Folder folder;
  const std::string file = (folder.path() / "plugin.so").string();
  std::ofstream(file, std::ios::binary) << contents;
  try {
    load_plugins({file}, "smpi");
  } catch (const Error& error) {
    const std::string what = error.what();
    EXPECT_EQ(what.rfind(file + ": ", 0), 0U) << what;
    EXPECT_EQ(what.find('\n'), std::string::npos) << what;
    return what.substr(file.size() + 2);
  }
  return "none";
}

constexpr const char* remedy = "right would be a library linked with collsim::algorithm_smpi";

TEST(Plugin, WhatIsNoneIsRefused) {
  EXPECT_EQ(complaint(""), std::string("is no plug-in; ") + remedy);
  EXPECT_EQ(complaint("\x7f"
                      "ELF and more"),
            std::string("is no plug-in; ") + remedy);
  EXPECT_THROW(load_plugins({"/nowhere/plugin.so"}, "smpi"), Error);
  EXPECT_THROW(load_plugins({"/"}, "smpi"), Error);
}

TEST(Plugin, OneOfAnotherVersionOrBackendIsNotEvenLoaded) {
  const std::string version = collsim_version();
  EXPECT_EQ(complaint("collsim plug-in: smpi 0.0.1"),
            "was built for smpi 0.0.1; right would be smpi " + version);
  EXPECT_EQ(complaint("collsim plug-in: native " + version),
            "was built for native " + version + "; right would be smpi " + version);
}

TEST(Plugin, OneThatCannotBeLoadedIsOneLine) {
  const std::string what = complaint("collsim plug-in: smpi " + collsim_version());
  EXPECT_EQ(what.rfind("cannot be loaded: ", 0), 0U) << what;
}

}  // namespace
}  // namespace collsim
