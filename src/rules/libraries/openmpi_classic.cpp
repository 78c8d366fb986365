#include <charconv>
#include <set>

#include "rules/libraries/foreign_algorithms.hpp"
#include "rules/libraries/formats.hpp"
#include "rules/libraries/openmpi.hpp"
#include "support/document.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

constexpr const char* version_line = "rule-file-version-";

/// The numbers of a file one by one, as the library would skip between them: but it is told where it would go wrong.
class FileNumbers {
 public:
  FileNumbers(const std::string& text, const std::string& file) : text_(text), file_(file) {}

  /// The number in the header; 1 without one.
  long version() {
    skip_blanks();
    if (!text_.substr(at_).starts_with(version_line)) return 1;
    at_ += std::string(version_line).size();
    return next("the version", 1, 2);
  }

  /// `what`: for complaints.
  long next(const std::string& what, long least, long most) {
    skip_blanks();
    if (at_ == text_.size())
      fail("ends before " + what + "; Open MPI would ignore the whole file, without a word");
    std::size_t end = at_;
    while (end < text_.size() && !std::isspace(static_cast<unsigned char>(text_[end])) && text_[end] != '#')
      ++end;
    const std::string word = text_.substr(at_, end - at_);
    long number = 0;
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || stop != word.data() + word.size())
      fail("'" + word + "' is no number, but stands for " + what);
    if (word.size() > 1 && word.front() == '0')
      fail("'" + word + "' is octal for Open MPI; right would be " + what + " without the leading 0");
    if (number < least || number > most)
      fail(what + " is " + word + "; right would be " + std::to_string(least) + " to " +
           std::to_string(most));
    at_ = end;
    return number;
  }

  bool ended() {
    skip_blanks();
    return at_ == text_.size();
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw DocumentError(file_ + ":" + std::to_string(line_), "", what);
  }

 private:
  void skip_blanks() {
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '#') at_ = std::min(text_.find('\n', at_), text_.size());
      if (at_ == text_.size() || !std::isspace(static_cast<unsigned char>(text_[at_]))) return;
      line_ += text_[at_] == '\n' ? 1 : 0;
    }
  }

  const std::string& text_;
  const std::string& file_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

constexpr long any_size = largest_size;

/// What a line of the file says, from its size on.
struct RuleLine {
  long size;
  long algorithm;
  Written theirs;
};

RuleLine line_of(FileNumbers& numbers, const std::string& collective, long version) {
  RuleLine line{numbers.next("a message size", 0, any_size), numbers.next("an algorithm", 0, 1000), {}};
  std::vector<std::pair<std::string, long>> given = {
      {"fanout", numbers.next("a fan-out", 0, 1L << 30)},
      {"segsize", numbers.next("a segment size", 0, 1L << 30)}};
  if (version == 2) given.emplace_back("reqs", numbers.next("a number of requests", 0, 1L << 30));
  if (line.algorithm == 0) return line;
  try {
    line.theirs = openmpi_algorithm(collective, name_of(Library::openmpi, collective, line.algorithm), given);
  } catch (const Error& error) {
    numbers.fail(std::string(error.what()) + "; Open MPI would end the job at the first such call");
  }
  return line;
}

void read_sizes(FileNumbers& numbers, const Rule& calls, long version, std::vector<Rule>& rules) {
  const long sizes = numbers.next("the number of message sizes", 0, 1000);
  std::vector<RuleLine> lines;
  for (long i = 0; i < sizes; ++i) {
    lines.push_back(line_of(numbers, calls.collective, version));
    if (i == 0 && lines.back().size != 0)
      numbers.fail("the first message size is " + std::to_string(lines.back().size) +
                   "; right would be 0, else Open MPI ignores the whole file");
    if (i > 0 && lines.back().size <= lines[lines.size() - 2].size)
      numbers.fail("message size " + std::to_string(lines.back().size) +
                   " follows a larger one, which hides it; right would be ascending sizes");
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].algorithm == 0) continue;
    Rule its = calls;
    const bool last = i + 1 == lines.size();
    if (!take_openmpi_sizes(its, {lines[i].size, last ? Region::all_bytes.last : lines[i + 1].size - 1}))
      continue;
    append_rules(Library::openmpi, std::move(its), lines[i].theirs, rules);
  }
}

void read_communicators(FileNumbers& numbers, Rule calls, long version, std::vector<Rule>& rules) {
  const long communicators = numbers.next("the number of communicator sizes", 0, 1000);
  std::vector<std::pair<long, std::vector<Rule>>> blocks;
  for (long i = 0; i < communicators; ++i) {
    const long size = numbers.next("a communicator size", 0, Region::all_processes.last);
    if (!blocks.empty() && size <= blocks.back().first)
      numbers.fail("communicator size " + std::to_string(size) +
                   " follows a larger one; right would be ascending sizes");
    blocks.emplace_back(size, std::vector<Rule>());
    read_sizes(numbers, calls, version, blocks.back().second);
  }
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    // Smaller communicators than any that it names take the first entry, too.
    const Interval processes = {i == 0 ? 1 : std::max(1L, blocks[i].first), i + 1 == blocks.size()
                                                                                ? Region::all_processes.last
                                                                                : blocks[i + 1].first - 1};
    if (processes.empty()) continue;
    for (Rule& rule : blocks[i].second) {
      rule.region.processes = processes;
      rule.where = "/" + std::to_string(rules.size());
      rules.push_back(std::move(rule));
    }
  }
}

}  // namespace

Rules read_openmpi_classic(const std::string& text, const std::string& file) {
  FileNumbers numbers(text, file);
  const long version = numbers.version();
  std::vector<Rule> rules;
  std::set<std::string> seen;
  const long collectives = numbers.next("the number of collectives", 0, 22);
  for (long i = 0; i < collectives; ++i) {
    const std::string name = openmpi_collective(numbers.next("a collective", 0, 21));
    if (name.empty()) numbers.fail("Open MPI reads no rules for that collective");
    if (!seen.insert(name).second)
      numbers.fail(name + " stands there twice, and the first is lost; right would be once");
    read_communicators(numbers, openmpi_calls(name), version, rules);
  }
  if (!numbers.ended())
    numbers.fail(
        "more follows than the counts before say, and Open MPI would not read it; right would be as many");
  return Rules(std::move(rules), "a file of rules for Open MPI 4.1 and 5.0");
}

}  // namespace collsim
