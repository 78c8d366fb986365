#include "support/children.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <utility>

#include "support/process.hpp"

namespace collsim {
namespace {

struct Work {
  std::size_t task;
  MemoryFile output;
  Child child;
};

}  // namespace

void in_children(std::size_t tasks, int jobs, const std::function<std::string(std::size_t)>& work,
                 const std::function<bool()>& stop,
                 const std::function<void(std::size_t, const ChildReport&)>& done, const Room& room) {
  std::map<pid_t, Work> running;
  std::int64_t taken = 0;
  const auto fits = [&](std::size_t task) {
    return running.empty() || (running.size() < static_cast<std::size_t>(std::max(jobs, 1)) &&
                               room.needed(task) <= room.bytes - taken);
  };
  for (std::size_t next = 0; (next < tasks || !running.empty()) && !stop();) {
    if (next < tasks && fits(next)) {
      MemoryFile output;
      Child child([&] { output.write(work(next)); });
      const pid_t pid = child.pid();
      running.emplace(pid, Work{next, std::move(output), std::move(child)});
      taken += room.needed(next);
      ++next;
      continue;
    }
    int status = 0;
    const pid_t pid = waitpid(-1, &status, 0);
    if (pid < 0 && errno == EINTR) continue;
    const auto ended = running.find(pid);
    if (ended == running.end()) continue;
    Work& own = ended->second;
    own.child.reaped();
    taken -= room.needed(own.task);
    const std::size_t task = own.task;
    const ChildReport report{own.output.text(), own.child.failure(status)};
    running.erase(ended);
    if (!stop()) done(task, report);
  }
}

}  // namespace collsim
