#include "backends/server.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <exception>
#include <set>

#include "points/json.hpp"
#include "support/error.hpp"
#include "support/reason.hpp"

namespace collsim {

Server::Server(const std::function<void(int out)>& serve) {
  int ends[2];
  if (pipe(ends) != 0) throw Error(fmt::format("cannot start a process: {}", why_refused(errno)));
  const auto answer = [&] {
    close(ends[0]);
    try {
      serve(ends[1]);
    } catch (const std::exception& error) {
      send_line(ends[1], {{"error", in_a_line(error)}});
      throw;
    }
  };
  in_ = ends[0];
  child_.emplace(answer, SIGTERM);
  close(ends[1]);
}

Server::~Server() {
  close(in_);
}

bool Server::next(std::string& line, const std::function<bool()>& stop) {
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

Server::End Server::end() {
  const int status = child_->wait();
  const std::string failure = child_->failure(status), words = child_->last_words();
  const bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  if (!failure.empty()) return {failure, killed};
  return {words.empty() ? "exit code 0" : "exit code 0: " + words, killed};
}

void send_line(int out, const nlohmann::json& message) {
  const std::string line = message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  for (std::size_t sent = 0; sent < line.size();) {
    const ssize_t wrote = write(out, line.data() + sent, line.size() - sent);
    if (wrote < 0 && errno != EINTR) _exit(1);  // nobody listens any more
    if (wrote > 0) sent += static_cast<std::size_t>(wrote);
  }
}

void send_begin(int out, const std::vector<std::size_t>& indices) {
  send_line(out, {{"begun", indices}});
}

void send_answer(int out, std::size_t index, const Outcome& outcome) {
  send_line(out, {{"index", index}, {"outcome", outcome}});
}

void serve_trials(int out, const std::vector<std::size_t>& indices, int jobs,
                  const std::function<nlohmann::json(std::size_t)>& answer, const std::function<bool()>& stop,
                  const Room& room) {
  const auto work = [&](std::size_t task) { return answer(indices[task]).dump(); };
  const auto done = [&](std::size_t task, const ChildReport& report) {
    if (!report.failure.empty()) return send_answer(out, indices[task], failed(report.failure));
    nlohmann::json line = read_json(report.output);
    line["index"] = indices[task];
    send_line(out, line);
  };
  const Room shared{room.bytes, [&](std::size_t task) { return room.needed(indices[task]); }};
  const auto begun = [&](std::size_t task) { send_begin(out, {indices[task]}); };
  in_children(indices.size(), jobs, work, stop, done, shared, begun);
}

std::set<std::size_t> serve_groups(
    int out, const std::vector<std::vector<std::size_t>>& groups, int jobs,
    const std::function<std::map<std::size_t, Outcome>(const std::vector<std::size_t>& group)>& answer,
    const Room& room) {
  std::set<std::size_t> answered;
  const auto work = [&](std::size_t task) { return nlohmann::json(answer(groups[task])).dump(); };
  const auto done = [&](std::size_t, const ChildReport& report) {
    std::map<std::size_t, Outcome> answers;
    if (report.failure.empty()) read_json(report.output).get_to(answers);
    for (const auto& [index, outcome] : answers) {
      send_answer(out, index, outcome);
      answered.insert(index);
    }
  };
  const auto begun = [&](std::size_t task) { send_begin(out, groups[task]); };
  in_children(
      groups.size(), jobs, work, [] { return false; }, done, room, begun);
  return answered;
}

}  // namespace collsim
