#include "figures/explore/desk.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <functional>
#include <vector>

#include "backends/server.hpp"
#include "figures/explore/formulas.hpp"
#include "figures/explore/inside.hpp"
#include "figures/explore/simulated.hpp"
#include "support/error.hpp"
#include "support/json.hpp"
#include "support/reason.hpp"

namespace collsim {
namespace {

using nlohmann::json;

constexpr std::size_t most_tasks = 8;

/// Throws Error where a text is no object, or nested more deeply than a question is.
json read_question(const std::string& text) {
  constexpr int deepest = 5;
  const auto shallow = [](int depth, json::parse_event_t, json&) {
    if (depth > deepest) throw Error("the question is nested too deeply; right would be a scenario");
    return true;
  };
  json question = json::parse(text, shallow, false);
  if (!question.is_object() || !question.contains("what"))
    throw Error("no question; right would be one of the page's");
  return question;
}

/// Answers in a child.
void answer(const json& question, const Offer& offer, const Setup& setup, int jobs,
            const std::function<void(const json&)>& send) {
  const std::string what = question.at("what");
  if (what == "offer") return send(to_json(offer));
  if (what == "machine") return send(machine_json(offer, question.at("platform")));
  Scenario scenario = asked_scenario(offer, what, question.value("scenario", json()));
  if (what == "formulas") return send(formulas_json(scenario));
  if (what == "engine") return simulate_cells(scenario, jobs, setup, send);
  if (what == "inside") return send(inside_json(scenario, setup));
  throw Error(fmt::format("'{}' is no question; right would be one of the page's", what));
}

}  // namespace

void Desk::serve(Channel& channel) {
  channel_ = &channel;
  while (open_) look();
}

/// Passes on what children say, and hears what the page asks.
void Desk::look() {
  std::vector<pollfd> watched = {{channel_->descriptor(), POLLIN, 0}};
  std::vector<std::uint64_t> numbers;
  for (const auto& [number, task] : tasks_) {
    watched.push_back({task.in, POLLIN, 0});
    numbers.push_back(number);
  }
  if (poll(watched.data(), watched.size(), -1) <= 0) return;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (watched[i + 1].revents != 0) pass_on(tasks_.at(numbers[i]));
  if (watched.front().revents != 0)
    open_ = channel_->receive([&](std::uint64_t number, const std::string& text) { hear(number, text); });
}

void Desk::hear(std::uint64_t number, const std::string& text) {
  if (text.empty()) return give_up(number);
  try {
    begin(number, read_question(text));
  } catch (const std::exception& error) {
    complain(number, in_a_line(error));
  }
}

void Desk::begin(std::uint64_t number, const json& question) {
  if (tasks_.size() >= most_tasks) throw Error("too much is asked at once; right would be to wait");
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw Error(fmt::format("cannot start a process: {}", why_refused(errno)));
  const auto work = [&] {
    close(ends[0]);
    answer(question, offer_, setup_, jobs_, [&](const json& message) { send_line(ends[1], message); });
  };
  tasks_.emplace(number, Task{number, ends[0], Child(work), {}});
  close(ends[1]);
}

void Desk::give_up(std::uint64_t number) {
  const auto place = tasks_.find(number);
  if (place == tasks_.end()) return;
  close(place->second.in);
  tasks_.erase(place);
}

void Desk::pass_on(Task& task) {
  char bytes[1U << 16U];
  const ssize_t got = read(task.in, bytes, sizeof bytes);
  if (got > 0) {
    task.buffer.append(bytes, static_cast<std::size_t>(got));
    take_lines(task.buffer, [&](const std::string& line) { channel_->send(task.number, line); });
    return;
  }
  const std::uint64_t number = task.number;
  const std::string failure = task.child.failure(task.child.wait());
  give_up(number);
  failure.empty() ? channel_->send(number, "") : complain(number, failure);
}

void Desk::complain(std::uint64_t number, const std::string& why) {
  channel_->send(number, json{{"error", why}}.dump(-1, ' ', false, json::error_handler_t::replace));
  channel_->send(number, "");
}

}  // namespace collsim
