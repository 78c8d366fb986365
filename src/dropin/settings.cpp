#include "dropin/settings.hpp"

#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "dropin/job.hpp"
#include "support/error.hpp"
#include "support/number.hpp"

namespace collsim {
namespace {

/// What rank 0 reads, on all ranks. All throw if rank 0 does.
std::string from_rank_0(const std::function<std::string()>& read) {
  std::string text;
  std::exception_ptr wrong;
  try {
    if (world_rank() == 0) text = read();
  } catch (...) {
    wrong = std::current_exception();
  }
  int length = wrong ? -1 : static_cast<int>(text.size());
  PMPI_Bcast(&length, 1, MPI_INT, 0, job());
  if (wrong) std::rethrow_exception(wrong);
  if (length < 0) throw Error("rank 0 cannot read its settings");
  text.resize(static_cast<std::size_t>(length));
  PMPI_Bcast(text.data(), length, MPI_CHAR, 0, job());
  return text;
}

/// This rank's, with a 0 behind each.
std::string own_variables() {
  std::string mine;
  for (char** entry = environ; *entry; ++entry)
    if (std::strncmp(*entry, "COLLSIM_", 8) == 0) mine += std::string(*entry) + '\0';
  return mine;
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> entries;
  for (std::size_t begin = 0; begin < text.size(); begin += entries.back().size() + 1)
    entries.emplace_back(text.c_str() + begin);
  return entries;
}

Rules rules_of(std::vector<std::string>& entries,
               const std::function<std::string(const std::string& file)>& read) {
  std::vector<char*> environment;
  for (std::string& entry : entries) environment.push_back(entry.data());
  environment.push_back(nullptr);
  return Rules::from_environment(environment.data(), read);
}

/// None where no such variable is set.
std::optional<std::string> value_of(const std::vector<std::string>& entries, const std::string& name) {
  for (const std::string& entry : entries)
    if (entry.starts_with(name + "=")) return entry.substr(name.size() + 1);
  return std::nullopt;
}

std::string report_file(const std::vector<std::string>& entries) {
  const auto value = value_of(entries, "COLLSIM_REPORT");
  if (value && value->empty())
    throw Error("COLLSIM_REPORT is empty; right would be 1 (stderr), 0 (no report) or a file's name");
  return value && *value != "0" ? *value : std::string();
}

int ranks_per_node(const std::vector<std::string>& entries) {
  const auto value = value_of(entries, "COLLSIM_PPN");
  if (!value) return 0;
  const auto ppn = number_in<int>(*value);
  if (!ppn || *ppn < 1)
    throw Error("COLLSIM_PPN is '" + *value + "'; right would be a whole number from 1 on");
  return *ppn;
}

/// A file that no other job writes: of that name, or with .2, .3 and so on behind it. What is no file but a
/// device is written as it is.
std::FILE* open_new(const std::string& name) {
  // x: fails where the file exists; e: not for programs that this one starts.
  std::FILE* out = std::fopen(name.c_str(), "wxe");
  if (out || errno != EEXIST) return out;
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(name, unknown)) return std::fopen(name.c_str(), "we");
  for (int i = 2; !out && errno == EEXIST; ++i)
    out = std::fopen((name + "." + std::to_string(i)).c_str(), "wxe");
  return out;
}

/// Null where this rank has nothing to write.
std::FILE* open_report(const std::string& to) {
  if (to.empty() || world_rank() != 0) return nullptr;
  if (to == "1") return stderr;
  std::FILE* out = open_new(to);
  if (!out)
    throw Error("COLLSIM_REPORT: cannot write '" + to + "'; right would be 1 (stderr) or a file's name");
  return out;
}

void warn(const Rules& rules, const std::vector<std::string>& entries) {
  if (world_rank() != 0) return;
  for (const std::string& variable : rules.strangers())
    std::fprintf(stderr, "collsim: the variable '%s' means nothing here\n", variable.c_str());
  if (rules.empty() && !value_of(entries, "COLLSIM_RULES") && !value_of(entries, "COLLSIM_REPORT"))
    std::fprintf(
        stderr,
        "collsim: the MPI library serves all calls, because no COLLSIM_<COLLECTIVE>, COLLSIM_RULES or "
        "COLLSIM_REPORT is set where rank 0 runs\n");
}

}  // namespace

DropinSettings DropinSettings::read() {
  std::vector<std::string> entries = split(from_rank_0(own_variables));
  // First, on all ranks: it communicates.
  Rules rules = rules_of(
      entries, [](const std::string& file) { return from_rank_0([&] { return Rules::text_of(file); }); });
  warn(rules, entries);
  const std::string to = report_file(entries);
  const int ppn = ranks_per_node(entries);
  return {std::move(rules), to, open_report(to), ppn};
}

std::string DropinSettings::complaint() {
  std::vector<std::string> entries = split(own_variables());
  try {
    rules_of(entries, Rules::text_of);
    report_file(entries);
    ranks_per_node(entries);
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

bool DropinSettings::choose() const {
  return std::ranges::any_of(rules.all(), [](const Rule& rule) { return rule.choice.has_value(); });
}

}  // namespace collsim
