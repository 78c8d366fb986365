#include "plots/figure.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "algorithms/error.hpp"
#include "plots/rows.hpp"

namespace collsim {
namespace {

namespace fs = std::filesystem;

const char* const header =
    "collective,algorithm,options,backend,platform,overrides,p,ppn,mapping,bytes,count,type,op,root,in_place,"
    "data,loop,"
    "seconds,seconds_low,seconds_high,seconds_mean,seconds_rank0,since_last_arrival,repetitions,messages,"
    "bytes_sent,"
    "status\n";

std::string row(const std::string& algorithm, const std::string& backend, int p, int bytes, double seconds,
                const std::string& op = "sum") {
  const std::string time = std::to_string(seconds);
  return "allreduce," + algorithm + ",," + backend + ",star,," + std::to_string(p) + ",1,block," +
         std::to_string(bytes) + "," + std::to_string(bytes / 8) + ",double," + op + ",0,false,verify,1," +
         time + "," + time + "," + time + "," + time + "," + time + "," + time + ",1,2,16,ok\n";
}

const char* const failed =
    "allreduce,tree,,smpi,star,,6,1,block,8,1,double,sum,0,false,verify,1,,,,,,,0,0,0,\"unsupported: p = 6, "
    "not a power "
    "of two\"\n";

class Figure : public testing::Test {
 protected:
  Figure()
      : folder(fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name()) {
    fs::remove_all(folder);
    fs::create_directories(folder);
  }
  ~Figure() override { fs::remove_all(folder); }

  std::string file(const std::string& name, const std::string& text) {
    std::ofstream(folder / name) << text;
    return (folder / name).string();
  }
  std::string results() {
    std::string text = header;
    for (const char* backend : {"smpi", "model", "native"})
      for (int p : {2, 4, 6, 16, 128})
        for (int bytes : {8, 16384, 33554432})
          text += row("ring", backend, p, bytes, 1e-3 * p) + row("\"tree\"", backend, p, bytes, 1e-3 * bytes);
    return file("results.csv", text + failed);
  }
  std::string comparison() {
    return file("comparison.csv",
                "series,quantity,p,bytes,published,simulated,formula\n"
                "new,bandwidth,2,8388608,7e7,6e7,5e7\nnew,bandwidth,4,8388608,5e7,4e7,3e7\nold,bandwidth,4,"
                "8388608,,4e6,3e6\n"
                "new,switch_over_count,2,0,600,700,\nnew,switch_over_count,4,0,,500,\n"
                "ring,seconds,2,8,0.002,0.003,\n");
  }
  std::string complaint(const std::string& figure, const std::string& csv) {
    try {
      draw(figure, csv, "", (folder / "out").string(), "title");
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  fs::path folder;
};

TEST_F(Figure, MakesTwoPictures) {
  for (const std::string& figure : figure_names()) {
    const std::string prefix = (folder / figure).string();
    const auto files =
        draw(figure, results(), comparison(), prefix, "It's 100 % \"quoted\" $HOME `id` _x_ @y");
    EXPECT_EQ(files, (std::vector{prefix + ".svg", prefix + ".png"}));
    for (const std::string& made : files) EXPECT_GT(fs::file_size(made), 5000) << made;
  }
}

TEST_F(Figure, ShowsTitleSeriesAndKinds) {
  const auto files =
      draw("time_over_bytes", results(), comparison(), (folder / "out").string(), "It's a \"title\"");
  std::ifstream stream(files.front());
  const std::string svg{std::istreambuf_iterator<char>(stream), {}};
  for (const char* text :
       {"It's a", "128 processes", "ring", "tree", "simulated", "model", "native", "published", "512 B"})
    EXPECT_NE(svg.find(text), std::string::npos) << text;
}

TEST_F(Figure, RefusesWhatItCannotDraw) {
  EXPECT_NE(complaint("time_over_byte", results()).find("'time_over_bytes'"), std::string::npos);
  EXPECT_NE(complaint("style", results()), "");
  EXPECT_NE(complaint("speedup", (folder / "missing.csv").string()).find("missing.csv"), std::string::npos);
  EXPECT_NE(complaint("speedup", file("failed.csv", header + std::string(failed))).find("nothing to draw"),
            std::string::npos);
  EXPECT_NE(complaint("speedup", file("narrow.csv", "algorithm,seconds\nring,1\n")).find("no column"),
            std::string::npos);
  EXPECT_NE(
      complaint("speedup", file("short.csv", header + std::string("allreduce,ring\n"))).find("short.csv:2"),
      std::string::npos);
  EXPECT_NE(complaint("t3e_reduce", results()).find("nothing that this figure shows"), std::string::npos);
  EXPECT_FALSE(fs::exists(folder / "out.svg"));
}

TEST_F(Figure, RowsAreSortedFilteredAndNamed) {
  const std::string csv =
      file("results.csv", header + row("ring", "smpi", 4, 8, 4) + row("ring", "smpi", 2, 64, 3) +
                              row("ring", "model", 2, 8, 2) + failed);
  EXPECT_EQ(figure_rows(csv, comparison()),
            "series,kind,quantity,p,bytes,value,low,high\n"
            "ring,model,seconds,2,8,2.000000,2.000000,2.000000\n"
            "ring,published,seconds,2,8,0.002,0.002,0.002\n"
            "ring,simulated,seconds,2,64,3.000000,3.000000,3.000000\n"
            "ring,simulated,seconds,4,8,4.000000,4.000000,4.000000\n"
            "new,published,switch_over_count,2,0,600,600,600\n"
            "new,simulated,switch_over_count,2,0,700,700,700\n"
            "new,published,bandwidth,2,8388608,7e7,7e7,7e7\n"
            "new,simulated,bandwidth,2,8388608,6e7,6e7,6e7\n"
            "new,model,bandwidth,2,8388608,5e7,5e7,5e7\n"
            "new,simulated,switch_over_count,4,0,500,500,500\n"
            "new,published,bandwidth,4,8388608,5e7,5e7,5e7\n"
            "new,simulated,bandwidth,4,8388608,4e7,4e7,4e7\n"
            "new,model,bandwidth,4,8388608,3e7,3e7,3e7\n"
            "old,simulated,bandwidth,4,8388608,4e6,4e6,4e6\n"
            "old,model,bandwidth,4,8388608,3e6,3e6,3e6\n");
}

TEST_F(Figure, SeriesAreToldApartByWhateverColumnDiffers) {
  const std::string csv =
      file("results.csv", header + row("ring", "smpi", 4, 8, 1) + row("ring", "smpi", 4, 8, 2, "user_sum"));
  const std::string rows = figure_rows(csv, "");
  EXPECT_NE(rows.find("ring op sum,"), std::string::npos);
  EXPECT_NE(rows.find("ring op user_sum,"), std::string::npos);
}

}  // namespace
}  // namespace collsim
