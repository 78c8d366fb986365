#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "support/data_dir.hpp"
#include "support/text_file.hpp"
#include "tests/fuzz/target.hpp"

namespace collsim::fuzz {
namespace {

namespace fs = std::filesystem;

/// The files that libFuzzer starts from: those in corpus/NAME/, and in the last column of targets.txt a pattern
/// FOLDER/*.EXTENSION.
std::vector<fs::path> corpus(const std::string& name) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(data_dir() / "tests/fuzz/corpus" / name))
    files.push_back(entry);
  std::istringstream lines(read_text(data_dir() / "tests/fuzz/targets.txt", "the list of targets"));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string target, longest, dictionary, seeds;
    words >> target >> longest >> dictionary >> seeds;
    if (target != name || seeds == "-") continue;
    for (const auto& entry : fs::directory_iterator(data_dir() / fs::path(seeds).parent_path()))
      if (entry.path().extension() == fs::path(seeds).extension()) files.push_back(entry);
  }
  return files;
}

TEST(Replay, EveryFileOfTheCorpusIsUnderstoodOrRefusedInALine) {
  for (const auto& target : targets()) {
    const auto files = corpus(target.name);
    EXPECT_FALSE(files.empty()) << target.name;
    for (const auto& file : files)
      EXPECT_NO_THROW(feed(target, read_text(file, "a corpus file"))) << target.name << " of " << file;
  }
}

}  // namespace
}  // namespace collsim::fuzz
