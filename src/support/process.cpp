#include "support/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <sstream>
#include <utility>

#include "support/error.hpp"
#include "support/printable.hpp"
#include "support/reason.hpp"

namespace collsim {
namespace {

/// Exit code of a child whose body threw: its standard error ends with the message.
constexpr int threw = 3;

/// Launchers put what they have to say between lines such as "-----".
bool is_rule(const std::string& line) {
  return line.size() > 2 && line.find_first_not_of("-=*_#") == std::string::npos;
}

[[noreturn]] void be_child(const std::function<void()>& body) {
  int code = 0;
  try {
    body();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "\n%s\n", in_a_line(error).c_str());
    code = threw;
  }
  std::fflush(nullptr);
  _exit(code);  // the destructors of what this process holds may take longer than the work
}

}  // namespace

std::string last_words(const std::string& errors) {
  std::istringstream lines(errors);
  std::string words;  // the last line that says something
  std::string boxed;  // the first paragraph since a rule, while that is what words are of
  bool in_box = false, in_paragraph = false;
  // SimGrid ends an error with lines of its call stack ("  ->  12# ...").
  for (std::string line; std::getline(lines, line);) {
    if (line.find(" -> ") != std::string::npos || line.starts_with("Backtrace")) continue;
    if (is_rule(line)) {
      in_box = !in_box;
      if (in_box) boxed.clear();
      in_paragraph = in_box;
    } else if (line.find_first_not_of(" \t\r") == std::string::npos) {
      in_paragraph = in_paragraph && boxed.empty();
    } else {
      words = line;
      if (!in_box) boxed.clear();
      if (in_paragraph) boxed += (boxed.empty() ? "" : " ") + line;
    }
  }
  return printable(boxed.empty() ? words : boxed);
}

Child::Child(const std::function<void()>& body, int ending) : ending_(ending) {
  std::fflush(nullptr);  // or the child would print what is still buffered here
  const pid_t self = getpid();
  pid_ = fork();
  if (pid_ < 0)
    throw Error(fmt::format("cannot start a process: {}; fewer jobs (-j) may help", why_refused(errno)));
  if (pid_ > 0) return;
  prctl(PR_SET_PDEATHSIG, ending);
  if (getppid() != self) _exit(threw);
  dup2(errors_.descriptor(), STDERR_FILENO);
  be_child(body);
}

Child::Child(Child&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), ending_(other.ending_), errors_(std::move(other.errors_)) {}

Child::~Child() {
  if (pid_ < 0) return;
  kill(pid_, ending_);
  for (int look = 0; ending_ != SIGKILL && look < 50; ++look) {
    if (waitpid(pid_, nullptr, WNOHANG) != 0) return;
    usleep(10'000);
  }
  kill(pid_, SIGKILL);
  wait();
}

int Child::wait() {
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return status;
}

std::string Child::last_words() const {
  constexpr std::size_t enough = 1U << 16U;
  return collsim::last_words(errors_.text(enough));
}

std::string Child::failure(int status) const {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  const std::string said = last_words();
  if (WIFEXITED(status) && WEXITSTATUS(status) == threw && !said.empty()) return said;
  const std::string end = WIFSIGNALED(status) ? fmt::format("killed by signal {} ({})", WTERMSIG(status),
                                                            strsignal(WTERMSIG(status)))
                                              : fmt::format("exit code {}", WEXITSTATUS(status));
  return said.empty() ? end : end + ": " + said;
}

void become(const Command& command) {
  const MemoryFile input(command.input);
  dup2(input.descriptor(), STDIN_FILENO);
  for (const auto& [name, value] : command.environment) setenv(name.c_str(), value.c_str(), 1);
  become(command.words.front(), command.words);
}

void become(const std::string& program, const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const auto& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  execvp(program.c_str(), pointers.data());
  throw Error(fmt::format("{}: cannot be started: {}", program, std::strerror(errno)));
}

Ended run(const Command& command) {
  return run(command, {});
}

Ended run(const Command& command, const std::function<void(const std::string&)>& heard) {
  constexpr int look_every = 100'000;  // us
  constexpr std::size_t enough = 1024;
  const MemoryFile output;
  Child child([&] {
    dup2(output.descriptor(), STDOUT_FILENO);
    become(command);
  });
  int status = 0;
  if (heard) {
    for (; waitpid(child.pid(), &status, WNOHANG) == 0; usleep(look_every)) heard(output.text(enough));
    child.reaped();
  } else {
    status = child.wait();
  }
  return {status, output.text(), child.errors(), child.failure(status)};
}

int run_openly(const Command& command, const std::function<bool()>& stop) {
  constexpr int look_every = 20'000;  // us
  constexpr int most_looks = 500;     // once asked to end
  const int errors = dup(STDERR_FILENO);
  Child child([&] {
    const int memory = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
    dup2(errors, STDERR_FILENO);
    try {
      become(command);
    } catch (...) {
      dup2(memory, STDERR_FILENO);
      throw;
    }
  });
  close(errors);
  int status = 0;
  for (int looks = 0; waitpid(child.pid(), &status, WNOHANG) == 0; usleep(look_every)) {
    if (!stop()) continue;
    if (looks == 0) kill(child.pid(), SIGTERM);
    if (++looks == most_looks) kill(child.pid(), SIGKILL);
  }
  child.reaped();
  if (const std::string said = child.last_words(); !said.empty()) throw Error(said);
  return status;
}

std::filesystem::path program_beside(const std::string& name) {
  return program_at(std::filesystem::read_symlink("/proc/self/exe").parent_path() / name);
}

std::filesystem::path program_at(const std::filesystem::path& program) {
  if (access(program.c_str(), X_OK) != 0)
    throw Error(
        fmt::format("{}: cannot be started: {}; right would be cmake --build --preset release --target {}",
                    program.string(), std::strerror(errno), program.filename().string()));
  return program;
}

}  // namespace collsim
