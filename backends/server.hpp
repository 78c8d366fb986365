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

/// A process of its own that answers points of one platform, because SimGrid loads one per process and the
/// fast engine is another program. It writes a line of JSON per answer, and ends when this program does.
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
  /// Why it ended early, as far as it said.
  std::string last_words() const;

 private:
  int in_ = -1;
  std::optional<Child> child_;
  std::string buffer_;
};

/// Hands over a server's answers to `points` questions until the last of them or stop(), and returns the
/// numbers of those without one. Throws the Error that the server writes; its lines {"note": ...} go to the user.
std::vector<std::size_t> receive(Server& server, std::size_t points, const std::function<bool()>& stop,
                                 const Done& done);

// The other end.

void send_line(int out, const nlohmann::json& message);
void send_answer(int out, std::size_t index, const Outcome& outcome);

/// Answers the questions of these numbers, each in a forked child of its own, up to `jobs` at a time, with
/// the line {"index": number, "outcome": ...} and whatever else `answer` adds to its "outcome".
void serve_trials(int out, const std::vector<std::size_t>& indices, int jobs,
                  const std::function<nlohmann::json(std::size_t index)>& answer,
                  const std::function<bool()>& stop, const Room& room = {});

/// Likewise, each group of questions in a child of its own: `answer` returns what it can of a group, by number. Returns
/// the numbers of those that were answered: none of a group whose child failed.
std::set<std::size_t> serve_groups(
    int out, const std::vector<std::vector<std::size_t>>& groups, int jobs,
    const std::function<std::map<std::size_t, Outcome>(const std::vector<std::size_t>& group)>& answer,
    const Room& room);

}  // namespace collsim
