#include "points/fields.hpp"

#include "points/json.hpp"
#include "support/json.hpp"

namespace collsim {
namespace {

using nlohmann::json;
using Values = std::map<std::string, std::string>;

Cell cell_of(const std::string& text) {
  return text;
}
Cell cell_of(const Values& values) {
  return Options(values).to_string();
}
Cell cell_of(const Options& options) {
  return options.to_string();
}
Cell cell_of(const Status& status) {
  return status.text();
}
Cell cell_of(int value) {
  return std::int64_t{value};
}
Cell cell_of(std::int64_t value) {
  return value;
}
Cell cell_of(double value) {
  return value;
}
Cell cell_of(bool value) {
  return value;
}
Cell cell_of(const PerNode& ppn) {
  return ppn.even() ? Cell(std::int64_t{ppn.number_on(0)}) : Cell(ppn.text());
}
Cell cell_of(const Listed<RankPlace>& places) {
  return places.name();
}
Cell cell_of(const Arrival& arrival) {
  return arrival.text();
}
template <class Set>
Cell cell_of(const Name<Set>& name) {
  return name.text();
}
template <Worded Enum>
Cell cell_of(Enum value) {
  return to_text(value);
}
Cell cell_of(const std::optional<double>& value) {
  return value ? Cell(*value) : Cell();
}

// As JSON a value is what its cell is, but for those that a cell joins to one text.
template <class Value>
json saved(const Value& value) {
  return std::visit(
      [](const auto& held) -> json {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>)
          return nullptr;
        else
          return held;
      },
      cell_of(value));
}
json saved(const Values& values) {
  return values;
}
json saved(const Options& options) {
  return options.values();
}
// What a file says travels with its name, because who answers may not see the file.
json saved(const Listed<RankPlace>& places) {
  if (places.empty()) return nullptr;
  json all = {{"file", places.name()}, {"hosts", json::array()}, {"cores", json::array()}};
  for (const RankPlace& place : places.values()) {
    all["hosts"].push_back(place.host);
    all["cores"].push_back(place.core);
  }
  return all;
}
json saved(const Arrival& arrival) {
  if (arrival.pattern != ArrivalPattern::measured) return arrival.text();
  return {{"file", arrival.moments.name()}, {"moments", arrival.moments.values()}};
}

template <class Value>
void read(const json& from, Value& value) {
  from.get_to(value);
}
template <class Set>
void read(const json& from, Name<Set>& name) {
  name = from.get<std::string>();
}
template <Worded Enum>
void read(const json& from, Enum& value) {
  value = parse<Enum>(from.get<std::string>());
}
void read(const json& from, Options& options) {
  options = Options(from.get<Values>());
}
void read(const json& from, PerNode& ppn) {
  ppn = from.is_string() ? PerNode::parse(from.get<std::string>()) : PerNode(from.get<int>());
}
void read(const json& from, Listed<RankPlace>& places) {
  if (from.is_null()) return;
  const auto hosts = from.at("hosts").get<std::vector<int>>(),
             cores = from.at("cores").get<std::vector<int>>();
  std::vector<RankPlace> all;
  for (std::size_t rank = 0; rank < hosts.size(); ++rank) all.push_back({hosts[rank], cores.at(rank)});
  places = {from.at("file"), std::move(all)};
}
void read(const json& from, Arrival& arrival) {
  if (from.is_object())
    arrival = {.pattern = ArrivalPattern::measured, .moments = {from.at("file"), from.at("moments")}};
  else if (const auto text = from.get<std::string>(); !text.empty())
    arrival = Arrival::parse(text);
}
void read(const json& from, std::optional<double>& value) {
  value = from.get<double>();
}
void read(const json& from, Status& status) {
  status = Status::parse(from.get<std::string>());
}

template <class Record, class Value>
Field<Record> field(const std::string& column, const std::string& meaning, Value Record::*member,
                    std::optional<Key> key = {}) {
  return {.column = column,
          .meaning = meaning,
          .cell = [member](const Record& record) { return cell_of(record.*member); },
          .save = [member](const Record& record, json& to) { to = saved(record.*member); },
          .load = [member](const json& from, Record& record) { read(from, record.*member); },
          .key = std::move(key)};
}
template <class Value>
Field<Outcome> measured(const std::string& column, const std::string& meaning, Value Outcome::*member,
                        const std::string& unit) {
  Field<Outcome> made = field(column, meaning, member);
  made.unit = unit;
  return made;
}

/// What follows from the answers of several launches is not stored, because each launch's is.
Field<Outcome> of_launches(const std::string& column, const std::string& meaning,
                           const std::function<Cell(const Outcome&)>& cell, const std::string& unit = {}) {
  return {.column = column, .meaning = meaning, .cell = cell, .unit = unit};
}
/// What few answers tell takes no room in those that do not.
Field<Outcome> told(const std::string& column, const std::string& meaning,
                    std::optional<double> Outcome::*share) {
  Field<Outcome> made = field(column, meaning, share);
  made.unit = "%";
  made.optional = true;
  return made;
}
Field<Outcome> interval_end(const std::string& column, const std::string& meaning,
                            double RealInterval::*end) {
  return of_launches(
      column, meaning,
      [end](const Outcome& outcome) { return outcome.interval ? Cell((*outcome.interval).*end) : Cell(); },
      "s");
}

/// A field whose key says who answers, or how much he tells.
Field<Point> of_answer(Field<Point> field) {
  field.key->of_answer = true;
  return field;
}

/// A key that takes the words of an enumeration.
template <Worded Enum>
Key choice(const std::string& name, Takes takes, const std::string& placeholder, const std::string& meaning) {
  return {name, takes, placeholder, meaning, {}, {}, words<Enum>()};
}

constexpr const char* size_examples = R"t(sizes: 1024, [8, "64K"] or "8..16M:x4")t";

template <class Record>
void save_all(json& to, const Record& record, const std::vector<Field<Record>>& fields) {
  to = json::object();
  for (const auto& each : fields)
    if (each.save && !(each.optional && each.cell(record) == Cell())) each.save(record, to[each.column]);
}
template <class Record>
void load_all(const json& from, Record& record, const std::vector<Field<Record>>& fields) {
  for (const auto& each : fields)
    if (each.load && !(each.optional && !from.contains(each.column))) each.load(from.at(each.column), record);
}

}  // namespace

const std::vector<Field<Point>>& point_fields() {
  static const std::vector<Field<Point>> fields = {
      field("collective", "what is called", &Point::collective,
            {{"collective", Takes::name, "NAME",
              "allreduce, bcast, alltoallv, ...: one of those in `list algorithms`"}}),
      field("algorithm", "which algorithm serves the call", &Point::algorithm,
            {{"algorithms", Takes::list, "NAME,...", "'ring,rec*,ring(segment_bytes=8K)'",
              R"t(a list of algorithms, such as ["ring", "rec*", "ring(segment_bytes=8192)"])t",
              R"t(a name, a pattern or a name with options: "ring", "rec*", "ring(segment_bytes=8192)")t"}}),
      field("options", "values of its options", &Point::options),
      of_answer(field("backend", "who answers", &Point::backend,
                      {{"backends", Takes::distinct, "NAME,...", "of {}"}})),
      of_answer(field("network", "of a backend with several: how messages hold each other up",
                      &Point::network,
                      {{"network", Takes::names, "NAME,...", "of the backends that have several: {}"}})),
      of_answer(field("schedule", "of the backend fast: how its ranks run", &Point::schedule,
                      choice<RunsAs>("schedule", Takes::name, "fibers|recorded",
                                     "of the backend fast: how its ranks run"))),
      field("platform", "the machine", &Point::platform,
            {{"platform", Takes::names, "NAME,...", "as listed, or files"}}),
      field("overrides", "changes to its numbers", &Point::overrides,
            {{"overrides", Takes::changes, "NAME=CHANGE,...", "of the platform, such as link.bandwidth=x2",
              R"t(an object of changes to the platform, such as {"link.bandwidth": "x2"})t",
              R"t(a text such as "x2" or a value with its unit)t"}}),
      field("p", "ranks", &Point::processes,
            {{"processes", Takes::numbers, "NUMBER,...", "8 or 2,3 or 2..64:x2",
              R"t(numbers of processes: 8, [2, 3] or "2..64:x2")t"}}),
      field(
          "ppn", "ranks of a node", &Point::ppn,
          {{"ppn", Takes::numbers, "NUMBER,...", "processes per node: 1 or 1,2 or all or 5+4+4 in turn",
            R"t(processes per node: 1, [1, 2], "1..8:x2", "all" (the cores of a node) or "5+4+4" (uneven nodes; the fourth takes 5 again))t"}}),
      field("mapping", "how ranks go to nodes", &Point::mapping,
            choice<Mapping>("mapping", Takes::names, "NAME,...", "of {}")),
      field("placement", "the file or rule that places ranks instead", &Point::places,
            {{"placement", Takes::names, "FILE|RULE,...",
              "instead of ppn and mapping: a file with node and core of each rank, or a rule: "
              "contiguous(first=0,ppn=1), spread(first=0,ppn=all), scattered(seed=1,ppn=all), "
              "shuffled(seed=1,ppn=1), drawn(from=jobs/*.csv,seed=1,ppn=1)"}}),
      field("threads", "of a rank, which combine together", &Point::threads,
            {{"threads", Takes::numbers, "NUMBER,...", "of each process, which combine together: 1 or 1,8",
              R"t(threads of each process: 1, [1, 8] or "1..8:x2")t"}}),
      {.column = "bytes",
       .meaning = "of the whole vector",
       .cell = [](const Point& point) { return cell_of(point.bytes()); },
       .unit = "B",
       .key = {{"bytes", Takes::numbers, "NUMBER,...", "of a vector: 8,64K or 8..16M:x4", size_examples}}},
      field(
          "count", "its elements", &Point::count,
          {{"count", Takes::numbers, "NUMBER,...", "elements of a vector, instead of bytes", size_examples}}),
      field("type", "of an element", &Point::type, {{"type", Takes::names, "NAME,...", "of the elements"}}),
      field("op", "the operator", &Point::op, {{"op", Takes::names, "NAME,...", "operators"}}),
      field("root", "the rank that it begins or ends at", &Point::root,
            {{"root", Takes::numbers, "RANK,...", "0 or 0,3 or 0..7:+1",
              R"t(ranks: 0, [0, 3] or "0..7:+1")t"}}),
      field("distribution", "how elements are shared out to ranks' blocks", &Point::distribution,
            {{"distribution", Takes::names, "NAME,...",
              "of elements to the ranks' blocks: regular, broadcast, spike, half, ..."}}),
      field("in_place", "whether the call is MPI_IN_PLACE", &Point::in_place,
            {{"in_place", Takes::truth, "true|false", "MPI_IN_PLACE"}}),
      of_answer(field(
          "data", "whether data move and results are checked", &Point::data,
          choice<Data>("data", Takes::name, "verify|time", "with data, every result checked, or without"))),
      field("loop", "calls back to back", &Point::loop,
            {{"loop", Takes::numbers, "NUMBER,...", "executions back to back",
              R"t(executions back to back: 1, [1, 10] or "1..64:x4")t"}}),
      field("arrival", "when ranks come to the call", &Point::arrival,
            {{"arrival", Takes::names, "NAME,...",
              "when ranks come: none, 'uniform(size=20us)', ... or a file"}}),
      of_answer(field(
          "balance", "whether the run tells idle_share and load_balance", &Point::balance,
          {{"balance", Takes::truth, "true|false", "simulations also tell idle_share and load_balance"}})),
  };
  return fields;
}

const std::vector<Field<Outcome>>& outcome_fields() {
  static const std::vector<Field<Outcome>> fields = {
      measured("seconds", "from the common start to the last rank's finish; of measured rows the median",
               &Outcome::seconds, "s"),
      measured("seconds_low", "of measured rows: the lower quartile", &Outcome::seconds_low, "s"),
      measured("seconds_high", "of measured rows: the upper quartile", &Outcome::seconds_high, "s"),
      interval_end("interval_low", "of measured rows: where the 95 % interval over launches begins",
                   &RealInterval::low),
      interval_end("interval_high", "where it ends", &RealInterval::high),
      of_launches("launches", "of measured rows: separate starts",
                  [](const Outcome& outcome) { return cell_of(outcome.launches); }),
      measured("seconds_mean", "what ranks spend inside the call, on average", &Outcome::seconds_mean, "s"),
      measured("seconds_rank0", "what rank 0 spends inside the call", &Outcome::seconds_rank0, "s"),
      measured("since_last_arrival", "from the last rank's arrival to the end", &Outcome::since_last_arrival,
               "s"),
      measured("seconds_worst", "what a rank spends inside the call, at most", &Outcome::seconds_worst, "s"),
      measured("seconds_early", "the same, of ranks that came before the median arrival",
               &Outcome::seconds_early, "s"),
      told("idle_share", "the part of all ranks' time in which they wait, have not come or are done",
           &Outcome::idle_share),
      told("load_balance", "the mean of the rest over that of the busiest rank", &Outcome::load_balance),
      field("repetitions", "of measured rows: of each launch", &Outcome::repetitions),
      field("preempted", "of measured rows: repetitions in which a rank lost its core", &Outcome::preempted),
      field("messages", "of all ranks together", &Outcome::messages),
      measured("bytes_sent", "of all messages together", &Outcome::bytes_sent, "B"),
      field("status", "ok, or why there is no answer: unsupported, failed or missing, with the reason",
            &Outcome::status),
  };
  return fields;
}

const std::vector<Key>& point_keys() {
  static const std::vector<Key> keys = [] {
    std::vector<Key> all;
    for (const auto& each : point_fields())
      if (each.key) all.push_back(*each.key);
    all.push_back({"oversubscribe", Takes::truth, "true|false", "let nodes have more processes than cores"});
    return all;
  }();
  return keys;
}

void to_json(json& to, const Point& point) {
  save_all(to, point, point_fields());
}
void from_json(const json& from, Point& point) {
  load_all(from, point, point_fields());
}
void to_json(json& to, const Outcome& outcome) {
  save_all(to, outcome, outcome_fields());
}
void from_json(const json& from, Outcome& outcome) {
  load_all(from, outcome, outcome_fields());
}

}  // namespace collsim
