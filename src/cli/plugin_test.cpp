#include "cli/plugin.hpp"

#include <elf.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

#include "lab/scenarios/version.hpp"
#include "support/error.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

/// What loading a file with these contents complains of, without the file's name.
std::string complaint(const std::string& contents) {
  const testing::Folder folder;
  const std::string file = (folder.path() / "plugin.so").string();
  std::ofstream(file, std::ios::binary) << contents;
  try {
    load_plugins({file});
  } catch (const Error& error) {
    const std::string what = error.what();
    EXPECT_EQ(what.rfind(file + ": ", 0), 0U) << what;
    EXPECT_EQ(what.find('\n'), std::string::npos) << what;
    return what.substr(file.size() + 2);
  }
  return "none";
}

/// The header of an ELF file, which ends `beyond` bytes after the text that follows.
std::string elf(const std::string& text, std::size_t beyond = 0) {
  Elf64_Ehdr header = {};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_shoff = sizeof header + text.size() + beyond;
  return std::string(reinterpret_cast<const char*>(&header), sizeof header) + text;
}

const std::string remedy = "right would be a library linked with collsim::algorithm";

TEST(Plugin, WhatIsNoneIsRefused) {
  EXPECT_EQ(complaint(""), "is no whole library; " + remedy);
  EXPECT_EQ(complaint(std::string(1000, 'x')), "is no whole library; " + remedy);
  EXPECT_EQ(complaint(elf("text")), "is no plug-in; " + remedy);
  EXPECT_THROW(load_plugins({"/nowhere/plugin.so"}), Error);
  EXPECT_THROW(load_plugins({"/"}), Error);
}

TEST(Plugin, OneThatIsCutShortIsNotEvenLoaded) {
  EXPECT_EQ(complaint(elf("text", 1)), "is no whole library; " + remedy);
}

TEST(Plugin, OneOfAnotherVersionIsNotEvenLoaded) {
  EXPECT_EQ(complaint(elf("collsim plug-in: 0.0.1")),
            "was built for collsim 0.0.1; right would be " + plugin_version());
}

TEST(Plugin, OneThatCannotBeLoadedIsOneLine) {
  const std::string what = complaint(elf("collsim plug-in: " + plugin_version()));
  EXPECT_EQ(what.rfind("cannot be loaded: ", 0), 0U) << what;
}

}  // namespace
}  // namespace collsim
