#include "figures/report/report.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "figures/report/html.hpp"
#include "support/data_dir.hpp"
#include "support/error.hpp"
#include "support/json.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::ThrowsMessage;
namespace fs = std::filesystem;

/// As collsim run writes it.
void write_results(const fs::path& folder, const nlohmann::json& changes = nlohmann::json::object()) {
  const fs::path file = data_dir() / "scenarios" / "quickstart.json";
  nlohmann::json scenario = nlohmann::json::parse(std::ifstream(file));
  scenario.update(changes);
  const nlohmann::json results = {{"context", {{"file", file.string()}, {"scenario", scenario}}},
                                  {"rows", {{{"platform", "star"}}}}};
  fs::create_directories(folder);
  std::ofstream(folder / "results.json") << results;
  std::ofstream(folder / "results.csv") << "algorithm,seconds\nring,2e-6\n\"a<b\",10\n";
  std::ofstream(folder / "time_over_bytes.svg") << "<svg/>";
}

TEST(Report, TellsOfEveryFolderWhatWasAskedAndHow) {
  const testing::Folder folder;
  write_results(folder.path() / "one");
  write_results(folder.path() / "two",
                {{"title", "R & D"}, {"processes", {4, 8}}, {"platform", "nowhere.xml"}});
  const std::string page = report_of(folder.path());
  EXPECT_THAT(
      page, AllOf(HasSubstr("<code>collsim run quickstart</code>"),
                  HasSubstr("<a href=\"#two\">Which allreduce is fastest at which size, and does the closed "
                            "form agree with the "
                            "simulation?</a> <span class=\"note\">R &amp; D</span>"),
                  HasSubstr("<code>collsim run quickstart --platform 'nowhere.xml' --processes '4,8'</code>"),
                  HasSubstr("src=\"data:image/svg+xml;base64,PHN2Zy8+\""), HasSubstr("<td>a&lt;b</td>"),
                  HasSubstr("<td>link.bandwidth</td>"), Not(HasSubstr("scoreboard"))));
  EXPECT_THAT(page, Not(HasSubstr("http"))) << "works without a network";
}

TEST(Report, OfOneFolderIsThatFolders) {
  const testing::Folder folder;
  write_results(folder.path());
  std::ofstream(folder.path() / "scoreboard.csv") << "work,claim\nA,bandwidth\n";
  EXPECT_THAT(report_of(folder.path()), HasSubstr("Scoreboard: every published number and claim: 1 rows"));
}

TEST(Report, NamesTheCommandOfEveryKindOfResults) {
  const testing::Folder folder;
  write_results(folder.path());
  const auto with_file = [&](const std::string& file) {
    const nlohmann::json context = {{"file", file}, {"scenario", {{"processes", 4}}}};
    std::ofstream(folder.path() / "results.json")
        << nlohmann::json{{"context", context}, {"rows", nlohmann::json::array()}};
    return report_of(folder.path());
  };
  EXPECT_THAT(with_file("/somewhere/validation/claims.json"),
              HasSubstr("<code>collsim validate published</code>"));
  EXPECT_THAT(with_file("engines"), HasSubstr("<code>collsim validate engines</code>"));
  EXPECT_THAT(with_file("my.json"), HasSubstr("<code>collsim run my.json --processes '4'</code>"));
  std::ofstream(folder.path() / "map.csv") << "p,bytes\n";
  EXPECT_THAT(with_file("map"), HasSubstr("<code>collsim map --processes '4'</code>"));
}

TEST(Report, RefusesFoldersWithoutResults) {
  const testing::Folder folder;
  EXPECT_THAT([&] { report_of(folder.path() / "nowhere"); },
              ThrowsMessage<Error>(HasSubstr("nowhere: nothing was run there; right would be")));
  std::ofstream(folder.path() / "results.json") << "{";
  EXPECT_THAT([&] { report_of(folder.path()); },
              ThrowsMessage<Error>(HasSubstr("results.json: is not JSON")));
  std::ofstream(folder.path() / "results.json") << "{}";
  EXPECT_THAT([&] { report_of(folder.path()); },
              ThrowsMessage<Error>(HasSubstr("right would be what collsim run")));
}

TEST(Html, ATableTellsWhatItLeavesOut) {
  EXPECT_THAT(
      html_table({"a"}, {{"1"}, {"2"}, {"3"}}, 2),
      AllOf(HasSubstr("<td>2</td>"), Not(HasSubstr("<td>3</td>")), HasSubstr("1 more rows are not shown")));
  EXPECT_THAT(html_table({"a"}, {{"1"}}, 1), Not(HasSubstr("not shown")));
}

TEST(Html, ManyRowsHaveAFilter) {
  const std::vector<std::vector<std::string>> many(11, {"1"});
  EXPECT_THAT(html_table({"a"}, many), HasSubstr("<input type=\"search\" class=\"rows\""));
  EXPECT_THAT(html_table({"a"}, {{"1"}}), Not(HasSubstr("<input")));
}

TEST(Html, ReadmeAsksTheSameFirstQuestion) {
  std::ifstream file(data_dir() / "README.md");
  const std::string readme{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(readme, HasSubstr("Which collective algorithm wins on this machine, at this size, and why?"));
}

}  // namespace
}  // namespace collsim
