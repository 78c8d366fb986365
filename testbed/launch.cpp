#include "testbed/launch.hpp"

#include <fmt/format.h>

#include "support/data_dir.hpp"
#include "support/error.hpp"
#include "testbed/namespaces.hpp"

namespace collsim {
namespace {

const std::pair<const char*, std::string> settings[] = {
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
    throw Error(fmt::format("mpirun: {}; right would be Open MPI's (apt install openmpi-bin)",
                            ended.failure.empty() ? "is not Open MPI's" : ended.failure));
}

/// The tree, for rows to say what they depend on: parent/uplink of each switch, then switch@rate of each rank.
std::string rates_of(const Testbed& testbed) {
  std::string text;
  for (const auto& each : testbed.switches) text += fmt::format("{}/{:g} ", each.parent, each.uplink);
  for (const auto& host : testbed.hosts) text += fmt::format("{}@{:g} ", host.at, host.rate);
  return text;
}

}  // namespace

Command mpirun_on(const Testbed& testbed, const std::vector<std::string>& program) {
  check_open_mpi();
  std::vector<std::string> hosts;
  for (const auto& host : testbed.hosts) hosts.push_back(host.name);
  std::filesystem::create_directories(testbed.session_folder());
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
  set("plm_rsh_agent", "sh " + (data_dir() / "testbed" / "agent.sh").string());
  set("orte_tmpdir_base", testbed.session_folder().string());
  for (const auto& [name, value] : settings) set(name, value);
  words.insert(words.end(), program.begin(), program.end());
  return {.words = words,
          .environment = {{"COLLSIM_TESTBED", testbed.switches_namespace()},
                          {"COLLSIM_TESTBED_RATES", rates_of(testbed)}}};
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
