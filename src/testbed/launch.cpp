#include "testbed/launch.hpp"

#include <fmt/format.h>

#include "support/data_dir.hpp"
#include "support/error.hpp"
#include "support/processors.hpp"
#include "testbed/namespaces.hpp"
#include "testbed/session_folder.hpp"

namespace collsim {
namespace {

const std::pair<const char*, std::string> launch_settings[] = {
    {"plm_rsh_no_tree_spawn", "1"},
    {"oob_tcp_if_include", "eth0"},
    {"btl_tcp_if_include", "eth0"},
    {"btl", "tcp,self"},
    {"pml", "ob1"},
    {"mpi_yield_when_idle", "1"},
    {"btl_tcp_eager_limit", "8388608"},
    {"btl_tcp_sndbuf", "262144"},
    {"btl_tcp_rcvbuf", std::to_string(Testbed::receive_window)},
};

void check_open_mpi() {
  const Ended ended = run({.words = {"mpirun", "--version"}});
  if (ended.output.find("Open MPI") == std::string::npos)
    throw Error(fmt::format("{}; right would be Open MPI's (apt install openmpi-bin)",
                            ended.failure.empty() ? "mpirun is not Open MPI's" : ended.failure));
}

/// What comes before mpirun so that all it starts takes turns at the cores: whoever yields comes last. By Linux's usual scheduler a
/// rank whose data have come waits for milliseconds while others poll and yield. Nothing where this is not allowed, which is
/// said once.
std::vector<std::string> in_turns() {
  static const std::vector<std::string> round_robin = {"chrt", "--rr", "1"};
  static const bool allowed = [] {
    auto words = round_robin;
    words.emplace_back("true");
    const Ended tried = run({.words = words});
    if (!tried.failure.empty())
      fmt::print(
          stderr,
          "collsim: {}: {}; ranks outnumber the cores here and cannot take turns, so that exchanges of "
          "several take up to a tenth longer; right would be a machine that grants SCHED_RR\n",
          fmt::join(words, " "), tried.failure);
    return tried.failure.empty();
  }();
  return allowed ? round_robin : std::vector<std::string>();
}

/// Before a rank's program: each core has as many ranks as the others. COLLSIM_TESTBED_TURN says which of them the rank is.
std::vector<std::string> on_its_core(const std::vector<int>& cores) {
  return {"sh", "-c",
          fmt::format(
              R"(export COLLSIM_TESTBED_TURN=$((OMPI_COMM_WORLD_RANK / {0})); )"
              R"(exec taskset --cpu-list $(echo "$0" | cut -d, -f$((OMPI_COMM_WORLD_RANK % {0} + 1))) "$@")",
              cores.size()),
          fmt::format("{}", fmt::join(cores, ","))};
}

/// The tree: parent/uplink of each switch, then switch@rate of each rank.
std::string rates_of(const Testbed& testbed) {
  std::string text;
  for (const auto& each : testbed.switches) text += fmt::format("{}/{:g} ", each.parent, each.uplink);
  for (const auto& host : testbed.hosts) text += fmt::format("{}@{:g} ", host.at, host.rate);
  return text;
}

}  // namespace

std::vector<int> usable_cores() {
  auto found = allowed_processors();
  if (found.empty()) throw Error("this machine does not tell its processors");
  return found;
}

Command mpirun_on(const Testbed& testbed, const std::vector<std::string>& program) {
  check_open_mpi();
  std::vector<std::string> hosts;
  for (const auto& host : testbed.hosts) hosts.push_back(host.name);
  const auto its_cores = usable_cores();
  std::vector<std::string> turns, binding;
  if (hosts.size() > its_cores.size()) turns = in_turns(), binding = on_its_core(its_cores);
  std::vector<std::string> words = {"ip",
                                    "netns",
                                    "exec",
                                    testbed.namespace_of(testbed.hosts.front()),
                                    "unshare",
                                    "--uts",
                                    "sh",
                                    "-c",
                                    R"(hostname "$0" && exec "$@")",
                                    hosts.front(),
                                    "mpirun",
                                    "-q",
                                    "--allow-run-as-root",
                                    "--bind-to",
                                    "none",
                                    "-n",
                                    std::to_string(hosts.size()),
                                    "--host",
                                    fmt::format("{}", fmt::join(hosts, ","))};
  const auto set = [&](const std::string& name, const std::string& value) {
    words.insert(words.end(), {"--mca", name, value});
  };
  set("plm_rsh_agent", "sh " + (data_dir() / "src" / "testbed" / "agent.sh").string());
  set("orte_tmpdir_base", session_folder(testbed).string());
  for (const auto& [name, value] : launch_settings) set(name, value);
  words.insert(words.end(), binding.begin(), binding.end());
  words.insert(words.end(), program.begin(), program.end());
  words.insert(words.begin(), turns.begin(), turns.end());
  return {
      .words = words,
      .environment = {{"COLLSIM_TESTBED", testbed.switches_namespace()},
                      {"COLLSIM_TESTBED_RATES",
                       rates_of(testbed) + fmt::format("{} {}", fmt::join(turns, " "), its_cores.size())}}};
}

EndsOnce::EndsOnce() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action = {};
    sigaction(signal, nullptr, &action);
    before_[signal] = action;
    action.sa_flags &= ~static_cast<int>(SA_RESETHAND);
    sigaction(signal, &action, nullptr);
  }
}

EndsOnce::~EndsOnce() {
  for (const auto& [signal, action] : before_) sigaction(signal, &action, nullptr);
}

TestbedUp::TestbedUp(const Testbed& testbed, const std::function<bool()>& stop)
    : testbed_(testbed), own_(!is_up(testbed)) {
  if (own_) bring_up(testbed, stop);
}

TestbedUp::~TestbedUp() {
  if (!own_) return;
  try {
    take_down(testbed_);
  } catch (const std::exception& error) {
    fmt::print(stderr, "collsim: {}\n", error.what());
  }
}

}  // namespace collsim
