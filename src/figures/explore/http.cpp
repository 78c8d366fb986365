#include "figures/explore/http.hpp"

#include <httplib.h>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "support/error.hpp"

namespace collsim {
namespace {

constexpr std::size_t largest_question = 64U << 10U;
constexpr std::size_t connections = 32;  // a thread each, of which browsers hold some open
constexpr std::chrono::milliseconds look_up{10};

/// The lines of an answer that nobody has read yet.
class Answering {
 public:
  void add(std::string line) {
    const std::lock_guard lock(mutex_);
    lines_.push_back(std::move(line));
    changed_.notify_one();
  }
  /// The next line, empty at the end; nothing if none comes in time.
  std::optional<std::string> next() {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, look_up, [&] { return !lines_.empty(); })) return {};
    std::string line = std::move(lines_.front());
    lines_.pop_front();
    return line;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> lines_;
};

/// Who waits for answers, by the numbers of the questions.
class Questions {
 public:
  explicit Questions(Channel& channel) : channel_(channel) {}

  /// The number of the question.
  std::uint64_t ask(const std::string& text) {
    std::uint64_t number = 0;
    {
      const std::lock_guard lock(mutex_);
      waiting_.emplace(number = ++last_, std::make_shared<Answering>());
    }
    channel_.send(number, text);
    return number;
  }
  std::shared_ptr<Answering> answering_of(std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    const auto place = waiting_.find(number);
    return place == waiting_.end() ? nullptr : place->second;
  }
  void forget(std::uint64_t number) {
    {
      const std::lock_guard lock(mutex_);
      waiting_.erase(number);
    }
    channel_.send(number, "");
  }
  /// Until nobody answers any more, which ends this process.
  void listen() {
    const auto heard = [&](std::uint64_t number, std::string text) {
      if (const auto answer = answering_of(number)) answer->add(std::move(text));
    };
    while (channel_.receive(heard)) {
    }
    std::_Exit(0);
  }

 private:
  Channel& channel_;
  std::mutex mutex_;
  std::map<std::uint64_t, std::shared_ptr<Answering>> waiting_;
  std::uint64_t last_ = 0;
};

/// A question is one line, and JSON has no need of line breaks.
std::string in_one_line(std::string text) {
  for (char& each : text)
    if (each == '\n' || each == '\r') each = ' ';
  return text;
}

/// Writes what has come of an answer. A browser that has gone is noticed within look_up.
bool pass_on(Answering& answer, httplib::DataSink& sink) {
  const auto line = answer.next();
  if (!sink.is_writable()) return false;
  if (!line) return true;
  if (line->empty())
    sink.done();
  else
    return sink.write((*line + "\n").data(), line->size() + 1);
  return true;
}

void take_question(Questions& questions, const httplib::Request& request, httplib::Response& response) {
  if (request.body.empty()) {
    response.status = 400;
    return;
  }
  const std::uint64_t number = questions.ask(in_one_line(request.body));
  response.set_chunked_content_provider(
      "application/x-ndjson",
      [answer = questions.answering_of(number)](std::size_t, httplib::DataSink& sink) {
        return pass_on(*answer, sink);
      },
      [&questions, number](bool) { questions.forget(number); });
}

/// Equal texts take as long as others.
bool is_same(const std::string& text, const std::string& other) {
  if (text.size() != other.size()) return false;
  unsigned differing = 0;
  for (std::size_t i = 0; i < text.size(); ++i)
    differing |= static_cast<unsigned char>(text[i]) ^ static_cast<unsigned char>(other[i]);
  return differing == 0;
}

/// Whether a request is for this server, by a page of this server, and knows the token.
bool is_ours(const httplib::Request& request, const std::string& host, const std::string& prefix) {
  const bool from_here =
      !request.has_header("Origin") || request.get_header_value("Origin") == "http://" + host;
  return from_here && request.get_header_value_count("Host") == 1 &&
         request.get_header_value("Host") == host && request.path.size() >= prefix.size() &&
         is_same(request.path.substr(0, prefix.size()), prefix);
}

/// Whether a request tells how long it is. Of others, and of packed ones, httplib reads more than largest_question.
bool has_length(const httplib::Request& request) {
  const bool has_body = request.method != "GET" && request.method != "HEAD";
  return !request.has_header("Transfer-Encoding") && !request.has_header("Content-Encoding") &&
         (!has_body || request.has_header("Content-Length"));
}

const httplib::Headers headers = {
    {"Cache-Control", "no-store"},
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
     "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Referrer-Policy", "no-referrer"},
    {"X-Content-Type-Options", "nosniff"},
};

}  // namespace

void serve_page(const PageFiles& files, const std::string& token, Channel& channel,
                const std::function<void(int port)>& listening) {
  const std::string prefix = "/" + token + "/";
  Questions questions(channel);
  httplib::Server server;
  server.new_task_queue = [] { return new httplib::ThreadPool(connections); };
  server.set_default_headers(headers);
  server.set_payload_max_length(largest_question);
  server.set_keep_alive_max_count(1000);
  server.set_tcp_nodelay(true);
  server.set_socket_options([](int) {});  // by default others may listen on the same port
  const int port = server.bind_to_any_port("127.0.0.1");
  if (port < 0) throw Error("cannot listen on 127.0.0.1; right would be a free port there");
  const std::string host = "127.0.0.1:" + std::to_string(port);
  server.set_pre_routing_handler([=](const httplib::Request& request, httplib::Response& response) {
    if (is_ours(request, host, prefix) && has_length(request))
      return httplib::Server::HandlerResponse::Unhandled;
    response.status = 403;
    return httplib::Server::HandlerResponse::Handled;
  });
  for (const auto& [name, file] : files)
    server.Get(prefix + name, [&file = file](const httplib::Request&, httplib::Response& response) {
      response.set_content(file.text, file.type);
    });
  server.Post(prefix + "ask", [&](const httplib::Request& request, httplib::Response& response) {
    take_question(questions, request, response);
  });
  std::thread([&] { questions.listen(); }).detach();
  listening(port);
  server.listen_after_bind();
}

}  // namespace collsim
