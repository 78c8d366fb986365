#include "cli/show.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "cli/help.hpp"
#include "cli/reference.hpp"
#include "cli/shared_flags.hpp"
#include "cli/source.hpp"
#include "cli/table_columns.hpp"
#include "cli/verbs.hpp"
#include "lab/scenarios/scenario.hpp"
#include "lab/scenarios/schema.hpp"
#include "models/hockney.hpp"
#include "platforms/network/survey.hpp"
#include "platforms/property.hpp"
#include "points/choice.hpp"
#include "points/row.hpp"
#include "support/data_dir.hpp"
#include "support/document.hpp"
#include "support/human.hpp"
#include "support/json.hpp"
#include "support/names.hpp"
#include "support/pattern.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

using Entries = std::vector<std::vector<std::string>>;  // name, what there is to say

std::string lines(const Entries& entries, const std::string& indent = "") {
  if (entries.empty()) return "";
  return aligned({.headings = std::vector<TextTable::Heading>(entries.front().size()), .lines = entries},
                 indent);
}

/// The algorithms whose full names begin so.
Entries algorithms(const std::string& begin = {}) {
  Entries entries;
  for (const auto* about : descriptions())
    if (about->full_name().starts_with(begin))
      entries.push_back({about->full_name(), about->source, same_bits(*about)});
  return entries;
}

/// Only the first columns: the others are long, and `show` tells them of one.
Entries first_columns(Entries entries, std::size_t number) {
  for (auto& entry : entries) entry.resize(number);
  return entries;
}

Entries platforms() {
  Entries entries;
  for (const auto& name : platform_names()) {
    const Platform platform = Platform::load(name);
    entries.push_back({name, platform.title(), statuses_of(platform)});
  }
  return entries;
}

Entries scenarios() {
  Entries entries;
  for (const auto& name : scenario_names()) {
    const auto document = read_json_file(data_dir() / "scenarios" / (name + ".json"));
    const auto text = [&](const char* key) {
      return document.is_object() && document.contains(key) && document[key].is_string()
                 ? document[key].get<std::string>()
                 : "";
    };
    entries.push_back({name, text("title"), text("question")});
  }
  return entries;
}

Entries claims() {
  Entries entries;
  const Origin origin{(data_dir() / "validation" / "claims.json").string()};
  const auto document = parse_json(read_document(origin.file, "the published claims"), origin);
  for (const auto& claim : document.at("claims"))
    entries.push_back(
        {fmt::format("{}/{}", claim.at("work").get<std::string>(), claim.at("claim").get<std::string>()),
         claim.at("says")});
  return entries;
}

/// Ranks of each node in the coefficients of an algorithm that heeds nodes: enough for its senders, in two memory domains.
int ranks_of_a_node(const Options& options) {
  constexpr std::int64_t usual = 4, most = 1024;
  const auto& values = options.values();
  return static_cast<int>(values.contains("senders") ? std::clamp(options.integer("senders"), usual, most)
                                                     : usual);
}

/// A call whose blocks all have the same size, whatever the algorithm: 2^12 elements for each process.
Shape even_shape(const Description& about, const Options& options, int parts) {
  const int ranks = about.knows_nodes ? ranks_of_a_node(options) : 1;
  std::vector<int> nodes, domains;
  for (int rank = 0; rank < parts * ranks; ++rank) {
    nodes.push_back(rank / ranks);
    domains.push_back(rank % ranks * 2 / ranks);
  }
  Shape shape{.processes = parts * ranks, .count = std::int64_t{parts * ranks} << 12, .type_size = 8};
  if (about.knows_nodes) shape.nodes = std::make_shared<const Nodes>(nodes, domains);
  return shape;
}

/// The cost's factors of alpha, n beta and so on for a few numbers of ranks, or of nodes, summed over its stages.
std::string coefficients(const Description& about, const Options& options) {
  std::vector<std::pair<const char*, Hockney>> units = {
      {"alpha", {.alpha = 1}}, {"n beta", {.beta = 1}}, {"n gamma", {.gamma = 1}}, {"n kappa", {.kappa = 1}}};
  if (about.knows_nodes) units.insert(units.end(), {{"phi", {.phi = 1}}, {"psi", {.psi = 1}}});
  if (about.needs_collective_network)
    units.insert(units.end(), {{"tau", {.tau = 1}}, {"n theta", {.theta = 1}}});
  TextTable table{.headings = {{about.knows_nodes ? "nodes" : "p", false}}, .lines = {}};
  for (const auto& [name, unit] : units) table.headings.push_back({name, false});
  table.headings.push_back({});
  for (const int parts : {2, 3, 4, 7, 8, 16, 64, 1000}) {
    const Shape shape = even_shape(about, options, parts);
    std::vector<std::string>& line = table.lines.emplace_back(1, std::to_string(parts));
    const std::string why = about.why_unsupported(shape, options);
    const Cost cost = why.empty() ? about.cost(shape, options) : Cost();
    for (const auto& [name, unit] : units) {
      const double of = std::string(name).starts_with("n ") ? static_cast<double>(shape.bytes()) : 1;
      line.push_back(why.empty() ? fmt::format("{:.6g}", predict(cost, unit) / of) : "-");
    }
    line.push_back(why.empty() ? "" : "unsupported: " + why);
  }
  return aligned(table, "  ");
}

std::string show_algorithm(const Description& about, const Options& values) {
  const auto or_none = [](const std::string& text, const char* none) { return text.empty() ? none : text; };
  Entries entries = {{"source", about.source},
                     {"assumes", or_none(about.assumes, "nothing")},
                     {"cost", or_none(about.formula_with(values), "unknown")}};
  if (about.cost) entries.push_back({"where", cost_legend()});
  const std::string formula = about.formula_with(values);
  for (const Symbol& symbol : about.symbols)
    if (Pattern("\\b" + symbol.name + "\\b").search(formula))
      entries.push_back({"", symbol.name + ": " + symbol.meaning});
  if (const std::string bits = same_bits(about); !bits.empty()) entries.push_back({"same bits", bits});
  if (!about.plugin.empty()) entries.push_back({"plug-in", "SHA-256 " + about.plugin});
  if (about.options.empty()) entries.push_back({"options", "none"});
  std::string text = about.full_name() + "\n" + lines(entries, "  ");
  Entries options;
  for (const auto& option : about.options)
    options.push_back({option.name + " = " + values.text(option.name),
                       option.meaning + (option.domain().empty() ? "" : " (" + option.domain() + ")")});
  if (!options.empty()) text += "  options\n" + lines(options, "    ");
  if (!about.cost) return text;
  return text + "  coefficients, from the stages, at n = p * 32 KiB" +
         (about.knows_nodes
              ? fmt::format(", on nodes of {} ranks in two memory domains", ranks_of_a_node(values))
              : "") +
         "\n" + coefficients(about, values);
}

/// An algorithm with options that are written with it.
std::string show_choices(const std::string& collective, const std::string& entry) {
  std::string text;
  for (const auto& [about, options] : choose(collective, entry)) text += show_algorithm(*about, options);
  return text;
}

/// Describes the network also of what only SMPI can model, whose numbers can be shown all the same.
std::string network_of(const Platform& platform) try {
  const std::string size = fmt::format("  nodes: {}, cores on each: {}", platform.nodes(), platform.cores());
  if (platform.nodes() == 1) return size + "\n";
  const Survey found = survey(platform);
  const auto rate = [](double bytes) { return fmt::format("{:.0f} MB/s", bytes / 1e6); };
  std::string text = fmt::format("{}, routes of at most {} links and {} to {}", size, found.links,
                                 human_seconds(found.nearest), human_seconds(found.farthest));
  std::string loads =
      fmt::format("  all at once each node can send {} to the one half the machine away", rate(found.halves));
  if (found.all_pairs > 0) loads += fmt::format(", or {} to all others together", rate(found.all_pairs));
  return text + "\n" + wrapped(loads, page_width(), 4) + "\n";
} catch (const PlatformError& error) {
  return fmt::format("  {}\n", error.what());
}

std::string show_platform(const std::string& name) {
  const Platform platform = Platform::load(name);
  TextTable table{.headings = {{"number"}, {"value"}, {"status"}, {"source"}}, .lines = {}};
  const auto& all = platform.properties();
  for (const auto& [number, value_and_source] : platform.numbers()) {
    const auto& [value, source] = value_and_source;
    const std::size_t colon = source.find(": ");
    const auto range = all.find("range." + number);
    table.lines.push_back({number, range == all.end() ? value : fmt::format("{} ({})", value, range->second),
                           source.substr(0, colon), source.substr(colon + 2)});
  }
  return fmt::format("{}\n  {}\n{}{}", wrapped(platform.name() + ": " + platform.title(), page_width(), 2),
                     platform.file(), network_of(platform), aligned(table, "  "));
}

std::string show_scenario(const std::string& name) {
  const Scenario scenario = load_scenario(name);
  const auto paragraph = [](const std::string& text) { return wrapped(text, page_width(), 2); };
  return fmt::format("{}\n{}\n  {}, figures: {}, published: {}\n{}\n",
                     paragraph(scenario.name + ": " + scenario.title), paragraph("  " + scenario.question),
                     counted(scenario.points.size(), "point"), fmt::join(scenario.figures, ", "),
                     scenario.published.empty() ? "-" : scenario.published, scenario.document);
}

bool among(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

const std::vector<std::pair<const char*, std::string (*)()>> pages = {
    {"keys", keys_page},
    {"properties", properties_page},
    {"commands", [] { return commands_page(verbs()); }},
    {"columns", columns_page},
    {"algorithms", algorithms_page},
    {"backends", backends_page}};

std::string list(const std::string& what, const std::string& columns) {
  if (!columns.empty() && columns != all_columns)
    throw Error("--columns is '" + columns + "'; right would be all, or nothing");
  const auto shown = [&](const Entries& entries) {
    return lines(columns.empty() ? first_columns(entries, 2) : entries);
  };
  if (what == "algorithms") return shown(algorithms());
  if (what == "platforms") return shown(platforms());
  if (what == "scenarios") return shown(scenarios());
  if (what == "claims") return lines(claims());
  throw Error("cannot list '" + what + "'" +
              suggestion(what, {"algorithms", "platforms", "scenarios", "claims"}));
}

std::string show(const std::string& name) {
  if (name == "schema") return scenario_schema().dump(2) + "\n";
  for (const auto& [page, text] : pages)
    if (name == page) return text();
  if (const auto slash = name.find('/'); slash != std::string::npos && name.ends_with(')'))
    return show_choices(name.substr(0, slash), name.substr(slash + 1));
  std::vector<std::string> known;
  for (const auto* about : descriptions()) {
    if (about->full_name() == name) return show_algorithm(*about, about->resolve({}));
    known.push_back(about->full_name());
  }
  if (const Entries its = algorithms(name + "/"); !its.empty()) return lines(first_columns(its, 2));
  if (among(platform_names(), name) || name.ends_with(".xml")) return show_platform(name);
  if (among(scenario_names(), name) || name.ends_with(".json")) return show_scenario(name);
  for (const auto& names : {platform_names(), scenario_names()})
    known.insert(known.end(), names.begin(), names.end());
  if (is_path(name))
    if (const std::string nearest = correction(name, known); nearest.empty())
      throw Error(fmt::format("{}: no such file, and nothing of collsim's is called so", name));
  throw Error("nothing is called '" + name + "'" + suggestion(name, known));
}

int list_command(const Context& context) {
  fmt::print("{}", list(operand(context.arguments, "algorithms|platforms|scenarios|claims"),
                        context.arguments.text(flags::columns)));
  return 0;
}

int show_command(const Context& context) {
  fmt::print("{}", show(operand(context.arguments, "ALGORITHM|PLATFORM|SCENARIO")));
  return 0;
}

}  // namespace

std::string cost_legend() {
  return "p ranks, k = floor(lg p), P = 2^k, r = p - P, n bytes; seconds: alpha per message, beta per byte "
         "sent, gamma per byte combined, kappa per byte copied, phi per flag of the node seen, psi per rank "
         "that looks at it before, tau per traversal of the collective network, theta per byte that "
         "traverses it";
}

Verb list_verb() {
  return {"list",
          "algorithms|platforms|scenarios|claims",
          "names all of a kind, each with a line",
          {flags::columns.saying("all", "all there is to say of each"), flags::plugin},
          {"collsim list algorithms", "collsim list platforms --columns all"},
          list_command};
}

Verb show_verb() {
  return {
      "show",
      "ALGORITHM|COLLECTIVE|PLATFORM|SCENARIO|schema|keys|properties|commands|columns|algorithms|backends",
      "tells all of an algorithm, platform or scenario, names a collective's algorithms, or prints a page of "
      "the reference",
      {flags::plugin},
      {"collsim show 'allreduce/ring(segment_bytes=8K)'", "collsim show leonardo"},
      show_command};
}

}  // namespace collsim
