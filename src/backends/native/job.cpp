#include "backends/native/job.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>

#include "backends/native/forced.hpp"
#include "backends/native/measure.hpp"
#include "backends/native/ranks.hpp"
#include "points/json.hpp"

namespace collsim {

namespace {

/// The ranks that a point is about, whom the library serves by the algorithm that the point forces.
MPI_Comm ranks_of(const Point& point) {
  const bool forces = point.asks_library() && point.options.text("forced") != "none";
  std::optional<Forced> forced;
  if (forces) forced.emplace(point.collective, point.options.text("forced"));
  return first_ranks(MPI_COMM_WORLD, point.processes);
}

/// One rank's part in a point. Nothing if stop() became true. What ends the repetitions, rank 0 alone has to know.
std::optional<Outcome> take_part(const Point& point, Instruments& instruments, int launches,
                                 const std::function<bool()>& stop) {
  try {
    MPI_Comm comm = ranks_of(point);
    auto outcome = measure(point, comm, instruments, launches, stop);
    MPI_Comm_free(&comm);
    return outcome;
  } catch (const Error& error) {
    // The communicator may hold stray messages, so nobody gets it again.
    return failed(error.what());
  }
}

std::vector<std::string> host_names(int size) {
  std::string mine(MPI_MAX_PROCESSOR_NAME, '\0');
  std::string all(mine.size() * static_cast<std::size_t>(size), '\0');
  int length = 0;
  MPI_Get_processor_name(mine.data(), &length);
  MPI_Allgather(mine.data(), MPI_MAX_PROCESSOR_NAME, MPI_CHAR, all.data(), MPI_MAX_PROCESSOR_NAME, MPI_CHAR,
                MPI_COMM_WORLD);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < all.size(); i += mine.size()) names.emplace_back(all.c_str() + i);
  return names;
}

std::string library_version() {
  std::string text(MPI_MAX_LIBRARY_VERSION_STRING, '\0');
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  return text.c_str();  // up to its first zero
}

/// What mpirun's --mca options and the environment change in how messages travel.
std::map<std::string, std::string> library_settings() {
  static constexpr const char* prefixes[] = {"OMPI_MCA_btl", "OMPI_MCA_coll",  "OMPI_MCA_mpi",
                                             "OMPI_MCA_mtl", "OMPI_MCA_pml",   "MPIR_CVAR_",
                                             "UCX_",         "COLLSIM_TESTBED"};
  std::map<std::string, std::string> settings;
  for (char** variable = environ; *variable; ++variable) {
    const std::string text = *variable;
    const auto starts = [&](const char* prefix) { return text.starts_with(prefix); };
    const auto equals = text.find('=');
    if (equals != std::string::npos && std::any_of(std::begin(prefixes), std::end(prefixes), starts))
      settings[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return settings;
}

std::string date() {
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  return fmt::format("{:%FT%TZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
}

}  // namespace

Job::Job(int* argc, char*** argv) {
  MPI_Init(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  machine_ = {
      .mpi = library_version(), .hosts = host_names(size_), .settings = library_settings(), .date = date()};
  const auto mine = machine_.hosts.begin() + rank_;
  const bool first_on_host = std::find(machine_.hosts.begin(), mine, *mine) == mine;
  instruments_ = std::make_unique<Instruments>(Instruments{.preemptions = Preemptions(first_on_host)});
}

Job::~Job() {
  MPI_Finalize();
}

void Job::prepare(const std::function<void()>& work) const {
  std::string problem;
  try {
    work();
  } catch (const std::exception& error) {
    problem = error.what();
  }
  int first = problem.empty() ? size_ : rank_;
  MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (first == size_) return;
  if (first > 0 && rank_ == first) send_text(problem, 0, MPI_COMM_WORLD);
  if (first > 0 && rank_ == 0) problem = await_text(first, MPI_COMM_WORLD);
  throw Error(problem);
}

int Job::lead(const std::function<int()>& work) const {
  if (rank_ != 0) {
    follow();
    return 0;
  }
  const auto dismiss = [this] {
    for (int rank = 1; rank < size_; ++rank) send_text("", rank, MPI_COMM_WORLD);
  };
  try {
    const int status = work();
    dismiss();
    return status;
  } catch (...) {
    dismiss();
    throw;
  }
}

void Job::watch_pace(double usual) {
  constexpr double patience = 60;
  instruments_->pace.emplace(usual, patience);
}

std::string Job::pace() const {
  return instruments_->pace ? instruments_->pace->text() : "";
}

void Job::follow() const {
  for (std::string text = await_text(0, MPI_COMM_WORLD); !text.empty(); text = await_text(0, MPI_COMM_WORLD))
    take_part(read_json(text).get<Point>(), *instruments_, 1, [] { return false; });
}

std::string Job::why_unsupported(const Point& point, const Platform& platform) const {
  if (point.processes > size_)
    return fmt::format("needs {} processes, the job has {}", point.processes, size_);
  const std::string why = misplaced(point);
  return why.empty() ? collsim::why_unsupported(point, platform) : why;
}

std::string Job::misplaced(const Point& point) const {
  if (point.places.empty()) return {};
  const Placement placement = point.placement();
  std::map<std::string, int> first_on;  // rank of each host
  for (int rank = 0; rank < point.processes; ++rank) {
    const auto& host = machine_.hosts[static_cast<std::size_t>(rank)];
    const int node = placement.node_of(rank), first = placement.rank_at(node, 0);
    const int neighbour = first_on.emplace(host, rank).first->second;
    if (placement.node_of(neighbour) != node)
      return fmt::format(
          "ranks {} and {} are on one host, {}, and {} has them on two nodes; right would be mpirun with a "
          "rankfile that says the same",
          neighbour, rank, host, point.places.name());
    if (machine_.hosts[static_cast<std::size_t>(first)] != host)
      return fmt::format(
          "ranks {} and {} are on two hosts, and {} has them on one node; right would be mpirun with a "
          "rankfile that says the same",
          first, rank, point.places.name());
  }
  return {};
}

void Job::answer(const Platform& platform, const std::vector<Point>& points, int, const Stop& stop,
                 const Done& done, int launches) const {
  for (std::size_t i = 0; i < points.size() && !stop(); ++i) {
    const Point& point = points[i];
    if (const std::string why = why_unsupported(point, platform); !why.empty()) {
      done(i, unsupported(why));
      continue;
    }
    const std::string text = nlohmann::json(point).dump();
    for (int rank = 1; rank < point.processes; ++rank) send_text(text, rank, MPI_COMM_WORLD);
    if (const auto outcome = take_part(point, *instruments_, launches, stop)) done(i, *outcome);
  }
}

}  // namespace collsim
