#pragma once

#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "backends/backend.hpp"
#include "support/children.hpp"
#include "support/process.hpp"

namespace collsim {

/// A process of its own that answers questions: SimGrid loads one platform per process, and the fast engine is another
/// program. It writes lines of JSON, and ends when this program does.
class Server {
 public:
  /// `serve` runs in a forked child and writes to `out`; it may become another program (exec). What it throws
  /// is a line {"error": ...}.
  explicit Server(const std::function<void(int out)>& serve);
  ~Server();  ///< ends the process; a prediction for very many ranks does not look up, and is killed
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// The next line, without its end; false at the end of the stream or when stop() turns true.
  bool next(std::string& line, const std::function<bool()>& stop);

  struct End {
    std::string how;  ///< "killed by signal 6 (Aborted)", "exit code 0", with its last words
    bool killed;      ///< by SIGKILL, which others send
  };
  /// How it ended, once its stream has.
  End end();

 private:
  int in_ = -1;
  std::optional<Child> child_;
  std::string buffer_;
};

// The other end.

void send_line(int out, const nlohmann::json& message);
/// Says that the answers to these questions are under way.
void send_begin(int out, const std::vector<std::size_t>& indices);
void send_answer(int out, std::size_t index, const Outcome& outcome);

/// Answers the questions of these numbers, each in a forked child of its own, up to `jobs` at a time, with
/// the line {"index": number, "outcome": ...} and whatever else `answer` adds to its "outcome".
void serve_trials(int out, const std::vector<std::size_t>& indices, int jobs,
                  const std::function<nlohmann::json(std::size_t index)>& answer,
                  const std::function<bool()>& stop, const Room& room = {});

/// Serves each group of questions in a child of its own: `answer` returns what it can of a group, by number. Returns the
/// numbers of those that were answered: none of a group whose child failed.
std::set<std::size_t> serve_groups(
    int out, const std::vector<std::vector<std::size_t>>& groups, int jobs,
    const std::function<std::map<std::size_t, Outcome>(const std::vector<std::size_t>& group)>& answer,
    const Room& room);

}  // namespace collsim
