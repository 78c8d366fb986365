#include <fmt/format.h>
#include <poll.h>
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
#include <functional>
#include <limits>
#include <memory>

#include "backends/backend.hpp"
#include "backends/rates.hpp"
#include "backends/smpi/children.hpp"
#include "backends/smpi/explain.hpp"
#include "backends/smpi/smpi_trial.hpp"

namespace collsim {
namespace {

/// A process of its own for a platform, because SimGrid loads one per process. It writes a line of JSON per
/// answer.
class Server {
 public:
  explicit Server(const std::function<void(int out)>& serve) {
    int ends[2];
    std::fflush(nullptr);
    errors_ = memfd_create("errors", MFD_CLOEXEC);
    if (errors_ < 0 || pipe(ends) != 0 || (pid_ = fork()) < 0)
      throw Error(fmt::format("cannot start a simulation: {}", std::strerror(errno)));
    if (pid_ == 0) {
      prctl(PR_SET_PDEATHSIG, SIGTERM);
      close(ends[0]);
      dup2(errors_, STDERR_FILENO);
      int status = 0;
      try {
        serve(ends[1]);
      } catch (const std::exception& error) {
        dprintf(ends[1], "%s\n", nlohmann::json{{"error", error.what()}}.dump().c_str());
        status = 1;
      }
      _exit(status);
    }
    close(ends[1]);
    in_ = ends[0];
  }
  ~Server() {
    close(in_);
    kill(pid_, SIGTERM);
    // A prediction for very many ranks does not look up; half a second is enough for all that ends by itself.
    for (int wait = 0; waitpid(pid_, nullptr, WNOHANG) == 0; ++wait) {
      if (wait == 50) kill(pid_, SIGKILL);
      usleep(10'000);
    }
    close(errors_);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// The next line, without its end; false at the end of the stream or when stop() turns true.
  bool next(std::string& line, const std::function<bool()>& stop) {
    for (;;) {
      if (const auto end = buffer_.find('\n'); end != std::string::npos) {
        line = buffer_.substr(0, end);
        buffer_.erase(0, end + 1);
        return true;
      }
      if (stop()) return false;
      // A signal may arrive between the question and the wait, so the wait is short.
      pollfd watched{in_, POLLIN, 0};
      if (poll(&watched, 1, 100) <= 0) continue;
      char bytes[1U << 14U];
      const ssize_t got = read(in_, bytes, sizeof bytes);
      if (got == 0) return false;
      if (got > 0) buffer_.append(bytes, static_cast<std::size_t>(got));
    }
  }

  /// Why it ended early, as far as it said.
  std::string last_words() const {
    char bytes[1U << 16U];
    const ssize_t got = pread(errors_, bytes, sizeof bytes, 0);
    return collsim::last_words(std::string(bytes, got > 0 ? static_cast<std::size_t>(got) : 0));
  }

 private:
  pid_t pid_ = -1;
  int in_ = -1;
  int errors_ = -1;
  std::string buffer_;
};

Outcome failed(const std::string& reason) {
  Outcome outcome;
  outcome.status = "failed: " + reason;
  return outcome;
}

void send_line(int out, const nlohmann::json& message) {
  const std::string line = message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  for (std::size_t sent = 0; sent < line.size();) {
    const ssize_t wrote = write(out, line.data() + sent, line.size() - sent);
    if (wrote < 0 && errno != EINTR) _exit(1);  // nobody listens any more
    if (wrote > 0) sent += static_cast<std::size_t>(wrote);
  }
}

/// Loads the platform and answers all points.
void serve(const Platform& platform, const std::vector<Point>& points, int jobs,
           const std::function<bool()>& stop, int out) {
  Simulation simulation(platform);
  std::vector<std::size_t> trials;
  const auto answer = [out](std::size_t index, const Outcome& outcome) {
    send_line(out, {{"index", index}, {"outcome", outcome}});
  };
  for (std::size_t i = 0; i < points.size() && !stop(); ++i) {
    if (points[i].backend == "model")
      answer(i, predict_point(simulation, points[i]));
    else
      trials.push_back(i);
  }
  const auto work = [&](std::size_t task) {
    return nlohmann::json(simulate(simulation, points[trials[task]])).dump();
  };
  const auto done = [&](std::size_t task, const ChildReport& report) {
    if (!report.failure.empty()) return answer(trials[task], failed(report.failure));
    answer(trials[task], nlohmann::json::parse(report.output).get<Outcome>());
  };
  in_children(trials.size(), jobs, work, stop, done);
}

}  // namespace

void answer(const Platform& platform, const std::vector<Point>& points, int jobs,
            const std::function<bool()>& stop, const Done& done) {
  std::vector<bool> answered(points.size(), false);
  std::string why;
  {
    Server server([&](int out) { serve(platform, points, jobs, stop, out); });
    for (std::string line; server.next(line, stop);) {
      const auto message = nlohmann::json::parse(line);
      if (message.contains("error")) throw Error(message["error"].get<std::string>());
      const auto index = message["index"].get<std::size_t>();
      answered[index] = true;
      done(index, message["outcome"].get<Outcome>());
    }
    why = server.last_words();
  }
  // SimGrid ends the process over some platforms, instead of throwing.
  if (!points.empty() && std::ranges::none_of(answered, std::identity{}) && !stop())
    throw PlatformError(platform.file(), 0, "SimGrid refuses it: " + why);
  for (std::size_t i = 0; i < points.size() && !stop(); ++i)
    if (!answered[i])
      done(i, failed("the process that simulates " + platform.name() + " ended early: " + why));
}

std::int64_t memory_needed(const Point& point) {
  constexpr std::int64_t per_rank = 200 << 10;  // stack, envelopes, MPI's own; measured with 1024 ranks
  const std::int64_t vectors = point.data == "time" ? 2 : 4LL * point.processes;
  return point.processes * per_rank + vectors * point.bytes();
}

Explained trace_point(const Platform& platform, const Point& point) {
  const auto simulation = std::make_shared<Simulation>(platform);
  Explained explained;
  explained.outcome = simulate(*simulation, point, &explained.traces);
  explained.begin = std::numeric_limits<double>::infinity();
  for (const auto& trace : explained.traces)
    if (!trace.empty()) explained.begin = std::min(explained.begin, trace.front().begin);
  explained.wire = [simulation, point](int from, int to) { return simulation->wire(point, from, to); };
  explained.work = [platform, point](int rank) {
    const Rates local = rates(platform, point, rank);
    return std::pair(1 / local.combine, 1 / local.copy);
  };
  explained.route = [simulation, point](int from, int to) {
    return simulation->route(point, from, to).second;
  };
  return explained;
}

}  // namespace collsim
