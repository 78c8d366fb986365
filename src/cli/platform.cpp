#include "cli/platform.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "backends/trial/undisturbed.hpp"
#include "cli/shared_flags.hpp"
#include "lab/scenarios/atomically.hpp"
#include "lab/site/facts.hpp"
#include "platforms/network/network.hpp"
#include "platforms/network/survey.hpp"
#include "platforms/parameter_range.hpp"
#include "platforms/platform_file.hpp"
#include "platforms/quantity.hpp"
#include "platforms/typical.hpp"
#include "platforms/variants.hpp"
#include "support/human.hpp"
#include "support/range.hpp"
#include "support/text_file.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

const Flag force_flag = {"force", "", "writes over a file that says something else"};
const Flag without_flag = {"without", "MACHINE,...",
                           "no number comes from these machines, as where one of them is judged"};
const Flag sockets_flag = {"sockets", "N", "of a node (default 1)", FlagKind::number};
const Flag cores_flag = {"cores", "N", "of a socket", FlagKind::number};
const Flag link_flag = {"link", "RATE", "of a node's cable, such as 100Gbps"};
const Flag latency_flag = {"latency", "TIME",
                           "half a round trip of the smallest message between two near nodes, 1.3us"};
const Flag topology_flag = {
    "topology", "SHAPE", "star, fat_tree(2:1), fat_tree(2:1,leaf=16), dragonfly(groups=8) or torus(8x8x4)"};
const Flag nic_flag = {"nic", "NAME",
                       "hdr100, hdr200, ndr400, slingshot11, roce100 or eth25, as data sheets have it"};
const Flag cpu_flag = {"cpu", "NAMExSOCKETS", "such as epyc-7763x2 or xeon-8480x2, as data sheets have it"};
const Flag switches_flag = {"switches", "FILE", "Slurm's topology.conf"};
const Flag ping_pong_flag = {"ping-pong", "FILE",
                             "what osu_latency or IMB-MPI1 PingPong prints between two nodes"};
const Flag ping_pong_node_flag = {"ping-pong-node", "FILE", "the same between two ranks of a node"};
const Flag levels_flag = {
    "levels", "NAME[:CORES]=FILE,...",
    "the same between ranks as near as that, innermost first, as l3:4=l3.txt,socket=socket.txt,"
    "node=node.txt; osu_bw, osu_bibw, osu_mbw_mr and Exchange may follow in a file"};
const Flag smpi_defaults_flag = {"smpi-defaults", "", ""};

constexpr std::int64_t shown_sizes[] = {8, 1 << 10, 8 << 10, 64 << 10, 1 << 20, 16 << 20};

/// Two cores that exchange messages.
struct CorePair {
  std::string name;
  RankPlace from, to;
};

std::vector<CorePair> pairs_of(const Platform& platform) {
  std::vector<CorePair> found;
  const RankPlace first{0, 0};
  if (platform.cores() / platform.domains() > 1)
    found.push_back({platform.domains() > 1 ? "in a memory domain" : "in a node", first, {0, 1}});
  if (platform.domains() > 1 && platform.cores() >= platform.domains())
    found.push_back({"in a node", first, {0, platform.cores() - 1}});
  if (platform.nodes() > 1) found.push_back({"nodes 0 and 1", first, {1, 0}});
  if (platform.nodes() > 2)
    found.push_back({fmt::format("nodes 0 and {}", platform.nodes() - 1), first, {platform.nodes() - 1, 0}});
  return found;
}

/// Half a round trip between a pair that nothing disturbs, seconds.
double ping_pong(const Platform& platform, const std::shared_ptr<const Network>& network,
                 const CorePair& pair, std::int64_t bytes) {
  Point point;
  point.collective = "allreduce";
  point.processes = 2;
  point.places = Listed<RankPlace>("pair", {pair.from, pair.to});
  point.count = std::max<std::int64_t>(1, bytes / 8);
  const auto size = static_cast<double>(bytes);
  const auto [alpha, beta] = undisturbed_wire(platform, network, point)(0, 1, size);
  return platform.number("send_overhead") + alpha + size * beta;
}

std::string ping_pongs(const Platform& platform) {
  const std::shared_ptr<const Network> network = Network::of_platform(platform);
  std::vector<ColumnOf<CorePair>> columns = {{{"ping-pong"}, &CorePair::name}};
  for (const std::int64_t bytes : shown_sizes)
    columns.push_back({{human_bytes(bytes), false}, [&, bytes](const CorePair& pair) {
                         return human_seconds(ping_pong(platform, network, pair, bytes));
                       }});
  return aligned(table_of(columns, pairs_of(platform)), "  ");
}

std::string rate_text(double bytes_per_second) {
  return human_quantity(fmt::format("{}Bps", bytes_per_second));
}

/// What all can do at once.
std::string together(const Platform& platform) {
  std::string text;
  if (platform.nodes() > 1) {
    const Survey found = survey(platform);
    text += fmt::format("  bisection: {} from one half of the nodes to the other, {} a node\n",
                        rate_text(found.halves * (platform.nodes() / 2)), rate_text(found.halves));
  }
  const double memory = platform.memory_bandwidth() * platform.domains();
  return text + fmt::format("  memory: {} a node, {} a core where all ask at once\n", rate_text(memory),
                            rate_text(memory / platform.cores()));
}

/// The numbers that nobody gave, by their sources.
std::string assumed_table(const Platform& platform) {
  const std::string status = "assumed: ";
  std::map<std::string, std::vector<std::vector<std::string>>> by_source;
  const auto& all = platform.properties();
  for (const auto& [name, number] : platform.numbers()) {
    if (!number.second.starts_with(status)) continue;
    const auto range = all.find("range." + name);
    by_source[number.second.substr(status.size())].push_back(
        {"", name, number.first, range == all.end() ? "-" : range->second});
  }
  if (by_source.empty()) return "Nothing is assumed.\n";
  std::string text;
  for (const auto& [source, lines] : by_source)
    text += wrapped(fmt::format("Assumed, {}:", source), page_width(), 2) + "\n" +
            aligned({.headings = {{""}, {"number"}, {"value"}, {"range"}}, .lines = lines});
  return text;
}

/// What the platform would be at the ends of the range of a number that nobody gave.
std::map<std::string, std::vector<Platform>> assumed_ends(const Platform& platform) {
  std::map<std::string, std::vector<Platform>> ends;
  for (const std::string& change : stated_changes(platform)) {
    const auto equals = change.find('=');
    const std::string number = change.substr(0, equals);
    if (const auto its = platform.numbers().find(number);
        its != platform.numbers().end() && its->second.second.starts_with("assumed: "))
      ends[number].push_back(Platform::load(platform.file(), {{number, change.substr(equals + 1)}}));
  }
  return ends;
}

/// By how much these ends change the ping-pongs of some pairs, the largest factor.
double influence(const Platform& platform, const std::vector<Platform>& ends,
                 const std::vector<CorePair>& pairs) {
  double most = 1;
  const std::shared_ptr<const Network> before = Network::of_platform(platform);
  for (const Platform& end : ends) {
    const std::shared_ptr<const Network> network = Network::of_platform(end);
    for (const CorePair& pair : pairs)
      for (const std::int64_t bytes : shown_sizes) {
        const double ratio = ping_pong(end, network, pair, bytes) / ping_pong(platform, before, pair, bytes);
        most = std::max({most, ratio, 1 / ratio});
      }
  }
  return most;
}

/// The measurement that would replace the assumption that matters most.
std::string next_measurement(const Platform& platform) {
  std::vector<CorePair> inside, outside;
  for (const CorePair& pair : pairs_of(platform)) (pair.to.host == 0 ? inside : outside).push_back(pair);
  std::string text;
  const auto& numbers = platform.numbers();
  const auto ends = assumed_ends(platform);
  for (const auto& [pairs, told, what] :
       {std::tuple{outside, "link.latency", "osu_latency between two nodes, as --ping-pong FILE"},
        {inside, "overhead.node", "osu_latency between two ranks of a node, as --ping-pong-node FILE"}}) {
    if (const auto its = numbers.find(told);
        its != numbers.end() && its->second.second.starts_with("calibrated: "))
      continue;  // it was measured
    std::string best;
    double most = 1.01;
    for (const auto& [name, its_ends] : ends)
      if (const double factor = influence(platform, its_ends, pairs); factor > most) {
        most = factor;
        best = name;
      }
    if (!best.empty())
      text += fmt::format("  {}: {} alone changes a ping-pong there by up to a factor of {:.3g}\n", what,
                          best, most);
  }
  return text.empty() ? "" : "What to measure next:\n" + text;
}

std::string report(const Platform& platform) {
  std::string does;
  try {
    does = fmt::format("What the machine does then:\n{}{}{}", ping_pongs(platform), together(platform),
                       next_measurement(platform));
  } catch (const PlatformError& error) {
    does = fmt::format("The fast engine and the formulas cannot take it: {}\n", error.what());
  }
  return fmt::format("{}\n{}{}", wrapped(platform.name() + ": " + platform.title(), page_width(), 2),
                     assumed_table(platform), does);
}

std::set<std::string> left_out(const std::string& names) {
  std::set<std::string> found;
  const auto known = platform_names();
  for (const auto& name : names.empty() ? std::vector<std::string>() : split_list(names)) {
    if (std::ranges::find(known, name) == known.end())
      throw Error(fmt::format("--without is '{}'{}", name, suggestion(name, known)));
    found.insert(name);
  }
  return found;
}

SiteFacts facts_of(const CommandLine& arguments, const std::string& name) {
  return {.name = name,
          .nodes = arguments.number_if_given(flags::nodes),
          .sockets = arguments.number_if_given(sockets_flag),
          .cores = arguments.number_if_given(cores_flag),
          .link = arguments.text(link_flag),
          .latency = arguments.text(latency_flag),
          .topology = arguments.text(topology_flag),
          .nic = arguments.text(nic_flag),
          .cpu = arguments.text(cpu_flag),
          .lstopo = arguments.text(flags::lstopo),
          .switches = arguments.text(switches_flag),
          .ping_pong = arguments.text(ping_pong_flag),
          .ping_pong_node = arguments.text(ping_pong_node_flag),
          .levels = arguments.text(levels_flag),
          .left_out = left_out(arguments.text(without_flag))};
}

/// Somebody may have measured what the file there says.
int write_and_tell(const std::string& file, const std::string& xml, bool force) {
  if (!force && std::filesystem::exists(file) && (!is_file(file) || read_text(file, "a platform") != xml))
    throw Error(fmt::format(
        "{} is there already and says something else; right would be another --out, or --force to "
        "write over it",
        file));
  write_atomically(file, xml);
  fmt::print("{}Platform: {}\n", report(Platform::load(file)), file);
  return 0;
}

int complete(const CommandLine& arguments, const std::string& from) {
  PlatformFile file(from);
  if (arguments.has(smpi_defaults_flag)) file.take_smpi_defaults();
  file.complete(left_out(arguments.text(without_flag)));
  file.check();
  const std::filesystem::path path = from;
  const std::string to = arguments.text(flags::out).empty() ? path.stem().string() + "_complete.xml"
                                                            : arguments.text(flags::out);
  return write_and_tell(to, file.xml(), arguments.has(force_flag));
}

int platform_command(const Context& context) {
  const auto& words = context.arguments.words;
  if (words.size() != 3 || (words[1] != "new" && words[1] != "complete"))
    throw Error(
        "'platform' takes a word and a name; right would be collsim platform new NAME, or collsim platform "
        "complete FILE");
  if (words[1] == "complete") return complete(context.arguments, words[2]);
  const std::string file =
      context.arguments.text(flags::out).empty() ? words[2] + ".xml" : context.arguments.text(flags::out);
  return write_and_tell(file, platform_xml(facts_of(context.arguments, words[2])),
                        context.arguments.has(force_flag));
}

}  // namespace

Verb platform_verb() {
  return {
      "platform",
      "new NAME|complete FILE",
      "writes a platform file from what is known of a machine, and tells what it assumes",
      {flags::out.saying("FILE.xml", "where the platform goes (default NAME.xml, or FILE_complete.xml)"),
       force_flag, without_flag, flags::nodes.saying("N", "how many").only_beside({"new"}),
       sockets_flag.only_beside({"new"}), cores_flag.only_beside({"new"}), link_flag.only_beside({"new"}),
       latency_flag.only_beside({"new"}), topology_flag.only_beside({"new"}), nic_flag.only_beside({"new"}),
       cpu_flag.only_beside({"new"}), flags::lstopo.only_beside({"new"}), switches_flag.only_beside({"new"}),
       ping_pong_flag.only_beside({"new"}), ping_pong_node_flag.only_beside({"new"}),
       levels_flag.only_beside({"new"}),
       smpi_defaults_flag
           .saying("",
                   fmt::format(
                       "with SimGrid's own factors, to compare with smpirun; only --backend {} knows them",
                       judging_backend().name().text()))
           .only_beside({"complete"})},
      {"collsim platform new mine --nodes 64 --cpu epyc-7763x2 --nic hdr100 --topology 'fat_tree(2:1)'",
       "collsim platform complete cluster.xml --out mine.xml"},
      platform_command};
}

}  // namespace collsim
