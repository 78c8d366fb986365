#include "cli/check/tune_verify.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

#include "cli/check/testbed.hpp"
#include "rules/libraries/formats.hpp"
#include "support/document.hpp"
#include "support/process.hpp"
#include "tuner/proof.hpp"

namespace collsim {
namespace {

/// The variables that TARGET.env exports.
std::map<std::string, std::string> settings_in(const std::filesystem::path& file) {
  std::map<std::string, std::string> found;
  std::istringstream lines(read_document(file, "a folder that collsim tune has written for this target"));
  for (std::string line; std::getline(lines, line);) {
    constexpr std::string_view exported = "export ";
    if (!line.starts_with(exported)) continue;
    const auto equals = line.find('=');
    std::string value = line.substr(equals + 1);
    std::erase(value, '\'');
    found[line.substr(exported.size(), equals - exported.size())] = value;
  }
  return found;
}

/// The program that tells what this library runs.
std::string probe_of(const Target& target) {
  if (target.can_be_proved()) return target.library == Library::mpich ? "collprobe_mpich" : "collprobe";
  throw Error(
      fmt::format("nothing tells what {} runs; right would be --for openmpi-4.1 or another Open MPI or MPICH",
                  target.name));
}

/// What the probe prints when it is launched to make these calls. Throws Error where it ends badly.
std::string testimony(const std::vector<std::string>& launch, const std::string& probe,
                      const std::vector<std::string>& calls, std::map<std::string, std::string> settings) {
  settings["MPIR_CVAR_NOLOCAL"] = "1";  // MPICH sends every message by its netmod, where it is counted
  std::vector<std::string> words = launch;
  words.push_back(program_beside(probe).string());
  words.insert(words.end(), calls.begin(), calls.end());
  const Ended ended = run({.words = words, .environment = settings});
  if (!ended.failure.empty())
    throw Error(fmt::format("--launch {}: {}: {}", fmt::join(launch, " "), probe, ended.failure));
  return ended.output;
}

std::string word_after(const std::string& text, const std::string& word) {
  const auto at = text.find(word + " ");
  if (at == std::string::npos) return "";
  const auto begin = at + word.size() + 1;
  return text.substr(begin, text.find('\n', begin) - begin);
}

}  // namespace

int tune_verify_command(const Context& context) {
  const CommandLine& arguments = context.arguments;
  if (arguments.words.size() != 3)
    throw Error("right would be collsim tune verify FOLDER --for TARGET --launch 'mpirun -n 8'");
  const Target& its = target(arguments.targets);
  const std::vector<std::string> launch = split_words(arguments.launch);
  if (launch.empty()) throw Error("'tune verify' needs a library; right would be --launch 'mpirun -n 8'");
  const std::filesystem::path folder = arguments.words[2];
  const std::string probe = probe_of(its);
  const auto settings = settings_in(folder / (its.name + ".env"));
  const Rules meant = Rules::load((folder / (its.name + ".meant.json")).string());
  const std::string greeting = testimony(launch, probe, {}, settings);
  const std::string processes = word_after(greeting, "processes");
  if (processes.empty())
    throw Error(fmt::format("{} told nothing; right would be a launch of {}", probe, its.name));
  const int p = std::stoi(processes);
  fmt::print("{} on {} processes, by {}\n", word_after(greeting, "library"), p, (folder / its.name).string());
  std::vector<std::string> calls = probing_calls(meant, p);
  if (calls.empty())
    throw Error(fmt::format(
        "no rule is for {} processes; right would be a launch of as many as the rules are for", p));
  const auto checks = checking_calls(meant, p);
  calls.insert(calls.end(), checks.begin(), checks.end());
  const auto found = proofs(its, as_followed(its, meant), p, testimony(launch, probe, calls, settings));
  fmt::print("{}", to_text(found));
  const bool all =
      std::ranges::none_of(found, [](const Proof& each) { return each.verdict == Proof::Verdict::wrong; });
  return all ? 0 : 1;
}

}  // namespace collsim
