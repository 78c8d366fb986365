#pragma once

#include <string>
#include <vector>

#include "cli/verb.hpp"

namespace collsim {

/// What the last word of a command line may become.
struct Completion {
  struct Candidate {
    std::string word;       ///< the whole word
    std::string says = {};  ///< what it means; empty: nobody says
    friend auto operator<=>(const Candidate&, const Candidate&) = default;
  };
  std::vector<Candidate> candidates;  ///< in the order of the tables that they come from
  bool files = false;                 ///< or the name of a file
};

/// `words`: of the command line, `collsim` first, as far as it is written; the last one may be empty. A flag and its value may
/// be three words, as bash breaks them: --bytes = 8.
Completion complete(const std::vector<std::string>& words);

/// `collsim completion`: what makes a shell complete command lines, or, of `words -- collsim WORD ...`, what that asks for: a
/// line for each candidate, "WORD\tMEANING", and ":files" where files may stand, too. Throws Error.
Verb completion_verb();

}  // namespace collsim
