#include "support/children.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <map>
#include <sstream>

#include "support/error.hpp"

namespace collsim {
namespace {

/// Exit status of a child whose work threw: its standard error ends with the message.
constexpr int threw = 3;

struct Child {
  std::size_t task;
  int output;
  int errors;
};

std::string contents(int file) {
  std::string text;
  char buffer[1U << 16U];
  lseek(file, 0, SEEK_SET);
  for (ssize_t got = 0; (got = read(file, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(got));
  close(file);
  return text;
}

void write_all(int file, const std::string& text) {
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t wrote = write(file, text.data() + written, text.size() - written);
    if (wrote < 0) throw Error(fmt::format("a child cannot hand over its result: {}", std::strerror(errno)));
    written += static_cast<std::size_t>(wrote);
  }
}

std::string how_it_ended(int status, const std::string& errors) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  const std::string said = last_words(errors);
  if (WIFEXITED(status) && WEXITSTATUS(status) == threw) return said;
  const std::string end = WIFSIGNALED(status) ? fmt::format("killed by signal {} ({})", WTERMSIG(status),
                                                            strsignal(WTERMSIG(status)))
                                              : fmt::format("exit code {}", WEXITSTATUS(status));
  return said.empty() ? end : end + ": " + said;
}

[[noreturn]] void be_child(const Child& child, pid_t parent,
                           const std::function<std::string(std::size_t)>& work) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(threw);
  dup2(child.errors, STDERR_FILENO);
  int status = 0;
  try {
    write_all(child.output, work(child.task));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "\n%s\n", error.what());
    status = threw;
  }
  std::fflush(nullptr);
  _exit(status);  // no destructors: the simulator's would take longer than the trial
}

}  // namespace

std::string last_words(const std::string& errors) {
  std::istringstream lines(errors);
  std::string words;
  // SimGrid ends an error with lines of its call stack ("  ->  12# ...").
  for (std::string line; std::getline(lines, line);)
    if (!line.empty() && line.find(" -> ") == std::string::npos && !line.starts_with("Backtrace"))
      words = line;
  return words;
}

void in_children(std::size_t tasks, int jobs, const std::function<std::string(std::size_t)>& work,
                 const std::function<bool()>& stop,
                 const std::function<void(std::size_t, const ChildReport&)>& done, const Room& room) {
  std::map<pid_t, Child> running;
  std::int64_t taken = 0;
  const auto fits = [&](std::size_t task) {
    return running.empty() || (running.size() < static_cast<std::size_t>(std::max(jobs, 1)) &&
                               room.needed(task) <= room.bytes - taken);
  };
  const pid_t self = getpid();
  std::fflush(nullptr);  // or every child would print what is still buffered here
  for (std::size_t next = 0; (next < tasks || !running.empty()) && !stop();) {
    if (next < tasks && fits(next)) {
      const Child child{next, memfd_create("output", MFD_CLOEXEC), memfd_create("errors", MFD_CLOEXEC)};
      if (child.output < 0 || child.errors < 0)
        throw Error(fmt::format("cannot start a trial: {}; fewer jobs (-j) may help", std::strerror(errno)));
      const pid_t pid = fork();
      if (pid < 0)
        throw Error(fmt::format("cannot start a trial: {}; fewer jobs (-j) may help", std::strerror(errno)));
      if (pid == 0) be_child(child, self, work);
      running.emplace(pid, child);
      taken += room.needed(next);
      ++next;
      continue;
    }
    int status = 0;
    const pid_t pid = waitpid(-1, &status, 0);
    if (pid < 0 && errno == EINTR) continue;
    const auto ended = running.find(pid);
    if (ended == running.end()) continue;
    const Child child = ended->second;
    running.erase(ended);
    taken -= room.needed(child.task);
    ChildReport report{contents(child.output), how_it_ended(status, contents(child.errors))};
    if (!stop()) done(child.task, report);
  }
  for (const auto& [pid, child] : running) {
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
    close(child.output);
    close(child.errors);
  }
}

}  // namespace collsim
