// cmake/digests.py, on sources of its own and on collsim's.
#include <gmock/gmock.h>

#include <fstream>
#include <map>
#include <sstream>

#include "algorithms/facts/description.hpp"
#include "lab/scenarios/version.hpp"
#include "support/process.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Digests = std::map<std::string, std::string>;

class DigestsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    write("src/support/error.hpp", "struct Error {};\n");
    write("algorithms/comm.hpp", "#include \"support/error.hpp\"\nstruct Comm {};\n");
    write("algorithms/comm.cpp", "#include \"algorithms/comm.hpp\"\nint tag = 1'000;\n");
    write("algorithms/patterns/ring.hpp", "#include \"algorithms/comm.hpp\"\nvoid ring();\n");
    write("algorithms/patterns/ring.cpp", "#include \"algorithms/patterns/ring.hpp\"\nvoid ring() {}\n");
    write("algorithms/bcast/ring.cpp",
          "#include \"algorithms/patterns/ring.hpp\"\n// A comment.\nint r = 1;\n");
    write("algorithms/bcast/tree.cpp", "#include \"algorithms/comm.hpp\"\nchar t[] = \"// text\";\n");
    write("src/backends/trial/trial.cpp", "#include \"algorithms/comm.hpp\"\n");
    write("src/backends/smpi/answer.cpp", "int answer = 1;\n");
    write("src/backends/model/predict.cpp", "int predict = 1;\n");
    write("src/backends/fast/engine.cpp", "#include <mpi.h>\n");
    write("src/backends/fast/texts.cpp", "int texts = 1;\n");
  }
  void write(const std::string& file, const std::string& text) const {
    const fs::path path = folder_.path() / file;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  Digests digests() const {
    const std::string table = (folder_.path() / "digests.inc").string();
    const Ended ended = run({.words = {COLLSIM_PYTHON, COLLSIM_DIGESTS, folder_.path().string(), table,
                                       (folder_.path() / "interface.hpp").string()}});
    EXPECT_EQ(ended.failure, "");
    Digests found;
    std::istringstream lines(collsim::testing::contents(table));
    for (std::string none, name, digest; std::getline(lines, none, '"') && std::getline(lines, name, '"') &&
                                         std::getline(lines, none, '"') && std::getline(lines, digest, '"');)
      found[name] = digest;
    return found;
  }
  /// The names whose digests change with a file, but "all".
  std::vector<std::string> changed_by(const std::string& file, const std::string& text) const {
    const Digests before = digests();
    write(file, text);
    const Digests after = digests();
    EXPECT_EQ(before.size(), after.size());
    std::vector<std::string> changed;
    for (const auto& [name, digest] : after)
      if (before.at(name) != digest && name != "all") changed.push_back(name);
    EXPECT_EQ(before.at("all") != after.at("all"), !changed.empty());
    return changed;
  }

  collsim::testing::Folder folder_;
};

TEST_F(DigestsTest, AnAlgorithmsOwnSourceConcernsNoOther) {
  EXPECT_THAT(
      changed_by("algorithms/bcast/ring.cpp", "#include \"algorithms/patterns/ring.hpp\"\nint r = 2;\n"),
      ElementsAre("bcast/ring"));
  EXPECT_THAT(changed_by("algorithms/bcast/tree.cpp", "#include \"algorithms/comm.hpp\"\n"),
              ElementsAre("bcast/tree"));
}

TEST_F(DigestsTest, APatternConcernsWhoeverStandsOnIt) {
  EXPECT_THAT(changed_by("algorithms/patterns/ring.cpp", "void ring() { throw 1; }\n"),
              ElementsAre("bcast/ring", "plug-in"));
  EXPECT_THAT(
      changed_by("algorithms/comm.cpp", "int tag = 2;\n"),
      ElementsAre("backends/fast", "backends/model", "backends/smpi", "bcast/ring", "bcast/tree", "plug-in"));
}

TEST_F(DigestsTest, ABackendConcernsItsOwnAnswers) {
  EXPECT_THAT(changed_by("src/backends/fast/texts.cpp", "int texts = 2;\n"), ElementsAre("backends/fast"));
  EXPECT_THAT(changed_by("src/backends/trial/trial.cpp", "int loop = 2;\n"),
              ElementsAre("backends/fast", "backends/model", "backends/smpi"));
}

TEST_F(DigestsTest, CommentsAndBlanksDoNotCountButTextsDo) {
  EXPECT_THAT(
      changed_by("algorithms/bcast/ring.cpp",
                 "#include \"algorithms/patterns/ring.hpp\"\n\n/* Another\n comment. */\n  int   r = 1;\n"),
      IsEmpty());
  EXPECT_THAT(changed_by("algorithms/bcast/tree.cpp",
                         "#include \"algorithms/comm.hpp\"\nchar t[] = \"// another\";\n"),
              ElementsAre("bcast/tree"));
}

TEST_F(DigestsTest, AFileOfNoCollectiveServesAllByItsName) {
  write("algorithms/library.cpp", "const Registration<Bcast> a;\nconst Registration<ReduceScatter> b;\n");
  EXPECT_THAT(changed_by("algorithms/library.cpp",
                         "const Registration<Bcast> a{1};\nconst Registration<ReduceScatter> b;\n"),
              ElementsAre("bcast/library", "reduce_scatter/library"));
}

TEST_F(DigestsTest, PlugInsFitTheHeadersOnly) {
  const auto interface = [&] {
    digests();
    return collsim::testing::contents(folder_.path() / "interface.hpp");
  };
  const std::string before = interface();
  write("algorithms/bcast/ring.cpp", "int r = 3;\n");
  write("algorithms/comm.cpp", "int tag = 3;\n");
  EXPECT_EQ(interface(), before);
  write("algorithms/comm.hpp", "struct Comm { int rank; };\n");
  EXPECT_NE(interface(), before);
}

TEST(Version, EveryAlgorithmHasADigest) {
  const auto code = [](const std::string& name) {
    return answering_sources(name, "", backend("fast")).substr(name.size());
  };
  for (const auto* about : descriptions())
    if (!about->collective.starts_with("trial_")) {  // tests enroll those
      EXPECT_NE(code(about->full_name()), code("bcast/unheard_of")) << about->full_name();
    }
}

TEST(Version, AnswersArePerAlgorithmBackendAndPlugIn) {
  const std::string ring = answering_sources("bcast/chain", "", backend("fast"));
  EXPECT_NE(ring, answering_sources("bcast/binomial", "", backend("fast")));
  EXPECT_NE(ring, answering_sources("bcast/chain", "", backend("native")));
  EXPECT_NE(ring, answering_sources("bcast/chain", "a plug-in's digest", backend("fast")));
}

}  // namespace
}  // namespace collsim
