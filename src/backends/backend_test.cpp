#include "backends/backend.hpp"

#include <gmock/gmock.h>

#include "backends/fast/client/facts.hpp"
#include "support/json.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

Point ring(const char* backend) {
  Point point;
  point.backend = backend;
  point.collective = "allreduce";
  point.algorithm = "ring";
  point.options = describe("allreduce", "ring").resolve({});
  return point;
}

TEST(Backends, AreKnownByTheirNames) {
  for (const Backend* each : backends()) EXPECT_EQ(&backend(each->name()), each);
  EXPECT_THAT([] { backend("smip"); },
              ThrowsMessage<Error>(AllOf(HasSubstr("unknown backend 'smip'"), HasSubstr("'smpi'"))));
}

TEST(Backends, TheUsualOfAKindIsKnown) {
  EXPECT_EQ(usual_backend(Backend::Kind::predicted).name(), "model");
  EXPECT_EQ(usual_backend(Backend::Kind::simulated).name(), "fast");
  EXPECT_EQ(usual_backend(Backend::Kind::measured).name(), "native");
}

TEST(Backends, OneSimulatorJudgesTheOthers) {
  EXPECT_EQ(judging_backend().name(), "smpi");
  EXPECT_EQ(judging_backend().kind(), Backend::Kind::simulated);
}

TEST(Backends, SayWhatMustBeOpened) {
  EXPECT_EQ(judging_backend().module(), "collsim_simgrid") << "it is not in this program";
  EXPECT_EQ(usual_backend(Backend::Kind::simulated).module(), "");
}

TEST(Backends, RefuseMoreRanksThanTheyTake) {
  const Platform platform = Platform::load("star");
  Point point;
  point.collective = "barrier";
  point.algorithm = "dissemination";
  point.backend = judging_backend().name();
  point.processes = judging_backend().most_ranks();
  EXPECT_EQ(judging_backend().why_unsupported(point, platform), "");
  ++point.processes;
  EXPECT_THAT(judging_backend().why_unsupported(point, platform), HasSubstr("more than 30000 ranks"));
  EXPECT_THROW(judging_backend().origins(platform, point, {}), Error);
}

TEST(Backends, NameEveryNetworkOnce) {
  EXPECT_THAT(network_names(), ElementsAre("hockney", "loggp", "links", "fluid", "tcp"));
}

TEST(Backends, TakeTheNetworksThatMeanSomethingToThem) {
  const Platform star = Platform::load("star");
  EXPECT_EQ(backend("smpi").network("links", star), "");
  EXPECT_EQ(backend("fast").network("", star), star.network());
  EXPECT_EQ(backend("fast").network("hockney", star), "hockney");
  EXPECT_EQ(backend("model").network("links", star), "");
  EXPECT_EQ(backend("model").network("loggp", star), "loggp");
}

TEST(Backends, AreBelievedByKindThenOrderThenNetwork) {
  std::vector<Point> points;
  for (const auto& [name, network] : {std::pair("native", ""),
                                      {"smpi", ""},
                                      {"fast", "fluid"},
                                      {"fast", "links"},
                                      {"fast", "loggp"},
                                      {"fast", "hockney"},
                                      {"model", "loggp"},
                                      {"model", ""}}) {
    points.emplace_back().backend = name;
    points.back().network = network;
  }
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    EXPECT_TRUE(is_truer(points[i], points[i + 1])) << i;
    EXPECT_FALSE(is_truer(points[i + 1], points[i])) << i;
  }
}

TEST(Backends, RefuseResultsThatAreCopiedOnWriteWhereNobodySaysWhatPagesCost) {
  Point point;
  point.collective = "allreduce";
  point.algorithm = "hierarchical";
  const auto why = [&](const char* backend, const char* platform, const char* result) {
    point.backend = backend;
    point.options = describe("allreduce", "hierarchical").resolve({{"result", result}});
    return why_unsupported(point, Platform::load(platform));
  };
  EXPECT_EQ(why("fast", "star", "cow"), "star does not say what mapping pages costs (page.map, ...)");
  EXPECT_EQ(why("fast", "cray_xe6", "cow"), "");
  EXPECT_EQ(why("model", "cray_xe6", "cow"), "formulas do not tell what mapping pages costs");
  for (const char* backend : {"fast", "model"}) EXPECT_EQ(why(backend, "star", "shared"), "");
}

TEST(Backends, RefuseTheCollectiveNetworkWithAReason) {
  Point point;
  point.backend = "fast";
  point.collective = "allreduce";
  point.algorithm = "collective_network";
  const auto why = [&](const char* platform = "blue_gene_p") {
    return why_unsupported(point, Platform::load(platform));
  };
  EXPECT_EQ(why(), "");
  EXPECT_EQ(why("star"),
            "star has no network that combines (collective_network.latency, collective_network.bandwidth)");
  EXPECT_EQ(
      why_unsupported(
          point, Platform::load("blue_gene_p", {{"collective_network.combines", "sum int long, maxloc"}})),
      "the collective network does not combine double by sum; right would be one of: sum int long, maxloc");
  point.schedule = RunsAs::recorded;
  point.data = Data::time;
  EXPECT_THAT(why(), HasSubstr("choose the schedule fibers"));
  EXPECT_FALSE(backend("fast").structure(point)) << "points that are evaluated together are recorded";
  point.schedule = RunsAs::fibers;
  for (const auto& [op, type] :
       {std::pair("sum", "float"), {"prod", "double"}, {"max", "byte"}, {"user_sum", "int"}}) {
    point.op = op;
    point.type = type;
    EXPECT_THAT(why(), HasSubstr("does not combine")) << op << " of " << type;
  }
  for (const auto& [op, type] : {std::pair("sum", "double"), {"max", "float"}, {"minloc", "double_int"}}) {
    point.op = op;
    point.type = type;
    EXPECT_EQ(why(), "") << op << " of " << type;
  }
  point.op = "sum";
  point.type = "double";
  point.backend = "native";
  EXPECT_THAT(why(), HasSubstr("no network that combines"));
  point.backend = "fast";
  point.algorithm = "hierarchical";
  point.options = describe("allreduce", "hierarchical").resolve({{"inter", "collective_network"}});
  EXPECT_THAT(why(), HasSubstr("joins all ranks, not a part of them"));
}

TEST(Backends, ChargeTheLibrarysMessagesNoSoftwareInSmpi) {
  Point point;
  point.backend = "smpi";
  point.collective = "allreduce";
  point.algorithm = "library";
  point.options = Options(std::map<std::string, std::string>{{"forced", "none"}});
  const auto refused = [&](const char* platform, const std::map<std::string, std::string>& overrides) {
    return !why_unsupported(point, Platform::load(platform, overrides)).empty();
  };
  EXPECT_FALSE(refused("lumi", {{"overhead", "0"}, {"overhead.node", "0"}, {"send_overhead", "0"}}));
  EXPECT_TRUE(refused("lumi", {{"overhead.node", "0"}, {"send_overhead", "0"}}));
  EXPECT_TRUE(refused("lumi", {{"overhead", "0"}, {"send_overhead", "0"}}));
  EXPECT_TRUE(refused("lumi", {{"overhead", "0"}, {"overhead.node", "0"}}));
  EXPECT_TRUE(refused("leonardo", {{"overhead", "0"}, {"overhead.node", "0"}, {"send_overhead", "0"}}))
      << "eager messages are copied";
  EXPECT_TRUE(refused("cray_t3e", {{"overhead", "0"}})) << "arrival";
}

TEST(Backends, TellHowRanksSpendTheirTimeWhereTheyLeaveTraces) {
  Point point = ring("fast");
  point.balance = true;
  const Platform star = Platform::load("star");
  EXPECT_EQ(why_unsupported(point, star), "");
  EXPECT_GT(backend("fast").memory(point), 0);
  point.schedule = RunsAs::recorded;
  point.data = Data::time;
  EXPECT_THAT(why_unsupported(point, star), HasSubstr("choose the schedule fibers"));
  point.schedule = RunsAs::fibers;
  EXPECT_FALSE(backend("fast").structure(point)) << "traces of several points at once would be none's";
  point.backend = "smpi";
  point.algorithm = "library";
  point.options = Options(std::map<std::string, std::string>{{"forced", "none"}});
  EXPECT_THAT(why_unsupported(point, star), HasSubstr("leave no trace"));
}

TEST(Backends, CombineByOneThreadNatively) {
  Point point = ring("native");
  EXPECT_EQ(why_unsupported(point, Platform::load("star")), "");
  point.threads = 2;
  EXPECT_THAT(why_unsupported(point, Platform::load("star")), HasSubstr("choose threads 1"));
}

/// Native points are another program's.
TEST(Backends, SayWhoAnswersWhatThisProgramCannot) {
  Point point;
  point.backend = "native";
  const auto done = [](std::size_t, const Outcome&) {};
  EXPECT_THAT(
      [&] {
        answer(
            Platform::load("star"), {point}, 1, [] { return false; }, done);
      },
      ThrowsMessage<Error>(HasSubstr("right would be mpirun -n P collrun SCENARIO")));
}

}  // namespace
}  // namespace collsim
