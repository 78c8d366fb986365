#pragma once

#include <signal.h>
#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "support/memory_file.hpp"

// Boost.Process knows programs, but no fork that goes on in this one, which trials are.

namespace collsim {

/// The last line of a program's standard error that says something, printable; of what stands last between two rules of
/// dashes, as launchers draw them, the first paragraph. Empty if none.
std::string last_words(const std::string& errors);

/// A fork of this process. Its standard error goes to memory, and it ends when this process does.
class Child {
 public:
  /// Runs `body` in the child, which then exits with code 0 and without destructors. What `body` throws becomes
  /// the last line of the child's standard error. `ending`: how it is asked to end; SIGTERM where it has
  /// children of its own to end. Throws Error where there can be no further process.
  explicit Child(const std::function<void()>& body, int ending = SIGKILL);
  Child(Child&& other) noexcept;
  Child& operator=(Child&&) = delete;
  /// Ends it if nobody has waited for it; a child that is only asked to is killed half a second later.
  ~Child();

  pid_t pid() const { return pid_; }
  /// The status, as of waitpid().
  int wait();
  /// waitpid() has returned this status.
  void reaped() { pid_ = -1; }
  /// Empty for the status of success, else how it ended and its last words.
  std::string failure(int status) const;
  std::string last_words() const;
  std::string errors() const { return errors_.text(); }

 private:
  pid_t pid_ = -1;
  int ending_;
  MemoryFile errors_;
};

/// A program, to be started without a shell.
struct Command {
  std::vector<std::string> words;                       ///< its name, looked up in PATH, and its arguments
  std::string input = {};                               ///< what it reads from its standard input
  std::map<std::string, std::string> environment = {};  ///< on top of this program's
};

/// Becomes the program. Throws Error if it cannot be started.
[[noreturn]] void become(const Command& command);
/// Becomes the program, told these words, of which the first is what it calls itself, with this one's standard input and
/// environment. Throws Error if it cannot be started.
[[noreturn]] void become(const std::string& program, const std::vector<std::string>& words);

/// What came of a program.
struct Ended {
  int status;           ///< as of waitpid()
  std::string output;   ///< standard output
  std::string errors;   ///< standard error
  std::string failure;  ///< Child::failure()
};

/// Runs the program to its end. One that cannot be started is a failure that says so.
Ended run(const Command& command);
/// Runs the program to its end; ten times a second `heard` is told the last kilobyte that it has printed so far.
Ended run(const Command& command, const std::function<void(const std::string& last)>& heard);

/// Runs the program on this program's own output until it ends; returns its status as of waitpid(). Once stop() is true
/// it is asked to end (SIGTERM), and after 10 seconds killed. Throws Error if it cannot be started.
int run_openly(const Command& command, const std::function<bool()>& stop);

/// A program of collsim's in the folder of this one. Throws Error where it has not been built.
std::filesystem::path program_beside(const std::string& name);
/// A program wherever it is. Throws Error where it cannot be started.
std::filesystem::path program_at(const std::filesystem::path& program);

}  // namespace collsim
