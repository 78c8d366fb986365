#include "support/children.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <optional>
#include <utility>

#include "support/error.hpp"
#include "support/process.hpp"

namespace collsim {
namespace {

struct ChildTask {
  std::size_t task;
  MemoryFile output;
  Child child;
};

/// Follows what a work returned: whoever ends the process with exit code 0 before has not written it.
constexpr char end_mark = '\n';

ChildReport report_of(const ChildTask& work, int status) {
  ChildReport report{work.output.text(), work.child.failure(status)};
  if (!report.failure.empty()) return report;
  if (report.output.ends_with(end_mark)) {
    report.output.pop_back();
    return report;
  }
  const std::string words = work.child.last_words();
  return {{}, "ended with exit code 0 before there was an answer" + (words.empty() ? "" : ": " + words)};
}

/// Starts it, or throws why it cannot where nothing is `in_flight` that may make room.
std::optional<ChildTask> started(std::size_t task, const std::function<std::string(std::size_t)>& work,
                                 bool in_flight) {
  try {
    MemoryFile output;
    Child child([&] { output.write(work(task) + end_mark); });
    return ChildTask{task, std::move(output), std::move(child)};
  } catch (const Error&) {
    if (!in_flight) throw;
    return {};
  }
}

}  // namespace

void in_children(std::size_t tasks, int jobs, const std::function<std::string(std::size_t)>& work,
                 const std::function<bool()>& stop,
                 const std::function<void(std::size_t, const ChildReport&)>& done, const Room& room,
                 const std::function<void(std::size_t)>& begun) {
  std::map<pid_t, ChildTask> running;
  std::int64_t taken = 0;
  bool can_start = true;
  const auto fits = [&](std::size_t task) {
    return running.empty() || (can_start && running.size() < static_cast<std::size_t>(std::max(jobs, 1)) &&
                               room.needed(task) <= room.bytes - taken);
  };
  for (std::size_t next = 0; (next < tasks || !running.empty()) && !stop();) {
    if (next < tasks && fits(next)) {
      begun(next);
      auto start = started(next, work, !running.empty());
      can_start = start.has_value();
      if (!can_start) continue;
      const pid_t pid = start->child.pid();
      running.emplace(pid, std::move(*start));
      taken += room.needed(next);
      ++next;
      continue;
    }
    int status = 0;
    const pid_t pid = waitpid(-1, &status, 0);
    if (pid < 0 && errno == EINTR) continue;
    const auto ended = running.find(pid);
    if (ended == running.end()) continue;
    ended->second.child.reaped();
    can_start = true;
    const std::size_t task = ended->second.task;
    taken -= room.needed(task);
    const ChildReport report = report_of(ended->second, status);
    running.erase(ended);
    if (!stop()) done(task, report);
  }
}

}  // namespace collsim
