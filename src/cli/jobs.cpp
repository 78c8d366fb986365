#include "cli/jobs.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

#include "cli/present.hpp"
#include "cli/shared_flags.hpp"
#include "lab/scenarios/atomically.hpp"
#include "lab/scenarios/headway.hpp"
#include "lab/scenarios/keys.hpp"
#include "support/error.hpp"
#include "support/json.hpp"
#include "support/text_file.hpp"

namespace collsim {
namespace {

namespace fs = std::filesystem;

/// Looks now and then, less and less often, until the job has ended. Nothing if interrupted.
std::optional<Ending> await(const std::string& id, const fs::path& results) {
  std::string said;
  for (double pause = 0.5; !interrupted(); pause = std::min(pause * 1.5, 30.0)) {
    if (const auto end = ending(id)) return end;
    const auto shares = headways(results);
    const std::string text = shares.empty() ? "" : to_text(shares);
    const std::string line = text.substr(0, text.find('\n') + 1);
    if (line != said) fmt::print(stderr, "{}", line);
    said = line;
    for (double slept = 0; slept < pause && !interrupted(); slept += 0.1) ::usleep(100'000);
  }
  return std::nullopt;
}

}  // namespace

fs::path jobs_folder(const fs::path& results) {
  return fs::absolute(results) / "slurm";
}

Resources resources_of(const CommandLine& arguments) {
  return {.partition = arguments.text(flags::partition), .time = arguments.text(flags::time)};
}

std::string answering_line(const CommandLine& arguments, const char* program, const fs::path& results,
                           std::vector<std::string> before) {
  std::vector<std::string> words = std::move(before);
  words.push_back(fs::read_symlink("/proc/self/exe").parent_path() / program);
  words.insert(words.end(), arguments.words.begin(), arguments.words.end());
  for (const auto& [key, value] : arguments.scenario) words.push_back(flag_of(key) + "=" + value);
  words.insert(words.end(), arguments.question.begin(), arguments.question.end());
  words.push_back("--results=" + fs::absolute(results).string());
  return "exec " + shell_line(words);
}

Jobs::~Jobs() {
  if (!kept_ && !ids_.empty()) cancel(ids_);
}

const std::string& Jobs::submit(const BatchJob& batch, const Resources& resources) {
  return ids_.emplace_back(collsim::submit(batch, resources));
}

void Jobs::keep() {
  write_atomically(jobs_folder(results_) / "jobs.json", nlohmann::json(ids_).dump() + "\n");
  kept_ = true;
  fmt::print(stderr, "This stops the jobs:\n  {}\n", how_to_cancel(ids_));
  watch_interrupts();
}

int Jobs::wait_for(const std::string& id) const {
  const auto end = await(id, results_);
  if (!end) {
    fmt::print(stderr, "The jobs go on. How far they are: collsim status {}\nThis stops them:\n  {}\n",
               results_.string(), how_to_cancel(ids_));
    return 130;
  }
  const fs::path log = jobs_folder(results_) / (id + ".txt");
  const std::string text = is_file(log) ? read_text(log, "the log of a job") : "";
  fmt::print("{}", text);
  if (end->state == "COMPLETED" || (end->state == "FAILED" && !text.empty())) return end->code;
  throw Error(
      fmt::format("job {} is {}, and {} says {}; right would be nodes that live and share this folder, and "
                  "the same command again",
                  id, end->state, log.string(), text.empty() ? "nothing" : "as much"));
}

std::vector<std::string> noted_jobs(const fs::path& results) {
  const auto ids = read_json_file(jobs_folder(results) / "jobs.json");
  return ids.is_discarded() ? std::vector<std::string>() : ids.get<std::vector<std::string>>();
}

}  // namespace collsim
