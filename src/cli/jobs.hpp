#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "lab/slurm/job.hpp"

namespace collsim {

/// DIR/slurm, absolute: the pending points, logs and ids of a folder's jobs.
std::filesystem::path jobs_folder(const std::filesystem::path& results);

/// What a command asks of Slurm.
Resources resources_of(const CommandLine& arguments);

/// The shell line that has a program beside this one answer what the command asks, into this folder: flags that say
/// where it is answered are left out. `before`: words in front of the program.
std::string answering_line(const CommandLine& arguments, const char* program,
                           const std::filesystem::path& results, std::vector<std::string> before = {});

/// Jobs of a folder, which are cancelled unless all could be submitted.
class Jobs {
 public:
  explicit Jobs(std::filesystem::path results) : results_(std::move(results)) {}
  ~Jobs();
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;

  /// Returns the id.
  const std::string& submit(const BatchJob& batch, const Resources& resources);
  /// All are submitted: notes their ids for whoever asks for the status, and tells how to stop them.
  void keep();
  /// Waits for a job that logs to jobs_folder()/ID.txt, telling how far it is, and prints its log. Returns its exit
  /// status; 130 once interrupted, when the jobs go on. Throws Error where Slurm ended it.
  int wait_for(const std::string& id) const;
  const std::vector<std::string>& ids() const { return ids_; }

 private:
  std::filesystem::path results_;
  std::vector<std::string> ids_;
  bool kept_ = false;
};

/// The ids that keep() has noted; none where there are no jobs.
std::vector<std::string> noted_jobs(const std::filesystem::path& results);

}  // namespace collsim
